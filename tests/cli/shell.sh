# Completion and man pages: every command and option is in them, shells read them, bash completes by them; help searches.
. "$2/tests/cli/lib.sh"
# commands, and their options as help lists them
"$tauwerk" help | sed -n 's/^  tauwerk \([a-z]*\).*/\1/p' >commands
[ "$(wc -l <commands)" -gt 15 ] || fail "few commands"
expect 0 "$tauwerk" man -o man
for shell in bash zsh fish; do
    expect 0 "$tauwerk" completion $shell -o $shell
    expect 0 "$tauwerk" completion $shell
    same .out $shell
    command -v $shell >shells || continue
    $shell -n ./$shell || fail "$shell does not read its completion"
done
while read -r command; do
    is_file "man/tauwerk-$command.1"
    "$tauwerk" help "$command" | sed -n 's/^  \(-[a-zA-Z], \)\{0,1\}--\([a-z-]*\).*/\2/p' | sort -u >options
    while read -r option; do
        grep -q -- "-- *$option\|--$option\|-l $option " fish || fail "fish: no --$option of $command"
        grep -q -- "seen_subcommand_from $command' -l $option " fish || fail "fish: no --$option of $command"
        sed -n "/^    $command)/,/ ;;\$/p" zsh | grep -q -- "'\*--$option[=[]" || fail "zsh: no --$option of $command"
        sed -n "/^    $command)/,/ ;;\$/p" bash | grep -q -- "--$option[ \"]" || fail "bash: no --$option of $command"
        sed 's/\\-/-/g' "man/tauwerk-$command.1" | grep -q -- "--$option\\\\fR" || fail "man: no --$option of $command"
    done <options
done <commands
[ -s options ] || [ "$(grep -c -- ' -l ' fish)" -gt 100 ] || fail "few options"
if command -v mandoc >shells; then
    for page in man/*.1; do
        mandoc -T lint -W error "$page" >lint || fail "$page: $(cat lint)"
    done
elif command -v man >shells; then
    man -l man/tauwerk-run.1 >page 2>&1 || fail "man does not read its page"
    grep -q frames page || fail "no options in the page"
fi
expect 0 "$tauwerk" man run
same .out man/tauwerk-run.1
expect 0 "$tauwerk" man
same .out man/tauwerk.1
expect 2 "$tauwerk" man rum
says "did you mean 'run'?"
expect 2 "$tauwerk" man run -o other
expect 2 "$tauwerk" completion
expect 2 "$tauwerk" completion csh
says "expected bash, zsh or fish, got 'csh'"

# what bash completes: complete WORD..., the last one is at the cursor
if command -v bash >shells; then
    mkdir "a folder"
    touch scene.lua film.twb other.txt robot.urdf robot.txt
    cat >complete.sh <<'END'
source ./bash
compopt() { :; }
COMP_WORDS=(tauwerk "$@")
COMP_CWORD=$#
_tauwerk
printf '%s\n' "${COMPREPLY[@]}"
END
    completes() { # EXPECTED WORD...
        expected=$1
        shift
        bash complete.sh "$@" | sort | tr '\n' ' ' >got
        [ "$(cat got)" = "$expected" ] || fail "$*: completed to '$(cat got)', expected '$expected'"
    }
    completes "render run " r
    completes "--samples --sandbox --set --size --solved --summary --sweep " run --s
    completes "draft final fine normal " run --quality ""
    completes "studio " run --look st
    completes "scene.lua " run s
    completes "robot.urdf " run ro
    completes "robot.urdf " import ro
    completes " " import s
    completes "film.twb " render fi
    completes "film.twb " view f
    completes "a folder " run --output a
    completes "hinge " help hin
    completes "zsh " completion z
fi

# values that completion offers are those that the program takes
cp "$scenes/tiny.lua" tiny.lua
values() { grep "^    $1:--$2)" bash | sed 's/.*"\(.*\)".*/\1/'; }
for option in quality format look draw; do
    [ -n "$(values run $option)" ] || fail "no values of --$option"
    for value in $(values run $option); do
        expect 0 "$tauwerk" run tiny.lua --no-render --$option "$value"
    done
done
for value in $(values draw style); do expect 0 "$tauwerk" draw tiny.lua --style "$value" -o "$value.svg"; done
for value in $(values draw hidden); do expect 0 "$tauwerk" draw tiny.lua --hidden "$value" -o "$value.svg"; done

# help of presets and steppers; searching
for word in steel timestep time vec3 studio point wood; do
    expect 0 "$tauwerk" help $word
    [ "$(wc -l <.out)" -gt 2 ] || fail "help $word is short"
done
expect 0 "$tauwerk" help coefficient
prints "body {friction =}"
prints "scene:ground{friction =}"
expect 0 "$tauwerk" help dolly
prints "scene.camera = {"
expect 0 "$tauwerk" help onion
prints "strobe (only in the picture)"
expect 0 "$tauwerk" help motion blur
prints "shutter"
expect 0 "$tauwerk" help restitution
prints "Pages: tauwerk help bodies, ground, contact"
expect 2 "$tauwerk" help motion zzz
says "nothing has all these words"
expect 0 "$tauwerk" help force
prints "constraint.force"
