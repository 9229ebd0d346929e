# Common part of the command-line tests: sh TEST.sh PROGRAM SOURCE_FOLDER VERSION
# A test ends at its first failed expectation with status 1; its files live in a folder of its own.
set -u
tauwerk=$1
scenes=$2/tests/scenes
version=${3:-}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1

fail() {
    echo "FAILED: $*"
    echo "--- status ${status:-?}, standard output:"
    cat "$work/.out" 2>/dev/null
    echo "--- standard error:"
    cat "$work/.err" 2>/dev/null
    exit 1
}

# expect STATUS COMMAND...: runs it, keeps its output for `says` and `prints`
expect() {
    want=$1
    shift
    "$@" >"$work/.out" 2>"$work/.err" </dev/null
    status=$?
    [ "$status" -eq "$want" ] || fail "expected status $want, got $status: $*"
}

# says TEXT: the standard error holds it
says() {
    grep -qF -- "$1" "$work/.err" || fail "expected on standard error: $1"
}

# says_not TEXT: the standard error does not hold it
says_not() {
    if grep -qF -- "$1" "$work/.err"; then fail "did not expect on standard error: $1"; fi
}

# prints TEXT: the standard output holds it
prints() {
    grep -qF -- "$1" "$work/.out" || fail "expected on standard output: $1"
}

is_file() {
    [ -s "$1" ] || fail "expected a file $1, there are: $(find "$work" -type f | tr '\n' ' ')"
}

is_png() {
    is_file "$1"
    # eight bytes at the beginning, and the last chunk at the end
    [ "$(head -c 8 "$1" | od -An -tx1 | tr -d ' \n')" = 89504e470d0a1a0a ] || fail "$1 is no PNG"
    [ "$(tail -c 8 "$1" | od -An -tx1 | tr -d ' \n')" = 49454e44ae426082 ] || fail "$1 is cut off"
}

no_file() {
    [ ! -e "$1" ] || fail "did not expect $1"
}

# count NUMBER PATTERN: that many files match
count() {
    n=$(find . -name "$2" | wc -l)
    [ "$n" -eq "$1" ] || fail "expected $1 files $2, got $n"
}

same() {
    cmp -s "$1" "$2" || fail "$1 and $2 differ"
}
