#!/usr/bin/env bash
# Installs what is missing of Tauwerk's packages on Debian 12 (as root or with sudo).
#   scripts/install-deps.sh         all: to build, run and test
#   scripts/install-deps.sh run     only what building and running needs
#   scripts/install-deps.sh demand  what tests on demand need: tests/farm/, tests/determinism/matrix.sh
#   scripts/install-deps.sh site    what the site is made with: scripts/site.sh
#   scripts/install-deps.sh package what building needs, and what packages are made and checked with: scripts/package.sh
#   scripts/install-deps.sh aarch64 what building needs, and the cross compiler: scripts/aarch64.sh
#   scripts/install-deps.sh bench   what building needs, and the engines that bench/physics compares with
set -euo pipefail

run=(gcc cmake ninja-build libc6-dev libgfortran-12-dev
     liblua5.4-dev libstb-dev liblapacke-dev liblapack-dev libblas-dev
     libsundials-dev libsuitesparse-dev libdeflate-dev libexpat1-dev libjpeg62-turbo-dev libopenexr-dev libcivetweb-dev libcjson-dev libedit-dev fonts-dejavu-core)
tests=(clang clang-tidy libclang-rt-14-dev libcmocka-dev libccd-dev libmpfr-dev valgrind locales eatmydata
       g++ pkg-config lua5.4 python3-numpy)
demand=(gcovr afl++ slurm-wlm munge parallel openssh-client openssh-server qemu-user locales clang assimp-utils)
site=(mkdocs mkdocs-material python3-pymdownx ffmpeg)
package=(dpkg-dev fakeroot file patchelf lintian git debootstrap curl binutils)
cross=(gcc-aarch64-linux-gnu gfortran-aarch64-linux-gnu qemu-user dpkg-dev)
peers=(g++ pkg-config libode-dev libbullet-dev libmujoco-dev libosmesa6-dev libembree-dev povray)

# what the page is made with (src/page), and the browser that its tests ask for; a node from elsewhere
# brings its own npm, which Debian's does not get along with
page=(chromium)
node=()
command -v npm >/dev/null || node=(nodejs npm)
page+=(${node[@]+"${node[@]}"})

wanted=("${run[@]}")
case "${1:-all}" in
run) ;;
all) wanted+=("${tests[@]}" "${page[@]}") ;;
demand) wanted+=("${demand[@]}") ;;
site) wanted=("${site[@]}") ;;
package) wanted+=(${node[@]+"${node[@]}"} "${package[@]}") ;;
aarch64) wanted+=("${cross[@]}") ;;
bench) wanted+=("${peers[@]}") ;;
*)
    echo "usage: scripts/install-deps.sh [run|all|demand|site|package|aarch64|bench]" >&2
    exit 2
    ;;
esac

if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
    echo "install-deps: this is no Debian; what is needed, by Debian's names: ${wanted[*]}" >&2
    exit 1
fi

missing=()
for p in "${wanted[@]}"; do
    status=$(dpkg-query -W -f='${db:Status-Status}' "$p" 2>/dev/null || true)
    [ "$status" = installed ] || missing+=("$p")
done
[ ${#missing[@]} -eq 0 ] && exit 0

as_root=()
if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null; then
        echo "install-deps: neither root nor sudo; as root:" >&2
        echo "  apt-get install --no-install-recommends ${missing[*]}" >&2
        exit 1
    fi
    as_root=(sudo)
fi

# apt's report is shown only when it fails
log=$(mktemp)
trap 'rm -f "$log"' EXIT
apt() {
    if ! "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get "$@" >"$log"; then
        tail -n 30 "$log" >&2
        echo "install-deps: apt-get $1 failed" >&2
        exit 1
    fi
}
echo "installing (some minutes on a bare machine): ${missing[*]}"
apt update -qq
apt install -y -q --no-install-recommends "${missing[@]}"
