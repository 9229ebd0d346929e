#!/usr/bin/env bash
# The program for aarch64 by Debian's cross compiler, into build/aarch64, and the same bits as here: scenes run under qemu-user
# and by build/release, and all states of all frames and some pictures are compared.
#   scripts/aarch64.sh [SCENE.lua]...      default: those below; some minutes
#   scripts/aarch64.sh --build             builds only
# Libraries are Debian's for arm64, unpacked below build/aarch64/root; nothing of them is installed. LAPACK and BLAS are compiled
# anew from Debian's source: their archives for arm64 fuse a * b + c, which rounds otherwise than on x86-64.
# Status: 0 all the same, 6 some differ, 4 something could not be had or run.
set -euo pipefail
cd "$(dirname "$0")/.."
source=$PWD work=$PWD/build/aarch64
root=$work/root
scripts/install-deps.sh aarch64
mkdir -p "$work"

packages=(libc6 libc6-dev linux-libc-dev libgcc-s1 libgfortran5 liblua5.4-dev liblapacke-dev liblapack-dev libblas-dev libsundials-dev
    libsuitesparse-dev libdeflate-dev libexpat1-dev libjpeg62-turbo-dev libjpeg62-turbo libopenexr-dev libopenexr-3-1-30 libimath-dev
    zlib1g libcivetweb-dev libcivetweb1 libcjson-dev libcjson1 libedit-dev libedit2 libbsd0 libmd0 libtinfo6 libstb-dev)

# the machine's sources as ones of a type, for any architecture: what it has for sources alone gives no packages, and what it has for
# packages gives sources too
sources_of() { # deb|deb-src
    local list
    for list in /etc/apt/sources.list.d/*.sources; do
        [ ! -e "$list" ] || awk -v type="$1" 'BEGIN { RS = ""; FS = "\n" } {
            text = ""; use = 0
            for (i = 1; i <= NF; i++) {
                if ($i ~ /^Types:/) {
                    use = type == "deb-src" || $i ~ /[: \t]deb([ \t]|$)/
                    text = text "Types: " type "\n"
                } else if ($i !~ /^(Architectures:|#|$)/) text = text $i "\n"
            }
            if (use) print text
        }' "$list"
    done
    [ ! -s /etc/apt/sources.list ] || awk -v type="$1" '$1 == "deb" || ($1 == "deb-src" && type == "deb-src") {
        signed = ""
        if (match($0, /\[[^]]*\]/)) {
            n = split(substr($0, RSTART + 1, RLENGTH - 2), option, " ")
            for (i = 1; i <= n; i++) if (option[i] ~ /^signed-by=/) signed = substr(option[i], 11)
            sub(/\[[^]]*\]/, "")
        }
        uri = $2; suite = $3; $1 = $2 = $3 = ""
        text = "Types: " type "\nURIs: " uri "\nSuites: " suite "\n"
        if ($0 ~ /[^ ]/) text = text "Components:" $0 "\n"
        if (signed) text = text "Signed-By: " signed "\n"
        if (!(text in seen)) print text
        seen[text] = 1
    }' /etc/apt/sources.list
}

# apt with lists of its own: packages for arm64, or sources
apt_beside() { # TYPE ARCHITECTURE COMMAND...
    local state=$work/apt-$1 type=$1 architecture=$2
    shift 2
    if [ ! -e "$state/conf" ]; then
        mkdir -p "$state"/{lists,cache/archives,sources}/partial
        touch "$state/status"
        rmdir "$state/sources/partial"
        sources_of "$type" >"$state/sources/own.sources"
        printf '%s\n' "APT::Architecture \"$architecture\";" "APT::Architectures { \"$architecture\"; };" \
            "Dir::State \"$state\";" "Dir::State::lists \"$state/lists\";" "Dir::State::status \"$state/status\";" \
            "Dir::Cache \"$state/cache\";" "Dir::Etc::sourcelist \"/dev/null\";" "Dir::Etc::sourceparts \"$state/sources\";" \
            'APT::Sandbox::User "root";' >"$state/conf.new"
        APT_CONFIG=$state/conf.new apt-get update -qq
        mv "$state/conf.new" "$state/conf"
    fi
    APT_CONFIG=$state/conf apt-get -qq "$@"
}

# the object of a routine of LAPACK or BLAS and of all that it calls
compile_routine() {
    local name=${1/#dlamc3/dlamch} file # in one file
    [ ! -e "$work/lapack/$name.o" ] || return 0
    for file in "$work"/source/lapack-*/{SRC,BLAS/SRC,INSTALL}/"$name".{f,f90}; do
        [ -e "$file" ] || continue
        local level=-O2
        [ "$name" != dlamch ] || level=-O0
        aarch64-linux-gnu-gfortran $level -ffp-contract=off -fPIC -w -J "$work/lapack" -c "$file" -o "$work/lapack/$name.o"
        aarch64-linux-gnu-nm -u "$work/lapack/$name.o" | sed -n 's/^ *U \([a-z0-9_]*\)_$/\1/p' >"$work/lapack/$name.needs"
        local needed
        while read -r needed; do compile_routine "$needed"; done <"$work/lapack/$name.needs"
        return 0
    done
    echo "aarch64: Debian's lapack has no routine '$name'" >&2
    exit 4
}

if [ ! -e "$root/done" ]; then
    rm -rf "$root" "$work/debs" "$work/source" "$work/lapack"
    mkdir -p "$root" "$work/debs" "$work/source" "$work/lapack"
    (cd "$work/debs" && apt_beside deb arm64 download "${packages[@]}" >/dev/null) || {
        echo "aarch64: not all packages for arm64 can be had: ${packages[*]}" >&2
        exit 4
    }
    for package in "$work"/debs/*.deb; do dpkg-deb -x "$package" "$root"; done
    (cd "$work/source" && apt_beside deb-src "$(dpkg --print-architecture)" source --download-only lapack >/dev/null &&
        tar -xzf lapack_*.orig.tar.gz)
    for module in la_constants la_xisnan; do
        for file in "$work"/source/lapack-*/SRC/"$module".[fF]90; do
            aarch64-linux-gnu-gfortran -cpp -O2 -ffp-contract=off -fPIC -w -J "$work/lapack" -c "$file" -o "$work/lapack/$module.o"
        done
    done
    # shellcheck disable=SC2013 # words
    for routine in $(grep -rhoE 'LAPACKE_[a-z0-9]+_work' src | sed 's/LAPACKE_//; s/_work//' | sort -u); do
        compile_routine "$routine"
    done
    lib=$root/usr/lib/aarch64-linux-gnu
    rm -f "$lib/lapack/liblapack.a" "$lib/blas/libblas.a"
    aarch64-linux-gnu-ar rcs "$lib/lapack/liblapack.a" "$work"/lapack/*.o
    aarch64-linux-gnu-ar rcs "$lib/blas/libblas.a" # all in one archive
    : >"$root/done"
fi
cmake -S . -B "$work/build" -G Ninja --toolchain "$source/cmake/aarch64.cmake" -DTW_ROOT="$root" -DCMAKE_BUILD_TYPE=Release \
    -DBUILD_TESTING=OFF >/dev/null
cmake --build "$work/build" --target tauwerk -- --quiet
[ "${1:-}" != --build ] || exit 0
[ -x build/release/tauwerk ] || { cmake --preset release >/dev/null && cmake --build --preset release --target tauwerk -- --quiet; }

if [ $# -eq 0 ]; then
    cd scripts
    set -- pendulum.lua figures/f05_forces.lua figures/f07_meeting.lua figures/f10_split.lua joints/screw.lua joints/limit.lua \
        joints/gear.lua joints/on_curve.lua mechanisms/four_bar.lua mechanisms/bricard.lua contact/three_balls.lua contact/ramp.lua \
        contact/newtons_cradle.lua custom/ellipsoid.lua forces/gallery.lua bodies/gallery.lua robots/quadruped.lua
fi
right=0 all=0
for scene; do
    scene=$(realpath "$scene")
    all=$((all + 1))
    sh "$source/tests/determinism/one.sh" "$scene" "$work/here" 2 "$source/build/release/tauwerk" || exit 4
    sh "$source/tests/determinism/one.sh" "$scene" "$work/there" 2 qemu-aarch64 -L "$root" "$work/build/tauwerk" || exit 4
    if sh "$source/tests/determinism/differ.sh" "$work/here" "$work/there" >"$work/difference"; then
        right=$((right + 1))
        echo "same: ${scene#"$source"/}, $(head -n 1 "$work/here/state"), $(wc -l <"$work/here/states") frames, $(wc -l <"$work/here/pictures") pictures"
    else
        echo "differs: ${scene#"$source"/}"
        cat "$work/difference"
    fi
done
echo "$right of $all scenes have the same bits on aarch64"
[ $right -eq $all ] || exit 6
