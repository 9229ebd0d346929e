# help and version come from the tables and go to the standard output
. "$2/tests/cli/lib.sh"
expect 0 "$tauwerk" --version
[ "$(cat .out)" = "tauwerk $version" ] || fail "expected 'tauwerk $version'"
expect 0 "$tauwerk" version
prints "tauwerk $version"
for words in help --help -h; do
    expect 0 "$tauwerk" $words
    prints "tauwerk run SCENE.lua"
    prints "130 interrupted"
done
for words in "help run" "run --help" "run -h"; do
    expect 0 "$tauwerk" $words
    prints "--frames A-B[:S]"
done
expect 0 "$tauwerk" help rod
prints "end1"
prints "radius"
prints "required"
prints "velocity"
expect 0 "$tauwerk" help spring
prints "stiffness"
expect 0 "$tauwerk" help on_plane
prints "tolerance"
for verb in ramp keys when chain group record impulse text assemble snapshot; do
    expect 0 "$tauwerk" help $verb
    prints "$verb"
done
for topic in timeline checks models robots script module objects texts math vectors bodies forces constraints materials steppers stepper scene camera light lights ground layers; do
    expect 0 "$tauwerk" help $topic
    [ "$(wc -l <.out)" -gt 3 ] || fail "help $topic is short"
done
# other words lead to what tells of them
while read -r word told; do
    expect 0 "$tauwerk" help "$word"
    prints "$told"
done <<'END'
grammar strobe
chain chain.user
title tw.card
sound clicks
conflicts scene:diagnose
tau tolerance
gravity free fall
END
expect 0 "$tauwerk" help materials
prints "steel"
if [ -w /dev/full ]; then
    expect 4 sh -c "'$tauwerk' help >/dev/full"
    says "cannot write to the standard output"
fi
# every function of the module is told somewhere
cat >names.lua <<'END'
local tw = require "tauwerk"
for name in pairs(tw) do if name ~= "models" and name ~= "math" then print("tw." .. name) end end
for name in pairs(tw.math) do print("tw.math." .. name) end
END
expect 0 "$tauwerk" lua names.lua
sort .out >names
[ "$(wc -l <names)" -gt 40 ] || fail "few names in the module"
for topic in timeline checks models editing script module math vectors scene colors; do
    "$tauwerk" help $topic || fail "help $topic"
done >all
while read -r name; do
    grep -qF "$name" all || fail "no help tells $name"
done <names
