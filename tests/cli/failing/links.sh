# Nothing is written outside of the folder that is named: neither through links that stand there, nor by the name that a
# baked film gives itself.
. "$2/tests/cli/lib.sh"
for file in one two three four; do echo precious >$file; done
untouched() { for file in one two three four; do [ "$(cat $file)" = precious ] || fail "$file is overwritten"; done; }

mkdir film
ln -s ../one film/tiny.0001.png
ln -s ../two film/manifest.json
expect 0 "$tauwerk" run "$scenes/tiny.lua" -q -o film
untouched
[ ! -L film/tiny.0001.png ] && [ ! -L film/manifest.json ] || fail "the links are still there"
is_png film/tiny.0001.png
expect 0 "$tauwerk" run "$scenes/tiny.lua" -q -o film
ln -s ../three film/manifest.journal
expect 4 "$tauwerk" run "$scenes/tiny.lua" -q -o film
says "manifest.journal"
untouched
ln -s four table.csv
expect 0 "$tauwerk" run "$scenes/tiny.lua" -q --no-render --trace table.csv
untouched
is_file table.csv
ln -s one film.twb.part
expect 4 "$tauwerk" bake "$scenes/tiny.lua" -q -o film.twb
untouched
rm film.twb.part

# a folder may be a link, and a film that is one is read
mkdir far
ln -s far near
expect 0 "$tauwerk" bake "$scenes/tiny.lua" -q -o near/film.twb
ln -s far/film.twb film.twb
expect 0 "$tauwerk" render film.twb -q -o near/pictures --frames 1-1
is_png far/pictures/tiny.0001.png
exit 0
