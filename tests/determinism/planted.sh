# A change of one unit in the last place is found, with its frame and its body: sh planted.sh PROGRAM WORK
set -u
program=$1 work=$2
here=$(cd "$(dirname "$0")" && pwd)
scene=$here/planted.lua
fail() {
    echo "FAILED: $*"
    cat "$work/difference" 2>/dev/null
    exit 1
}
sh "$here/one.sh" "$scene" "$work/a" 1 "$program" || exit 4
sh "$here/one.sh" "$scene" "$work/b" 2 "$program" || exit 4
sh "$here/differ.sh" "$work/a" "$work/b" >"$work/difference" || fail "the same scene differs"
OPTIONS="--set ulp=1" sh "$here/one.sh" "$scene" "$work/b" 1 "$program" || exit 4
sh "$here/differ.sh" "$work/a" "$work/b" >"$work/difference" && fail "the change is not found"
# frame 16 shows t = 0.5, after its events
grep -q '^  frame 1[67], body ball: z is ' "$work/difference" || fail "not told: frame, body, number"
grep -q '^  first state that differs: frame 1[67]$' "$work/difference" || fail "not told: first state"
echo "found:$(head -n 1 "$work/difference")"
