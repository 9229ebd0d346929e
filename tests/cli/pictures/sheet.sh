# contact sheets: size, order, labels, chosen pictures, and what cannot be read
. "$2/tests/cli/lib.sh"
# WIDTHxHEIGHT of a PNG, from its header
size_of() {
    od -An -tu1 -j16 -N8 "$1" | awk '{print $3 * 256 + $4 "x" $7 * 256 + $8}'
}
is_size() {
    [ "$(size_of "$1")" = "$2" ] || fail "expected $1 to be $2, got $(size_of "$1")"
}
expect 0 "$tauwerk" run "$scenes/tiny.lua" -o out --quality draft
# 6 pictures of 64 x 36: 3 columns, 2 rows, gaps of 8, lines of text of 18
expect 0 "$tauwerk" sheet out -o all.png
is_png all.png
is_size all.png 224x132
expect 0 "$tauwerk" sheet out/ --columns 6 -o wide.png
is_size wide.png 440x70
expect 0 "$tauwerk" sheet out --columns 9 -o wide2.png
same wide.png wide2.png
# the order of files is the user's; of a folder the numbers'
expect 0 "$tauwerk" sheet out/tiny.000[1-6].png --columns 6 -o files.png
same wide.png files.png
expect 0 "$tauwerk" sheet out/tiny.0002.png out/tiny.0001.png -o swapped.png
expect 0 "$tauwerk" sheet out --frames 1-2 -o two.png
is_size swapped.png 152x70
is_size two.png 152x70
cmp -s swapped.png two.png && fail "the order makes no difference"
expect 0 "$tauwerk" sheet out --frames 2-6:2 --columns 3 -o some.png
expect 0 "$tauwerk" sheet out/tiny.0002.png out/tiny.0004.png out/tiny.0006.png --columns 3 -o some2.png
same some.png some2.png
expect 0 "$tauwerk" sheet out --count 2 --columns 2 -o ends.png
expect 0 "$tauwerk" sheet out/tiny.0001.png out/tiny.0006.png --columns 2 -o ends2.png
same ends.png ends2.png
# what it says: a line, an object, nothing
expect 0 "$tauwerk" sheet out --frames 1-2 -o said.png
says "said.png: 2 pictures"
expect 0 "$tauwerk" sheet out --frames 1-2 --json -o said.png
prints '"said.png: 2 pictures"'
expect 0 "$tauwerk" sheet out --frames 1-2 --quiet -o quiet.png
same said.png quiet.png
[ -s "$work/.out" ] || [ -s "$work/.err" ] && fail "--quiet is not quiet"
# smaller pictures
expect 0 "$tauwerk" sheet out --columns 3 --width 128 -o small.png
is_size small.png 128x96
# failures leave nothing
expect 2 "$tauwerk" sheet -o none.png
says "expected pictures or a folder, got none"
expect 2 "$tauwerk" sheet out
says "expected FILE.png, got none"
expect 2 "$tauwerk" sheet out -o sheet.jpg
says "FILE.png"
expect 2 "$tauwerk" sheet out -o none.png --frames 7-
says "none of the 6 pictures"
expect 2 "$tauwerk" sheet out -o none.png --columns 5 --width 64
says "5 columns do not fit"
expect 2 "$tauwerk" sheet out -o none.png --columns 0
says "from 1 on"
expect 4 "$tauwerk" sheet missing -o none.png
says "missing"
mkdir empty
expect 4 "$tauwerk" sheet empty -o none.png
says "no pictures"
head -c 300 out/tiny.0003.png >cut.png
expect 4 "$tauwerk" sheet out/tiny.0001.png cut.png -o none.png
says "cut.png: the picture is cut off"
size=$(wc -c <out/tiny.0003.png)
{ head -c 200 out/tiny.0003.png; printf '\377\001\377'; tail -c $((size - 203)) out/tiny.0003.png; } >bent.png
expect 4 "$tauwerk" sheet out/tiny.0001.png bent.png -o none.png
says "bent.png: the picture is damaged: wrong checksum"
echo text >text.png
expect 4 "$tauwerk" sheet text.png -o none.png
says "text.png: expected a PNG picture"
no_file none.png
expect 4 "$tauwerk" sheet out -o nowhere/none.png
says "nowhere/none.png"
[ "$(find . -name '*.part' | wc -l)" -eq 0 ] || fail "a temporary file is left"
