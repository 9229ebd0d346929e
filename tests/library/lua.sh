#!/bin/sh
# require "tauwerk" from a stock Lua: lua.sh BUILD SOURCE WORK LUA CC NM LIBLUA; 77: there is no such Lua.
set -eu
build=$1 source=$2 work=$3 lua=$4 cc=$5 nm=$6 liblua=$7
fail() { echo "$*"; exit 1; }
rm -rf "$work"
mkdir -p "$work"
cd "$work"

# --- names, version
[ "$("$nm" -D --defined-only "$build/lua/tauwerk.so" | awk '{print $NF}')" = luaopen_tauwerk ] ||
    fail "tauwerk.so shows other names than luaopen_tauwerk"
version=$(sed -n 's/^#define TAUWERK_VERSION "\(.*\)"/\1/p' "$source/include/tauwerk.h")
grep -q "^version = \"$version-[0-9]*\"" "$source/lua/tauwerk-$version-1.rockspec" || fail "the rockspec has another version"

[ "$lua" != none ] || { echo "no lua5.4: scripts/install-deps.sh installs it"; exit 77; }
# the module is that of the build, and no other
export LUA_CPATH="$build/lua/?.so" LUA_PATH=/nonexistent

# --- the same bits as `tauwerk lua`
"$lua" "$source/docs/library/tower.lua" >stock
"$build/tauwerk" lua "$source/docs/library/tower.lua" >own
diff own stock || fail "a stock Lua gives other texts or another hash"
for scene in contact/newtons_cradle mechanisms/jansen films/towers custom/tetrahedra; do
    "$lua" "$source/tests/library/hash.lua" "$source/scripts/$scene.lua" >stock
    "$build/tauwerk" lua "$source/tests/library/hash.lua" "$source/scripts/$scene.lua" >own 2>checks || true # of times after 0.3 s
    grep -q '[0-9a-f]\{16\}' own || fail "$scene has no hash"
    diff own stock || fail "$scene: a stock Lua gives another hash"
done

# --- errors, what the host keeps, garbage, the end of a state
printf 'local tw = require "tauwerk"\nlocal s = tw.scene {}\ns:sphere { radius = -1 }\n' >bad.lua
"$lua" bad.lua 2>error && fail "a wrong radius is no error"
grep -q "bad.lua:3: .*field 'radius': expected a positive number, got -1" error || fail "the error is: $(cat error)"
"$lua" "$source/tests/library/guest.lua" >out || fail "guest.lua failed: $(cat out)"
[ "$(cat out)" = "stale at the end: true" ] || fail "at the end of the state: $(cat out)"
"$lua" -W "$source/tests/library/notice.lua" >/dev/null 2>warning
grep -q "^Lua warning: .*notice.lua:[0-9]*: .*is read as radians" warning || fail "the notice is: $(cat warning)"

# --- two states in one process, whose extra space is the host's
"$cc" -std=c17 -I/usr/include/lua5.4 "$source/tests/library/two_states.c" -o two_states -Wl,-E \
    -Wl,--whole-archive "$liblua" -Wl,--no-whole-archive -ldl -lm
./two_states "$source/docs/library/tower.lua" >states
[ "$(sort states | uniq -c | awk '{print $1, $2}')" = "3 $(tail -1 states)" ] || fail "two states differ: $(cat states)"
[ "$(tail -1 states)" = "$("$build/tauwerk" lua "$source/docs/library/tower.lua" | tail -1)" ] || fail "two states: $(cat states)"
