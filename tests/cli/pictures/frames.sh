# pictures: where they are, that they are the same however they are made, that the next run keeps
# what is good
. "$2/tests/cli/lib.sh"
expect 0 "$tauwerk" run "$scenes/tiny.lua"
says "tiny: 6 pictures in renders/tiny"
count 6 'tiny.*.png'
for k in 1 2 3 4 5 6; do is_png renders/tiny/tiny.000$k.png; done
is_file renders/tiny/manifest.json
[ "$(find . -name '*.part' | wc -l)" -eq 0 ] || fail "a temporary file is left"

# the same bytes from another run, with other numbers of threads
expect 0 "$tauwerk" run "$scenes/tiny.lua" -o a --threads 1 --quiet
[ ! -s .err ] || fail "--quiet is not quiet"
expect 0 "$tauwerk" run "$scenes/tiny.lua" --output=b --threads=3
for k in 1 2 3 4 5 6; do
    same renders/tiny/tiny.000$k.png a/tiny.000$k.png
    same a/tiny.000$k.png b/tiny.000$k.png
done

# a part of a film whose camera is framed automatically
expect 0 "$tauwerk" run "$scenes/framed.lua" -o whole
expect 0 "$tauwerk" run "$scenes/framed.lua" -o part --frames 2-6:2
for k in 2 4 6; do same whole/framed.000$k.png part/framed.000$k.png; done
no_file part/framed.0001.png
no_file part/framed.0003.png
expect 0 "$tauwerk" run "$scenes/framed.lua" -o one --frames 5
same whole/framed.0005.png one/framed.0005.png
cmp -s whole/framed.0001.png whole/framed.0006.png && fail "nothing moves"

# pictures ahead of time are those that the whole film has
expect 0 "$tauwerk" run "$scenes/settled.lua" -o late --threads 1
expect 0 "$tauwerk" run "$scenes/settled.lua" -o soon --threads 3
count 120 'settled.*.png'
same late/settled.0001.png soon/settled.0001.png
for k in 1 2 3 4 5 6; do same late/settled.00${k}0.png soon/settled.00${k}0.png; done
[ "$(find . -name '*.part' | wc -l)" -eq 0 ] || fail "a temporary file is left"

# what is there is kept; what is missing, cut off or made otherwise is drawn again
expect 0 "$tauwerk" run "$scenes/tiny.lua" -o a
says "6 of them there already"
cp a/tiny.0003.png kept.png
rm a/tiny.0003.png
printf x >a/tiny.0005.png
expect 0 "$tauwerk" run "$scenes/tiny.lua" -o a
says "4 of them there already"
same kept.png a/tiny.0003.png
is_png a/tiny.0005.png
expect 0 "$tauwerk" run "$scenes/tiny.lua" -o a --draw debug --frames 3
says "tiny: 1 picture in a ("
cmp -s kept.png a/tiny.0003.png && fail "the debug layer is not drawn"
expect 0 "$tauwerk" run "$scenes/tiny.lua" -o a --size 32x18
says "tiny: 6 pictures in a ("

# scenes without names get names that differ, past those that are given
cat >pair.lua <<'END'
local tw = require "tauwerk"
local all = {}
for i = 1, 4 do
  all[i] = tw.scene { duration = 0.1, fps = 10, size = { 16, 9 } }
  all[i]:sphere { name = "ball" .. i, radius = 0.2 }
end
all[4].name = "pair-2"
return all
END
expect 0 "$tauwerk" run pair.lua --quality draft -o pairs --trace t.csv
for name in pair pair-2 pair-3 pair-4; do
    is_png pairs/$name.0001.png
    [ "$(wc -l <t.$name.csv)" -eq 2 ] || fail "expected one line: $(cat t.$name.csv)"
done
grep -q ,ball1, t.pair.csv && grep -q ,ball4, t.pair-2.csv && grep -q ,ball2, t.pair-3.csv || fail "names: $(cat t.*.csv)"
# the same name twice, or the same scene: an error before anything is drawn
sed 's/all\[4\].name = .*/all[1].name, all[4].name = "x", "x"/' pair.lua >same.lua
expect 1 "$tauwerk" run same.lua -o none
says "same.lua:7: field 'name': expected a name for each of the scenes"
sed 's/all\[4\].name = .*/all[4] = all[1]/' pair.lua >twice.lua
expect 1 "$tauwerk" run twice.lua -o none
says "twice.lua: the script returns the scene 'twice' twice"
no_file none
