# Standard streams that are closed: what would go there goes into no result, and what cannot be told is a failure only
# where it is the result.
. "$2/tests/cli/lib.sh"
expect 0 "$tauwerk" run "$scenes/conflict.lua" --no-render --trace good.csv
"$tauwerk" run "$scenes/conflict.lua" --no-render --trace bad.csv 2>&- >/dev/null || fail "without standard error"
same good.csv bad.csv
"$tauwerk" run "$scenes/conflict.lua" -q --no-render --trace bad.csv 0<&- 1>&- 2>&- || fail "without any"
same good.csv bad.csv
for command in "help" "--version"; do
    "$tauwerk" $command >&- 2>.err
    [ $? -eq 4 ] || fail "$command to a closed output is no failure"
done
expect 0 "$tauwerk" bake "$scenes/tiny.lua" -q -o good.twb
"$tauwerk" bake "$scenes/tiny.lua" -o bad.twb <&- >&- 2>&-
same good.twb bad.twb
exit 0
