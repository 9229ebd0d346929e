# One run of a scene, as bits: sh one.sh SCENE OUT THREADS PROGRAM...
# PROGRAM... may begin with what it runs under (env, setarch, an emulator). OPTIONS in the environment
# are more words for `run`. Writes into the folder OUT
#   bodies.csv constraints.csv   the motion with 17 digits, so equal texts are equal bits
#   states                       "FRAME HASH": all rows of the frame in both
#   pictures                     "FILE HASH"
#   state                        the hash of the scene's end, by the program itself
set -u
scene=$1 out=$2 threads=$3
shift 3
here=$(cd "$(dirname "$0")" && pwd)
rm -rf "$out"
mkdir -p "$out" || exit 4
"$@" run "$scene" -o "$out/pictures.d" --threads "$threads" --quiet \
    --size "${SIZE:-64x36}" --frames "${FRAMES:-1-1000:40}" \
    --trace "$out/bodies.csv" --constraints "$out/constraints.csv" ${OPTIONS:-} >"$out/log" 2>&1 || {
    echo "one.sh: status $? of: $* run $scene" >&2
    tail -n 5 "$out/log" >&2
    exit 4
}
"$@" lua "$here/hash.lua" "$scene" >"$out/state" || exit 4
(cd "$out/pictures.d" && sha256sum ./*.png) | awk '{ sub("^[*]?./", "", $2); print $2, $1 }' >"$out/pictures"
rm -rf "$out/pictures.d"
# of a script with several scenes: one table after the other
for table in bodies constraints; do
    [ -e "$out/$table.csv" ] || cat "$out/$table".*.csv >"$out/$table.csv"
done
awk -F , -v dir="$out" '
    FNR == 1 { next }
    $1 != last[FILENAME] { if (file) close(file); last[FILENAME] = $1 }
    { file = sprintf("%s/frame.%06d", dir, $1); print >>file }' "$out/bodies.csv" "$out/constraints.csv"
(cd "$out" && md5sum frame.*) | awk '{ sub("^[*]?frame.0*", "", $2); print $2, $1 }' >"$out/states"
rm -f "$out"/frame.*
[ -s "$out/states" ] && [ -s "$out/pictures" ] || {
    echo "one.sh: $scene: no states or no pictures" >&2
    exit 4
}
