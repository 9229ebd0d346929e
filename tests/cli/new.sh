# a scene to begin with: it runs, what it expects holds; what is there stays as it is
. "$2/tests/cli/lib.sh"
expect 0 "$tauwerk" new swing
prints "swing.lua"
is_file swing.lua
# settings for editors and luacheck beside it: the stubs are where they say
is_file .luarc.json
is_file .luacheckrc
library=$(sed -n 's/.*"workspace.library": \["\(.*\)"\].*/\1/p' .luarc.json)
is_file "$library/tauwerk.lua"
echo mine >.luacheckrc
rm .luarc.json
expect 0 "$tauwerk" run swing.lua --size 64x36 --quality draft --frames 1-150:50 -o out
count 3 'swing.*.png'
expect 0 "$tauwerk" run swing.lua --no-render --set length=1.5
expect 2 "$tauwerk" run swing.lua --no-render --set length=9
cp swing.lua kept
expect 4 "$tauwerk" new swing
says "swing.lua is there already"
expect 4 "$tauwerk" new swing.lua
same swing.lua kept
ln -s nowhere broken.lua
expect 4 "$tauwerk" new broken
no_file nowhere
mkdir sub
expect 0 "$tauwerk" new "sub/it's a swing.lua"
expect 0 "$tauwerk" run "sub/it's a swing.lua" --no-render
is_file sub/.luarc.json
expect 0 "$tauwerk" new second
is_file .luarc.json
[ "$(cat .luacheckrc)" = mine ] || fail "a file that was there was written"
expect 4 "$tauwerk" new missing/swing
says "missing/swing.lua"
expect 2 "$tauwerk" new
says "expected a name, got none"
expect 2 "$tauwerk" new a b
says "'a' and 'b'"
for name in '' .lua sub/ .hidden 'a"b' 'a\b' sub/-x; do
    expect 2 "$tauwerk" new "$name"
    says "expected a name"
done
expect 2 "$tauwerk" new --force
says "--force"
if [ -e /dev/full ]; then
    expect 4 sh -c "'$tauwerk' new loud >/dev/full"
fi
