# plots: the curve of a constraint is the closed form, forces and energies by name, wrong names
. "$2/tests/cli/lib.sh"
expect 0 "$tauwerk" plot "$scenes/tiny.lua" --what deviation -o d.svg
is_file d.svg
[ "$(tail -n 1 d.svg)" = "</svg>" ] || fail "d.svg is cut off"
grep -q "https\?:" d.svg && ! grep -q 'xmlns="http://www.w3.org/2000/svg"' d.svg && fail "d.svg needs something else"
# From rest D = D0 (1 + t/tau) e^(-t/tau) with tau = 0.2. The axis of time is 0 .. 0.2 s; the
# frame's last corner tells where it ends in pixels
grep -F 'stroke-width="2.60"' d.svg | head -n 1 | sed 's/.*points="//; s/".*//' | tr ' ,' '\n ' >curve
grep -F 'stroke="#303030" stroke-width="1.20"' d.svg | head -n 1 | sed 's/.*points="//; s/".*//' | tr ' ,' '\n ' >law
frame=$(grep -F 'stroke="#909090" stroke-width="1.00"' d.svg | sed 's/.*points="//; s/".*//' | tr ' ,' '\n ' | tail -n 1)
for f in curve law; do
    awk -v right="${frame% *}" -v bottom="${frame#* }" 'NR == 1 { x0 = $1; top = $2 } { x[NR] = $1; y[NR] = $2 }
        END { if (NR < 500) { print "only " NR " points"; exit 1 }
            for (i = 1; i <= NR; i++) {
                s = (x[i] - x0) / (right - x0) * 0.2 / 0.2
                want = (1 + s) * exp(-s); got = (bottom - y[i]) / (bottom - top)
                if (want - got > 2e-3 || got - want > 2e-3) { print i, s, want, got; exit 1 } } }' $f >.out ||
        fail "$f is not the closed form"
done
expect 0 "$tauwerk" plot "$scenes/tiny.lua" -o all.png --log --what deviation --what energy --what force:point_to_nail1 --what speed:rod
is_png all.png
expect 0 "$tauwerk" plot "$scenes/tiny.lua" -o again.png --log --what deviation --what energy --what force:point_to_nail1 --what speed:rod
same all.png again.png
expect 0 "$tauwerk" plot "$scenes/tiny.lua" -o e.svg --what energy
for word in kinetic potential total "energy (J)" "time (s)"; do
    grep -qF ">$word<" e.svg || fail "no $word in e.svg"
done
# names are data, not markup
cat >odd.lua <<'END'
local tw = require "tauwerk"
local scene = tw.scene { name = "a<b&c", duration = 0.1, gravity = "earth" }
local ball = scene:sphere { name = "x>y", radius = 0.1 }
scene:record { "r & s", value = function() return ball.position.z end, every = 0.05 }
return scene
END
expect 0 "$tauwerk" plot odd.lua -o odd.svg --what speed --what record
grep -qF ">a&lt;b&amp;c<" odd.svg || fail "the title is not escaped"
grep -qF ">x&gt;y<" odd.svg || fail "the name is not escaped"
# the force of a force: a spring's, by its name
cat >spring.lua <<'END'
local tw = require "tauwerk"
local scene = tw.scene { duration = 0.1 }
local ball = scene:sphere { radius = 0.1, position = { 1, 0, 0 } }
scene:spring { name = "pull", a = ball.center, b = scene:nail { 0, 0, 0 }, rest = 0.5, stiffness = 10 }
return scene
END
expect 0 "$tauwerk" plot spring.lua -o spring.svg --what force:pull
grep -qF ">pull<" spring.svg || fail "the spring's force is not plotted"
expect 0 "$tauwerk" plot odd.lua -o one.svg --what "speed:x>y"
expect 2 "$tauwerk" plot odd.lua -o none.svg --what deviation
says "the scene has no such curve"
expect 2 "$tauwerk" plot odd.lua -o none.svg --what speed:nobody
says "nothing called 'nobody'"
expect 2 "$tauwerk" plot odd.lua -o none.svg --what energies
says "did you mean 'energy'"
expect 2 "$tauwerk" plot odd.lua -o none.svg --what energy:x
says "whole scene"
expect 2 "$tauwerk" plot odd.lua -o none.svg --what force:
says "name after the colon"
expect 2 "$tauwerk" plot odd.lua -o none.pdf
says "FILE.svg or FILE.png"
expect 2 "$tauwerk" plot odd.lua
says "expected FILE.svg or FILE.png, got none"
expect 2 "$tauwerk" plot -o none.svg
says "expected a script, got none"
expect 4 "$tauwerk" plot odd.lua --what energy -o nowhere/none.svg
says "nowhere/none.svg"
expect 1 "$tauwerk" plot "$scenes/nothing.lua" -o none.svg
says "returns no scene"
for f in none.*; do no_file "$f"; done
[ "$(find . -name '*.part' | wc -l)" -eq 0 ] || fail "a temporary file is left"
