# The same scene gives the same bits by one program in other circumstances: sh quick.sh PROGRAM SCENE WORK
# threads 1, 2 and 4; a processor without FMA and AVX, for the C library and for the program's own
# dispatch; other locales; other addresses. What differs is told by differ.sh.
set -u
program=$1 scene=$2 work=$3
here=$(cd "$(dirname "$0")" && pwd)
name=$(basename "$scene" .lua)
plain=GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX_Usable,-AVX2_Usable,-AVX512F_Usable,-FMA_Usable,-FMA4_Usable,-AVX,-AVX2,-AVX512F,-FMA,-FMA4,-ERMS
export LC_ALL=C
sh "$here/one.sh" "$scene" "$work/base" 1 "$program" || exit 4

# check WHAT THREADS PREFIX...
check() {
    what=$1 threads=$2
    shift 2
    sh "$here/one.sh" "$scene" "$work/other" "$threads" "$@" "$program" || exit 4
    sh "$here/differ.sh" "$work/base" "$work/other" >"$work/difference" && return
    echo "FAILED: $name: with $what other bits than with one thread"
    cat "$work/difference"
    exit 6
}
fixed=env
setarch "$(uname -m)" -R true 2>/dev/null && fixed="setarch $(uname -m) -R"
check "4 threads, without FMA and AVX" 4 env "$plain" TAUWERK_LANES=4
check "2 threads, rays with 8 lanes" 2 env TAUWERK_LANES=8
# shellcheck disable=SC2086
check "2 threads, another locale, fixed addresses" 2 env LC_ALL="${TW_LOCALE:-C.UTF-8}" LANGUAGE=de $fixed
echo "$name: $(wc -l <"$work/base/states") states, $(wc -l <"$work/base/pictures") pictures, 4 circumstances: same bits"
