# a full disk: status 4, the file's name, no broken picture left
. "$2/tests/cli/lib.sh"
mkdir disk
cat >inside.sh <<'END'
mount -t tmpfs -o size=96k tmpfs disk || exit 77
"$1" run "$2" -o disk --size 320x180 >out.txt 2>err.txt
echo $? >status.txt
ls -A disk >list.txt
cp disk/*.png found/ 2>/dev/null
umount disk
END
mkdir found
if [ "$(id -u)" -eq 0 ] && unshare -m true 2>/dev/null; then
    unshare -m sh inside.sh "$tauwerk" "$scenes/tiny.lua"
elif unshare -rm true 2>/dev/null; then
    unshare -rm sh inside.sh "$tauwerk" "$scenes/tiny.lua"
else
    echo "skipped: no file system can be mounted here"
    exit 77
fi
inside=$?
if [ $inside -eq 77 ]; then
    echo "skipped: no file system can be mounted here"
    exit 77
fi
status=$(cat status.txt)
cp err.txt .err
cp out.txt .out
[ "$status" -eq 4 ] || fail "expected status 4"
says "disk/"
grep -q '\.part' list.txt && fail "a temporary file is left: $(cat list.txt)"
for png in found/*.png; do
    [ -e "$png" ] && is_png "$png"
done
exit 0
