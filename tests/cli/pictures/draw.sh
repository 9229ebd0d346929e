# figures: SVG and PDF of a scene and of a baked film, which frame, hidden lines, wrong words
. "$2/tests/cli/lib.sh"
cat >two.lua <<'END'
local tw = require "tauwerk"
local scene = tw.scene { name = "two", duration = 0.2, fps = 20, size = { 320, 240 } }
scene:ground { height = 0 }
scene:box { size = { 1, 1, 1 }, position = { 0, 0, 0.5 }, fixed = true, name = "a<b" }
scene:sphere { radius = 0.5, position = { 0, 1.5, 0.6 }, fixed = true, name = "\u{3c4}&\u{416}" }
scene.camera = { eye = { 0.8, -6, 2 }, target = { 0, 0, 0.5 }, fov = tw.deg(35) }
return scene
END
expect 0 "$tauwerk" draw two.lua -o a.svg
is_file a.svg
[ "$(tail -n 1 a.svg)" = "</svg>" ] || fail "a.svg is cut off"
grep -q "stroke-dasharray" a.svg && fail "ink shows hidden lines"
grep -q "C" a.svg || fail "a.svg has no curves"
[ "$(wc -c <a.svg)" -lt 4000 ] || fail "a.svg is large: $(wc -c <a.svg) bytes"
expect 0 "$tauwerk" draw two.lua -o b.svg --hidden dashed --frame 4
grep -q "stroke-dasharray" b.svg || fail "no hidden lines"
expect 0 "$tauwerk" draw two.lua -o c.svg --style blueprint --size 640x480
grep -q 'width="640" height="480"' c.svg || fail "--size is not kept"
grep -q "stroke-dasharray" c.svg || fail "blueprint shows no hidden lines"
expect 0 "$tauwerk" draw two.lua -o names.svg --draw bodies,names
grep -qF ">a&lt;b<" names.svg || fail "the name is not escaped"
# texts of the scene, and what debug shows
cat >text.lua <<'END'
local scene = dofile "two.lua"
scene:text { "a < b", at = "top left", color = "red" }
scene:text { "plain", at = { 0, 0, 1.5 }, color = "black" }
scene:text { "light", at = "bottom right", color = "white" }
return scene
END
for how in svg pdf; do expect 0 "$tauwerk" draw text.lua -o text.$how --draw debug; done
grep -qF '#ff0000">a &lt; b<' text.svg || fail "the text is not there, or not red"
grep -qF '#000000">plain<' text.svg || fail "the text at a point is not there, or not black"
grep -qF '#ffffff">light<' text.svg && fail "white letters on white"
grep -qF '>light<' text.svg || fail "a text without contrast is not there"
expect 0 "$tauwerk" draw text.lua -o blue.svg --style blueprint
grep -qF '#ffffff">light<' blue.svg || fail "white letters on blue are not white"
expect 0 "$tauwerk" draw text.lua -o text.svg
expect 0 "$tauwerk" bake text.lua -o text.twb
expect 0 "$tauwerk" draw text.twb -o baked.svg
same text.svg baked.svg
# a text's own face: of DejaVu in SVG, the standard font that is like it in PDF
command -v python3 >/dev/null || echo "no python3: the faces of texts are not checked"
command -v python3 >/dev/null && for font in sans serif mono bold "serif bold" "mono bold"; do
    printf 'local scene = dofile "two.lua"\nscene:text { "Hi", font = "%s" }\nreturn scene\n' "$font" >face.lua
    expect 0 "$tauwerk" draw face.lua -o "face $font.svg"
    expect 0 "$tauwerk" draw face.lua -o "face $font.pdf"
    python3 - "face $font" >said <<'END'
import re, sys, zlib
svg = open(sys.argv[1] + ".svg").read()
pdf = open(sys.argv[1] + ".pdf", "rb").read()
shown = zlib.decompress(re.search(rb"stream\n(.*?)\nendstream", pdf, re.S).group(1))
name = re.search(rb"/(F\d+) \S+ Tf[^(]*\(Hi\)", shown).group(1)
number = re.search(name + rb" (\d+) 0 R", pdf).group(1)
print(re.search(r"<text(.*?) x=[^>]*>Hi<", svg).group(1).strip(),
      re.search(rb"\n" + number + rb" 0 obj\n.*?/BaseFont/([\w-]+)", pdf).group(1).decode())
END
    cat said >>faces
done
cat >wanted <<'END'
 Helvetica
font-family="DejaVu Serif, Georgia, serif" Times-Roman
font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" Courier
font-weight="bold" Helvetica-Bold
font-family="DejaVu Serif, Georgia, serif" font-weight="bold" Times-Bold
font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-weight="bold" Courier-Bold
END
[ ! -e faces ] || same faces wanted
# the same bytes again, and from a baked film
expect 0 "$tauwerk" draw two.lua -o again.svg
same a.svg again.svg
expect 0 "$tauwerk" bake two.lua -o two.twb
expect 0 "$tauwerk" draw two.twb -o baked.svg
same a.svg baked.svg
# a PDF: where its objects begin is what its table says
expect 0 "$tauwerk" draw two.lua -o a.pdf --draw bodies,names
says "1 character of text is not in the fonts of a PDF"
[ "$(head -c 8 a.pdf)" = "%PDF-1.4" ] || fail "a.pdf is no PDF"
[ "$(tail -n 1 a.pdf)" = "%%EOF" ] || fail "a.pdf is cut off"
at=$(tail -n 2 a.pdf | head -n 1)
[ "$(tail -c +$((at + 1)) a.pdf | head -n 1)" = "xref" ] || fail "startxref is wrong"
n=1
tail -c +$((at + 1)) a.pdf | sed -n '4,14p' | while read -r offset rest; do
    offset=$(echo "$offset" | sed 's/^0*//')
    [ "$(tail -c +$((offset + 1)) a.pdf | head -c $((6 + ${#n})))" = "$n 0 obj" ] || exit 1
    n=$((n + 1))
done || fail "the table of a.pdf is wrong"
if command -v xmllint >/dev/null; then
    for f in a b c names; do expect 0 xmllint --noout $f.svg; done
else
    echo "no xmllint: the files' XML is not checked"
fi
if command -v pdftoppm >/dev/null; then
    expect 0 pdftoppm -r 96 -png a.pdf page
    [ ! -s .err ] || fail "pdftoppm complains"
else
    echo "no pdftoppm: the PDF is not drawn"
fi
expect 2 "$tauwerk" draw two.lua -o none.svg --frame 5
says "the film 'two' has 4 frames, got 5"
expect 2 "$tauwerk" draw two.twb -o none.svg --frame 5
says "the film 'two' has 4 frames, got 5"
expect 2 "$tauwerk" draw two.lua -o none.svg --frame 0
says "--frame"
expect 2 "$tauwerk" draw two.lua -o none.png
says "FILE.svg or FILE.pdf"
expect 2 "$tauwerk" draw two.lua
says "expected FILE.svg or FILE.pdf, got none"
expect 2 "$tauwerk" draw -o none.svg
says "expected a script or a baked film, got none"
expect 2 "$tauwerk" draw two.lua -o none.svg --style inks
says "did you mean 'ink'"
expect 2 "$tauwerk" draw two.lua -o none.svg --hidden dotted
says "dotted"
expect 2 "$tauwerk" draw two.twb -o none.svg --set a=1
says "no parameters"
expect 2 "$tauwerk" draw two.twb -o none.svg --draw debug
says "the layers that it was baked with"
expect 4 "$tauwerk" draw two.lua -o nowhere/none.svg
says "nowhere/none.svg"
for f in none.*; do no_file "$f"; done
[ "$(find . -name '*.part' | wc -l)" -eq 0 ] || fail "a temporary file is left"
# a ruler: its line, and its length as text that follows the points; baked likewise
cat >ruler.lua <<'LUA'
local tw = require "tauwerk"
local scene = tw.scene { name = "ruler", duration = 1, fps = 2, look = "plain" }
local box = scene:box { size = { 1, 1, 1 }, velocity = { 0, 0, 4 } }
local ruler = scene:ruler { from = scene:nail { 3, 0, 0 }, to = box }
local words = scene:ruler { from = box:corner(1), to = box:corner(2), text = "width <b>" }
assert(words.text == "width <b>" and not ruler.text and ruler.kind == "ruler")
scene:at(0.25, function() words.text = nil end)
scene.camera = { eye = { 0, -12, 1 }, target = { 0, 0, 1 }, fov = 0.8 }
return scene
LUA
expect 0 "$tauwerk" draw ruler.lua -o first.svg
grep -q '>3 m</text>' first.svg || fail "the length is missing"
grep -q '>width &lt;b&gt;</text>' first.svg || fail "the text is missing"
expect 0 "$tauwerk" draw ruler.lua -o second.svg --frame 2
grep -q '>3.61 m</text>' second.svg || fail "the length has stood still"
grep -q '>1 m</text>' second.svg || fail "without a text it is the length"
expect 0 "$tauwerk" bake ruler.lua -o ruler.twb
expect 0 "$tauwerk" draw ruler.twb -o baked.svg --frame 2
same second.svg baked.svg
sed -i 's/to = box }/to = 3 }/' ruler.lua
expect 1 "$tauwerk" draw ruler.lua -o none.svg
says "ruler.lua:4: scene:ruler: field 'to': expected a point, a body, {x, y, z} or a function of t, got 3"
no_file none.svg
