# the reel's sound: as long as the film, with a click for each impact that it shows
. "$2/tests/cli/lib.sh"
frames=$(awk '$1 == "film" { print $2; exit }' "$2/tests/golden/scripts/films/reel.golden")
[ "$frames" -ge 1800 ] && [ "$frames" -le 2700 ] || fail "expected 60 to 90 s, got $frames frames"
expect 0 "$tauwerk" run "$2/scripts/films/reel.lua" --no-render --quiet -o r
[ "$(wc -c <r/reel.wav)" -eq $((44 + 2 * 48000 * frames / 30)) ] || fail "length of the WAV: $(wc -c <r/reel.wav)"
# the chest, the cards and the links strike; all within the film, in order
[ "$(wc -l <r/reel.impacts.csv)" -gt 50 ] || fail "few impacts: $(wc -l <r/reel.impacts.csv)"
awk -F, -v most=$((frames / 30 + 1)) 'NR > 1 && ($1 + 0 < 0 || $1 + 0 > most) { exit 1 }' r/reel.impacts.csv ||
    fail "an impact outside of the film"
