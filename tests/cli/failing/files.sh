# what cannot be read or written: status and the file's name in the message, nothing half written
. "$2/tests/cli/lib.sh"
"$tauwerk" run missing.lua >.out 2>.err
status=$?
[ "$status" -eq 4 ] || [ "$status" -eq 1 ] || fail "expected status 1 or 4 for a missing script"
says "missing.lua"
echo >plain
expect 4 "$tauwerk" run "$scenes/tiny.lua" -o plain/below
says "plain"
expect 4 "$tauwerk" run "$scenes/tiny.lua" --no-render --trace plain/below/t.csv
says "plain/below"
expect 4 "$tauwerk" run "$scenes/tiny.lua" --no-render --trace t.csv --constraints plain/c.csv
says "plain/c.csv"
no_file t.csv
# a folder stands where a picture should
mkdir -p out/tiny.0002.png
expect 4 "$tauwerk" run "$scenes/tiny.lua" -o out
says "tiny.0002.png"
[ "$(find . -name '*.part' | wc -l)" -eq 0 ] || fail "a temporary file is left"
expect 1 "$tauwerk" run "$scenes/nothing.lua"
says "returns no scene"
no_file renders
