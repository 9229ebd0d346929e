# Where two runs of one.sh part: sh differ.sh A B. Silent and 0 when they are the same; else 6, and the
# first frame, with the first body and the first constraint that differ there, and the first picture.
set -u
a=$1 b=$2
same=0
# the first row of two tables that differs, told by columns 1 (frame) and 3 (name)
first_row() {
    awk -F , -v what="$3" '
        NR == FNR { row[FNR] = $0; n = FNR; next }
        FNR == 1 { for (i = 1; i <= NF; i++) column[i] = $i }
        $0 != row[FNR] {
            split(row[FNR], old, ",")
            for (i = 1; i < NF && $i == old[i]; i++);
            printf "  frame %s, %s %s: %s is %s, and %s\n", $1, what, $3, column[i], old[i], $i
            told = 1
            exit
        }
        END { if (!told && FNR != n) printf "  %ss: %d rows, and %d\n", what, n, FNR }' "$1" "$2"
}
for table in bodies constraints; do
    cmp -s "$a/$table.csv" "$b/$table.csv" && continue
    same=6
    [ $table = bodies ] && what=body || what=constraint
    first_row "$a/$table.csv" "$b/$table.csv" $what
done
if ! cmp -s "$a/states" "$b/states"; then
    same=6
    diff "$a/states" "$b/states" | sed -n 's/^[<>] \([0-9]*\) .*/  first state that differs: frame \1/p' | head -n 1
fi
if ! cmp -s "$a/pictures" "$b/pictures"; then
    same=6
    diff "$a/pictures" "$b/pictures" | sed -n 's/^[<>] \([^ ]*\) .*/  first picture that differs: \1/p' | head -n 1
fi
if ! cmp -s "$a/state" "$b/state"; then
    same=6
    echo "  state at the end: $(cat "$a/state"), and $(cat "$b/state")"
fi
exit $same
