#!/bin/sh
# The whole matrix of "same input, same bits", on demand:
#
#   tests/determinism/matrix.sh [-w FOLDER] [-b BUILDS] [-j JOBS] [SCENE.lua]...
#
# builds the program by gcc and clang with -O0, -O2 and -O3, with and without -march=x86-64-v3, in
# FOLDER (default build/matrix), runs every scene (default: those below) by each of them with 1, 2 and 4
# threads, and by the first of them on masked and emulated processors, in another locale and at other
# addresses. Compares all states of all frames and all pictures with those of the first run. Prints a
# table and, where bits differ, the first scene, frame, body and number.
# -b: some of "gcc-O3 gcc-O2 gcc-O0 gcc-O3-v3 ..." ; -j: jobs of the compiler.
# Status: 0 all the same, 6 some differ, 4 something could not be run.
set -u
here=$(cd "$(dirname "$0")" && pwd)
source=$(cd "$here/../.." && pwd)
work=$source/build/matrix jobs=$(nproc) builds=
while getopts w:b:j: option; do
    case $option in
    w) work=$OPTARG ;;
    b) builds=$OPTARG ;;
    j) jobs=$OPTARG ;;
    *) exit 2 ;;
    esac
done
shift $((OPTIND - 1))
if [ -z "$builds" ]; then
    for level in O3 O2 O0; do
        for compiler in gcc clang; do builds="$builds $compiler-$level $compiler-$level-v3"; done
    done
fi
if [ $# -eq 0 ]; then
    cd "$source/scripts" || exit 4
    set -- pendulum.lua figures/f0[1-8]*.lua figures/f10_split.lua joints/screw.lua joints/limit.lua joints/motor.lua \
        joints/gear.lua joints/rolling.lua joints/universal.lua joints/on_curve.lua mechanisms/four_bar.lua \
        mechanisms/bricard.lua contact/three_balls.lua contact/ramp.lua contact/newtons_cradle.lua \
        custom/ellipsoid.lua forces/gallery.lua bodies/gallery.lua picture/*.lua
    all=
    for scene; do all="$all $source/scripts/$scene"; done
else
    all=
    for scene; do all="$all $(realpath "$scene")"; done
fi
mkdir -p "$work" || exit 4
work=$(cd "$work" && pwd)
: >"$work/differences"
failed=0

# build NAME: gcc-O2-v3
build() {
    compiler=${1%%-*} rest=${1#*-}
    level=${rest%%-*} flags=-${rest%%-*}
    case $rest in *-v3) flags="$flags -march=x86-64-v3" ;; esac
    [ "$level" = O0 ] || flags="$flags -DNDEBUG"
    CC=$compiler cmake -S "$source" -B "$work/$1" -G Ninja -DCMAKE_BUILD_TYPE=None -DBUILD_TESTING=OFF \
        -DCMAKE_C_FLAGS="$flags" >"$work/$1.log" 2>&1 &&
        ninja -C "$work/$1" -j "$jobs" tauwerk >>"$work/$1.log" 2>&1 && return
    tail -n 20 "$work/$1.log" >&2
    echo "matrix.sh: $1 cannot be built" >&2
    exit 4
}

# measure LABEL THREADS PROGRAM...: all scenes, compared with the first measurement; a line of the table
measure() {
    label=$1 threads=$2 right=0 wrong=0
    shift 2
    for scene in $all; do
        id=$(echo "${scene#"$source"/scripts/}" | tr / _)
        if [ ! -e "$work/base/$id/done" ]; then
            sh "$here/one.sh" "$scene" "$work/base/$id" "$threads" "$@" || exit 4
            : >"$work/base/$id/done"
        else
            sh "$here/one.sh" "$scene" "$work/other" "$threads" "$@" || exit 4
            if sh "$here/differ.sh" "$work/base/$id" "$work/other" >"$work/difference"; then
                right=$((right + 1))
                continue
            fi
            wrong=$((wrong + 1)) failed=6
            {
                echo "$label, $threads threads, $scene:"
                cat "$work/difference"
            } >>"$work/differences"
            continue
        fi
        right=$((right + 1))
    done
    printf '%-34s %7d   %4d same %4d other\n' "$label" "$threads" "$right" "$wrong"
}

rm -rf "$work/base"
export LC_ALL=C
set -- $builds
first=$1
printf '%-34s %7s   scenes\n' "build, circumstance" threads
for name in $builds; do
    build "$name"
    for threads in 1 2 4; do measure "$name" $threads "$work/$name/tauwerk"; done
done

program=$work/$first/tauwerk
base=glibc.cpu.hwcaps=-AVX512F,-AVX512VL,-AVX512BW
measure "$first, no AVX-512" 2 env GLIBC_TUNABLES=$base TAUWERK_LANES=8 "$program"
measure "$first, no FMA" 2 env GLIBC_TUNABLES=$base,-FMA,-FMA4 "$program"
measure "$first, no FMA, AVX; plain" 2 env GLIBC_TUNABLES=$base,-FMA,-FMA4,-AVX,-AVX2 TAUWERK_LANES=4 "$program"
if command -v qemu-x86_64 >/dev/null; then
    for cpu in Nehalem Haswell; do measure "$first, emulated $cpu" 1 qemu-x86_64 -cpu $cpu "$program"; done
else
    echo "no qemu-x86_64 (Debian: qemu-user): emulated processors left out"
fi
if command -v localedef >/dev/null && [ -e /usr/share/i18n/locales/de_DE ]; then
    mkdir -p "$work/locale"
    localedef -i de_DE -f UTF-8 "$work/locale/de_DE.UTF-8" >/dev/null 2>&1
    localedef -i tr_TR -f UTF-8 "$work/locale/tr_TR.UTF-8" >/dev/null 2>&1
    for name in de_DE tr_TR; do
        measure "$first, locale $name" 2 env LOCPATH="$work/locale" LC_ALL=$name.UTF-8 "$program"
    done
else
    echo "no localedef with de_DE (Debian: locales): other locales left out"
fi
measure "$first, fixed addresses" 2 setarch "$(uname -m)" -R "$program"
for again in 1 2 3; do measure "$first, random addresses, $again" 2 "$program"; done

if [ $failed -ne 0 ]; then
    echo
    cat "$work/differences"
fi
exit $failed
