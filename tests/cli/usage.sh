# usage errors: status 2 and what was meant
. "$2/tests/cli/lib.sh"
expect 2 "$tauwerk"
says "tauwerk run SCENE.lua"
expect 2 "$tauwerk" rnu
says "unknown command 'rnu', did you mean 'run'?"
expect 2 "$tauwerk" scene.lua
says "did you mean 'tauwerk run scene.lua'?"
expect 2 "$tauwerk" run
says "run: expected a script, got none"
expect 2 "$tauwerk" run a.lua b.lua
says "one script at a time"
expect 2 "$tauwerk" run --frame 1-2 a.lua
says "unknown option '--frame', did you mean '--frames'?"
expect 2 "$tauwerk" run --qualty=draft a.lua
says "did you mean '--quality'?"
expect 2 "$tauwerk" run -x a.lua
says "unknown option '-x'"
expect 2 "$tauwerk" run a.lua --size
says "option '--size' needs an argument"
expect 2 "$tauwerk" run --no-render=yes a.lua
says "option '--no-render' takes no argument"
for size in 64 64x 0x36 64x36x3 -1x5 20000x10 64x36k; do
    expect 2 "$tauwerk" run "--size=$size" a.lua
    says "option '--size': expected WIDTHxHEIGHT"
done
for frames in 0 5-2 a 1-2:0 1-2-3 1:; do
    expect 2 "$tauwerk" run --frames "$frames" a.lua
    says "option '--frames': expected A, A-B"
done
expect 2 "$tauwerk" run --threads 0 a.lua
says "option '--threads': expected a whole number from 1 on, got '0'"
expect 2 "$tauwerk" run --quality fnal a.lua
says "expected one of draft, normal, fine, final, got 'fnal', did you mean 'final'?"
expect 2 "$tauwerk" run --quality draft --samples 4 a.lua
says "option '--samples': expected one of 1, 16, got '4'"
expect 2 "$tauwerk" run --samples 16 a.lua
says "run: --samples needs --quality draft"
expect 2 "$tauwerk" run --draw points,forcs a.lua
says "unknown layer 'forcs', did you mean 'forces'?"
expect 2 "$tauwerk" run --set speed a.lua
says "option '--set': expected NAME=VALUE, got 'speed'"
expect 2 "$tauwerk" run --limit-time -3 a.lua
says "expected a positive number, got '-3'"
expect 2 "$tauwerk" run "$scenes/tiny.lua" --set sped=3 -o out
says "sped"
expect 2 "$tauwerk" run "$scenes/tiny.lua" --frames 7-8 -o out
says "the film 'tiny' has 6 frames"
expect 2 "$tauwerk" help spher
says "nothing called 'spher', did you mean 'sphere'?"
expect 2 "$tauwerk" lua --sett a=1
says "did you mean '--set'?"
