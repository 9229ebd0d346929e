# Films by a hostile hand: what reads them ends in time, with the finished file or a reason, and writes nowhere else
. "$2/tests/cli/lib.sh"
hostile=${5:-}
[ -n "$hostile" ] && [ -e "$hostile" ] || { echo "skipped: no hostile hand"; exit 77; }
mkdir -p deep/down
cd deep/down || exit 1

# ends COMMAND...: not by a signal, not by the time that it has, and with a word where it fails
ends() {
    timeout -s KILL 60 "$tauwerk" "$@" >"$work/.out" 2>"$work/.err" </dev/null
    status=$?
    case $status in
    0) ;;
    1 | 3 | 4 | 5) [ -s "$work/.err" ] || fail "$kind: $1 without a reason" ;;
    *) fail "$kind: $*" ;;
    esac
    says_not Sanitizer
}

soon="--limit-time 20"
for kind in name part long sound size legend tags 1 2 3 4 5 6 17; do
    "$hostile" $kind film.twb || fail "no film $kind"
    ends render film.twb -q -o out --size 32x18 --events out/events.csv $soon
    ends render film.twb -q -o out --size 32x18 --layers all --frames 1 $soon
    ends draw film.twb -q --frame 2 -o out/film.svg $soon
    ends export film.twb -q -o out/film.glb $soon
    ends farm film.twb -q --slurm --dry-run -o out
    rm -rf out film.twb
    [ "$(cd "$work" && find . -type f ! -name .out ! -name .err)" = "" ] || fail "$kind: a file elsewhere: $(find "$work" -type f)"
done
for kind in name long; do
    "$hostile" $kind film.twb
    expect 4 "$tauwerk" render film.twb -q -o out
    says "the film's name"
done
exit 0
