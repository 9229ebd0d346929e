#!/usr/bin/env bash
# Installs what is missing of Tauwerk's packages on Debian 12 (as root or with sudo).
#   scripts/install-deps.sh         all: to build, run and test
#   scripts/install-deps.sh run     only what building and running needs
set -euo pipefail

run=(gcc cmake ninja-build libc6-dev libgfortran-12-dev
     liblua5.4-dev libstb-dev liblapacke-dev liblapack-dev libblas-dev
     libsundials-dev libsuitesparse-dev libdeflate-dev fonts-dejavu-core)
tests=(clang libclang-rt-14-dev libcmocka-dev libmpfr-dev valgrind)

wanted=("${run[@]}")
case "${1:-all}" in
run) ;;
all) wanted+=("${tests[@]}") ;;
*)
    echo "usage: scripts/install-deps.sh [run|all]" >&2
    exit 2
    ;;
esac

missing=()
for p in "${wanted[@]}"; do
    [ "$(dpkg-query -W -f='${db:Status-Status}' "$p" 2>/dev/null || true)" = installed ] || missing+=("$p")
done
[ ${#missing[@]} -eq 0 ] && exit 0

if ! command -v apt-get >/dev/null; then
    echo "install-deps: this machine has no apt-get; please install: ${missing[*]}" >&2
    exit 1
fi
as_root=()
if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null; then
        echo "install-deps: neither root nor sudo; please install: ${missing[*]}" >&2
        exit 1
    fi
    as_root=(sudo)
fi

echo "installing: ${missing[*]}"
"${as_root[@]}" apt-get update -qq
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
