#!/bin/sh
# The layout of the tarball (scripts/package.sh): the launcher, the loader and the libraries beside the program; a link to the launcher, a
# run, and copies of the program that a sweep starts.
. "$2/tests/cli/lib.sh"
own=$work/tree/lib/tauwerk
mkdir -p "$own" "$work/tree/bin" "$work/tree/share/tauwerk"
loader=$(ldd "$tauwerk" | sed -n 's:^[[:space:]]*\(/[^ ]*/ld-[^ ]*\) .*:\1:p')
[ -n "$loader" ] || { echo "skipped: the program is static, or runs under a sanitizer's loader"; exit 77; }
cp "$tauwerk" "$own/tauwerk"
cp -L "$loader" "$own/"
ldd "$tauwerk" | awk '$3 ~ /^\// { print $3 }' | while read -r lib; do cp -L "$lib" "$own/"; done
echo 'int main(void) { return 0; }' >"$work/empty.c"
cc -static "$work/empty.c" -o "$work/empty" || { echo "skipped: no static C library here"; exit 77; }
cc -std=c17 -Wall -Wextra -Werror -Os -static -s -D_GNU_SOURCE -DLOADER="\"$(basename "$loader")\"" "$2/cmake/tarball/launch.c" \
    -o "$work/tree/bin/tauwerk" || fail "the launcher does not compile"
if objdump -T "$work/tree/bin/tauwerk" 2>/dev/null | grep GLIBC_; then
    fail "the launcher asks for a version of glibc"
fi
cp -R "$2/lua" "$work/tree/share/tauwerk/lua"
ln -s "tree/bin/tauwerk" "$work/link"
cat >"$work/sweep.lua" <<'SCENE'
local tw = require "tauwerk"
local s = tw.scene { duration = 1 }
s:rod { radius = 0.1, length = tw.param("length", 1, { min = 0.5, max = 2 }) }
return s
SCENE
cp -R "$work/tree" "$work/a:b"
expect 4 "$work/a:b/bin/tauwerk" --version
says "without ':'"
[ "$("$work/link" --version)" = "$("$tauwerk" --version)" ] || fail "another version"
expect 0 "$work/link" run sweep.lua --sweep length=1,2 --frames 1-1 --size 64x36 -o out
[ "$(grep -c '^length=[12],[12],0,' out/sweep.csv)" -eq 2 ] || fail "not two runs: $(cat out/sweep.csv)"
# the same bits as the program alone
expect 0 "$tauwerk" run sweep.lua --frames 1-1 --size 64x36 --quiet -o alone
expect 0 tree/bin/tauwerk run sweep.lua --frames 1-1 --size 64x36 --quiet -o launched
cmp alone/*.png launched/*.png || fail "another picture"
