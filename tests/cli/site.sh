# The pages of the site (scripts/site.sh) without its pictures: made from help, docs/ and scripts/, and linked rightly.
. "$2/tests/cli/lib.sh"
tree=$2
mkdir -p pages/gallery pages/reference pictures
cd "$tree" || fail "no source tree"
expect 0 "$tauwerk" lua docs/site/documents.lua "$work/pages"
prints "documents:"
grep -q "(../gallery/forces_gallery.md)" "$work/pages/kinds/drag.md" || fail "no link to a scene's page"
if grep -rl '](\.\./\.\./src' "$work/pages"; then fail "a link leaves the site"; fi
expect 0 "$tauwerk" lua docs/site/reference.lua "$tauwerk" "$work/pages/reference"
expect 0 "$tauwerk" lua docs/site/library.lua include/tauwerk.h "$work/pages/reference/library.md"
for words in "rod.md:end2" "rod.md:angular_velocity" "hinge.md:axis_a" "vectors.md:tw.euler(x, y, z)" "math.md:tw.math.smooth" \
    "command_run.md:--no-render" "timeline.md:wait_settled" "text.md:anchor" "library.md:tw_snapshot" "plume.md:metres_per_newton" "index.md:](rolling.md)"; do
    grep -qF -- "${words#*:}" "$work/pages/reference/${words%%:*}" || fail "reference/${words%%:*} has no ${words#*:}"
done
find scripts -name '*.lua' -not -name '_*' | while read -r scene; do
    name=$(echo "${scene#scripts/}" | tr / _)
    cp docs/pictures/cards.png "$work/pictures/${name%.lua}.png"
done
expect 0 "$tauwerk" lua docs/site/gallery.lua "$work/pictures" "$work/pages/gallery"
grep -qF "two rods fly in" "$work/pages/gallery/pendulum.md" || fail "the gallery does not say what it shows"
cd "$work" || fail "no folder"
sed '/^REEL$/d' "$tree/docs/site/index.md" >pages/index.md
cp "$tree/docs/site/extra.css" pages/

# a link to nothing, and a page that loads from elsewhere
mkdir -p wrong
for k in 1 2 3 4 5 6 7 8 9 10 11; do echo '<a href="0.html#here"><p id="here">' >wrong/$k.html; done
echo '<a href="1.html#here"><a href="https://example.org"><p id="here">' >wrong/0.html
expect 0 "$tauwerk" lua "$tree/docs/site/links.lua" wrong
echo '<a href="gone.html"><a href="1.html#there"><img src="https://example.org/a.png">' >wrong/10.html
expect 1 "$tauwerk" lua "$tree/docs/site/links.lua" wrong
says "10.html: no file for gone.html"
says "10.html: no place 1.html#there"
says "10.html: loads https://example.org/a.png"

command -v mkdocs >/dev/null && [ -d /usr/share/mkdocs/themes/material ] || exit 0
cp -r "$tree/docs/site/mkdocs.yml" "$tree/docs/site/theme" .
expect 0 mkdocs build --strict --quiet
expect 0 "$tree/docs/site/index.sh" site
expect 0 "$tauwerk" lua "$tree/docs/site/links.lua" site
prints "nothing from outside"

# on demand (TAUWERK_ON_DEMAND=1): the search; pages that are wider than a small window, or lack a picture
[ "${TAUWERK_ON_DEMAND:-}" = 1 ] && command -v chromium >/dev/null || exit 0
expect 0 "$tauwerk" lua "$tree/docs/site/search.lua" site
rm site/search/search_index.js
expect 1 "$tauwerk" lua "$tree/docs/site/search.lua" site
says "search: 'hinge' leads to no page"
mkdir wide
echo '<!doctype html><p>narrow' >wide/a.html
expect 0 "$tauwerk" lua "$tree/docs/site/overflow.lua" wide
echo '<!doctype html><div style="width:500px">too wide</div>' >wide/b.html
echo '<!doctype html><img src="gone.png">' >wide/c.html
expect 1 "$tauwerk" lua "$tree/docs/site/overflow.lua" wide
says "b.html: 508 pixels wide, by div 'too wide'"
says "c.html: cannot show gone.png"
