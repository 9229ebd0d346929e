#!/usr/bin/env bash
# As a new user takes them: the tarball in a folder with nothing else in it (chroot), and the packages in a new Debian (debootstrap).
#   scripts/package-check.sh TARBALL [FOLDER_OF_PACKAGES]         as root; without the folder: the tarball alone
# SYSTEM=FOLDER: a Debian that is there already is copied, instead of debootstrap. Status: 0 all works, 6 something does not, 4 no root.
set -euo pipefail
cd "$(dirname "$0")/.."
tarball=$1 packages=${2:-}
[ "$(id -u)" -eq 0 ] || { echo "package-check: chroot needs root" >&2; exit 4; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() {
    echo "package-check: $*" >&2
    exit 6
}
# a command in a folder as the root, with its own /proc
within() {
    local root=$1
    shift
    # shellcheck disable=SC2016
    unshare --mount --pid --fork --kill-child sh -ec 'mount -t proc proc "$0/proc"; root=$0; exec env -i HOME=/root TERM=xterm PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 chroot "$root" "$@"' \
        "$root" "$@"
}

# --- the tarball
jail=$work/jail
mkdir -p "$jail"/{tmp,proc,dev,root}
mknod "$jail/dev/null" c 1 3
mknod "$jail/dev/urandom" c 1 9
tar -C "$jail" -xzf "$tarball"
top=/$(basename "$tarball" .tar.gz)
! objdump -T "$jail$top/bin/tauwerk" 2>/dev/null | grep -q GLIBC_ || fail "bin/tauwerk asks for a version of glibc"
readelf -l "$jail$top/bin/tauwerk" | grep -q INTERP && fail "bin/tauwerk asks for a loader"
cp scripts/pendulum.lua tests/data/robots/arm.urdf "$jail/tmp/"
run() { within "$jail" "$top/bin/tauwerk" "$@"; }
run --version | grep -q '^tauwerk ' || fail "no version"
run run /tmp/pendulum.lua --frames 1-240:120 --size 160x90 --quiet -o /tmp/out
[ "$(find "$jail/tmp/out" -name '*.png' | wc -l)" -eq 2 ] || fail "no pictures"
build/package/tauwerk run scripts/pendulum.lua --frames 1-240:120 --size 160x90 --quiet -o "$work/here"
for picture in "$work"/here/*.png; do
    cmp "$picture" "$jail/tmp/out/${picture##*/}" || fail "another picture than that of the program outside"
done
run run /tmp/arm.urdf --frames 1-1 --size 160x90 --quiet -o /tmp/arm >"$work/said" 2>&1 || fail "no robot: $(cat "$work/said")"
run import /tmp/arm.urdf -o /tmp/arm.lua >/dev/null 2>&1 && run check --update /tmp/arm.lua >/dev/null 2>&1 &&
    run check /tmp/arm.lua >"$work/said" 2>&1 || fail "check: $(cat "$work/said")"
run export /tmp/pendulum.lua -o /tmp/pendulum.usda >"$work/said" 2>&1 || fail "export: $(cat "$work/said")"
run help rod >"$work/said" && grep -q rod "$work/said" || fail "help"
printf '%s\n' 'local tw = require "tauwerk"' 'local s = tw.scene { duration = 1 }' 's:rod { radius = 0.1, length = tw.param("length", 1, { min = 0.5, max = 2 }) }' \
    'return s' >"$jail/tmp/sweep.lua"
run run /tmp/sweep.lua --sweep length=1,2 --frames 1-1 --size 80x45 -o /tmp/sweep >"$work/said" 2>&1 || fail "a sweep, which starts copies: $(cat "$work/said")"
(cd "$jail/tmp" && ln -s "..$top/bin/tauwerk" link)
within "$jail" /tmp/link --version >/dev/null || fail "no start by a link"
within "$jail" "$top/bin/tauwerk" view /tmp/pendulum.lua --no-browser >"$work/view" 2>&1 &
server=$!
for _ in $(seq 50); do
    address=$(grep -o 'http://[^ ]*' "$work/view" || true)
    [ -z "$address" ] || { curl -s -o "$work/page" "$address" && break; }
    sleep 0.1
done
grep -qi "<html" "$work/page" || fail "view serves no page: $(cat "$work/view")"
pkill -KILL -P "$server" || true # unshare, which passes no other signal on, and all in it
wait "$server" 2>/dev/null || true
echo "package-check: the tarball works in an empty folder: run, robot, import, check, export, sweep, help, view"
[ -n "$packages" ] || exit 0

# --- the packages
system=$work/system
mirror=$(sed -n 's/^URIs: *\([^ ]*\).*/\1/p' /etc/apt/sources.list.d/*.sources 2>/dev/null | head -n 1)
if [ -n "${SYSTEM:-}" ]; then
    cp -a "$SYSTEM" "$system"
else
    debootstrap --variant=minbase --include=bash-completion,man-db,ca-certificates bookworm "$system" ${mirror:+"$mirror"} >"$work/log" 2>&1 ||
        fail "debootstrap: $(tail -n 3 "$work/log")"
fi
mkdir -p "$system/root/deb"
cp "$packages"/*.deb "$system/root/deb/"
cp tests/data/robots/arm.urdf scripts/links.sh "$system/root/"
cat >"$system/root/user.sh" <<'USER'
set -eu
export DEBIAN_FRONTEND=noninteractive
cd /root
rm -f /etc/dpkg/dpkg.cfg.d/docker* # which leave out man pages
dpkg -i deb/*.deb >log 2>&1 || apt-get install -y -f >>log 2>&1 || { tail -n 5 log; exit 1; }
tauwerk --version
mkdir -p swing
cd swing
tauwerk new swing.lua >/dev/null
ls -A
tauwerk check --update . >/dev/null 2>&1
tauwerk check . >../log 2>&1 || { cat ../log; exit 1; }
man -P cat tauwerk | grep -q "SYNOPSIS" && echo "man: yes"
bash -ic '. /usr/share/bash-completion/bash_completion; COMP_WORDS=(tauwerk ru) COMP_CWORD=1 COMP_LINE="tauwerk ru" COMP_POINT=10
    _completion_loader tauwerk; f=$(complete -p tauwerk | sed "s/.*-F \([^ ]*\).*/\1/"); $f tauwerk ru tauwerk; echo "completion: ${COMPREPLY[*]}"' 2>/dev/null
cd ..
tauwerk run arm.urdf --frames 1-1 --size 160x90 --quiet -o arm 2>/dev/null && ls arm
tauwerk run /usr/share/tauwerk/scripts/robots/quadruped.lua --frames 1-1 --size 160x90 --quiet -o scene 2>/dev/null && ls scene
dpkg -L tauwerk-doc | grep -c '\.md' | sed 's/^/documents: /'
bash /root/links.sh /usr/share/doc/tauwerk
USER
within "$system" bash /root/user.sh >"$work/said" 2>&1 || fail "the packages: $(tail -n 8 "$work/said")"
cat "$work/said"
for wanted in "man: yes" "quadruped.0001.png" "completion: run" "arm.0001.png" ".luarc.json" "documents: [1-9]" "in pages, 0 lead"; do
    grep -q -- "$wanted" "$work/said" || fail "the packages: no $wanted"
done
echo "package-check: the packages work in a new Debian: new, check, man, completion, robot, documents"
