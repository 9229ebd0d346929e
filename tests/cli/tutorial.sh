# docs/tutorial: every scene, every command and what it prints, by tests/tools/tutorial.lua
. "$2/tests/cli/lib.sh"
chapters=0
for chapter in "$2"/docs/tutorial/0*.md; do
    folder=$work/$(basename "$chapter" .md)
    mkdir "$folder"
    expect 0 "$tauwerk" lua "$2/tests/tools/tutorial.lua" "$tauwerk" "$chapter" "$folder"
    cat .out
    chapters=$((chapters + 1))
done
[ $chapters -eq 9 ] || fail "expected 9 chapters, got $chapters"

# the test itself finds an output that differs, a status, an error and a block that nothing runs
wrong() { # NAME TEXT MESSAGE
    mkdir "$work/$1"
    printf '%b' "$2" >"$work/$1.md"
    expect 1 "$tauwerk" lua "$tools/tutorial.lua" "$tauwerk" "$work/$1.md" "$work/$1"
    says "$3"
}
tools=$2/tests/tools
wrong output '```sh\n$ echo one\ntwo\n```\n' "instead of 'two'"
wrong more '```sh\n$ echo one; echo two\none\n```\n' "instead of 'the end'"
wrong status '```sh\n$ exit 3\n```\n' "ends with status 3"
wrong scene '```lua\n-- a.lua\nlocal tw = require "tauwerk"\nreturn tw.scene { durration = 1 }\n```\n' "a.lua:3:"
wrong nameless '```lua\nprint "hello"\n```\n' "does not say which file it is"
wrong other '```python\nprint(1)\n```\n' "a block of 'python'"
wrong empty 'no block\n' "nothing to run"
