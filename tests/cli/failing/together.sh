# Two runs in one folder at the same time: of the same film both end with its pictures; of another film of that name the
# second is refused, and the folder holds one film. After a killed run anybody may begin.
. "$2/tests/cli/lib.sh"
sed 's/duration = 0.2/duration = 1.5/; s/{64, 36}/{320, 180}/; s/target = {0, 0, 0}/&, fov = 0.6/' "$scenes/tiny.lua" >one.lua
sed 's/radius = 0.1/radius = 0.2/' one.lua >other.lua
expect 0 "$tauwerk" run one.lua -q -o one
expect 0 "$tauwerk" run other.lua -q -o other

first= second=
# a test that fails leaves no stopped run behind
trap 'kill -9 $first $second 2>/dev/null; rm -rf "$work"' EXIT

pictures() {
    for p in "$1"/*.png; do same "$p" "film/${p##*/}"; done
    [ "$(find film -name '*.png' | wc -l)" -eq 45 ] || fail "not 45 pictures"
    no_file film/manifest.journal
}

# begins SCENE: a run in the background that is at work
begins() {
    rm -rf film
    "$tauwerk" run "$1" -q -o film --threads 1 &
    first=$!
    n=0
    while [ "$(find film -name '*.png' 2>/dev/null | wc -l)" -lt 2 ]; do
        n=$((n + 1))
        [ $n -lt 500 ] || fail "the first run does not begin"
        sleep 0.02
    done
}

begins one.lua
expect 0 "$tauwerk" run one.lua -q -o film
wait $first || fail "the first of two equal runs ended with $?"
pictures one

begins one.lua
kill -STOP $first # it stays at work
expect 4 "$tauwerk" run other.lua -q -o film
says "another run draws another film 'tiny' in 'film'"
kill -CONT $first
wait $first || fail "the run that was disturbed ended with $?"
pictures one

begins one.lua
kill -9 $first
wait $first 2>/dev/null
expect 0 "$tauwerk" run other.lua -q -o film
pictures other

# who has left does not count, while a film of another name is still drawn
sed 's/name = "tiny"/name = "beside"/' one.lua >beside.lua
begins one.lua
wait $first || fail "the first run ended with $?"
"$tauwerk" run beside.lua -q -o film --threads 1 &
second=$!
while [ "$(find film -name 'beside.*.png' | wc -l)" -lt 2 ]; do sleep 0.02; done
kill -STOP $second
expect 0 "$tauwerk" run one.lua -q -o film
expect 0 "$tauwerk" run other.lua -q -o film
kill -CONT $second
wait $second || fail "the run beside others ended with $?"
same film/tiny.0045.png other/tiny.0045.png
exit 0
