# Calls of the system that fail once, or from some call on, in every command that makes something: the result is the
# finished bytes with status 0, or a reason with the right status and no wrong file under a final name.
#   sh campaign.sh PROGRAM SOURCE_FOLDER VERSION LIBRARY
# TAUWERK_FAULTS: calls tried of each command and class (8; all: each of them)
# TAUWERK_VERBS: commands (all below). TAUWERK_CLASSES: classes of interpose.c (all)
[ -w /dev/shm ] && export TMPDIR=/dev/shm # it syncs very often
. "$2/tests/cli/lib.sh"
library=${4:-}
[ -n "$library" ] && [ -e "$library" ] || { echo "skipped: no library of faults"; exit 77; }
tries=${TAUWERK_FAULTS:-8} total=0
verbs=${TAUWERK_VERBS:-run table bake render layers check update export tables draw movie sheet plot chart farm new help import view}
command -v node >/dev/null || verbs=$(echo "$verbs" | sed 's/ view$//')
faults=$2/tests/faults
classes=${TAUWERK_CLASSES:-write look read place memory map start}

cat >"$work/film.lua" <<'END'
local tw = require "tauwerk"
local scene = tw.scene { name = "film", duration = 0.1, fps = 30, gravity = "earth", size = { 64, 36 } }
local rod = scene:rod { name = "rod", length = 1, radius = 0.1, position = { 0.3, 0, 0 } }
scene:connect(rod.end1, scene:nail { 0, 0, 1 })
scene:mesh { name = "mesh", file = "tetrahedron.obj", density = 1000, position = { 2, 0, 0 } }
scene:light { kind = "environment", file = "sky.hdr" }
scene:text { "τ = 0.2", at = "top left" }
scene.camera = { eye = { 0, -5, 0 }, target = { 0, 0, 0 } }
return scene
END
cp "$2/tests/fuzz/corpus/mesh/tetrahedron.obj" "$work"
cp "$2/tests/fuzz/corpus/robot/arm.urdf" "$work/robot.urdf"
{
    printf '#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 4 +X 8\n'
    head -c 128 /dev/zero | tr '\0' '\200'
} >sky.hdr
mkdir scenes
cp "$scenes/tiny.lua" scenes/

# command VERB: sets `the` words of the command; its results stand in out/
command() {
    case $1 in
    run) the="run film.lua -q -o out/film --threads 2 --events out/events.csv" ;;
    table) the="run film.lua -q --no-render --trace out/film.csv" ;;
    bake) the="bake film.lua -q -o out/film.twb" ;;
    render) the="render film.twb -q -o out/film --threads 2" ;;
    layers) the="render film.twb -q -o out/film --layers all --frames 1-2" ;;
    check) the="check scenes --jobs 2" ;;
    update) the="check --update --golden out/golden scenes --jobs 1" ;;
    export) the="export film.lua -o out/film.glb" ;;
    tables) the="export film.lua -o out/film.npy" ;;
    draw) the="draw film.lua --frame 2 -o out/film.svg" ;;
    movie) the="movie pictures -o out/film.y4m" ;;
    sheet) the="sheet pictures -o out/sheet.png" ;;
    plot) the="plot film.lua -o out/plot.svg" ;;
    chart) the="plot film.lua -o out/plot.png" ;;
    farm) the="farm film.twb --slurm --dry-run -o out" ;;
    new) the="new out/scene" ;;
    help) the="help rod" ;;
    import) the="import robot.urdf -o out/robot.lua" ;;
    view) the="film.lua out/film.json" ;; # of view.mjs
    *) fail "no such command: $1" ;;
    esac
}

# call VERB LIBRARY NAME=VALUE...: runs the command with the library (empty: none) and these settings
call() {
    is=$1 loaded=$2
    shift 2
    # shellcheck disable=SC2086
    case $is in
    view) timeout -k 5 60 env TAUWERK_FAULT_LIBRARY="$loaded" "$@" node "$faults/view.mjs" "$tauwerk" $the ;;
    *) timeout -k 5 60 env LD_PRELOAD="$loaded" "$@" "$tauwerk" $the ;;
    esac
}

# the files that a command left: all but what has a temporary name
left_files() {
    (cd "$1" && find . -type f ! -name '.*' ! -name '*.part' ! -name '*.journal' | sort)
}

timeless() {
    sed 's/[0-9.]* s)/)/' "$1"
}

# whole VERB: out/ and the standard output are the finished ones
whole() {
    diff -r "good.$1" out >.diff 2>&1 && [ "$(timeless "said.$1")" = "$(timeless .out)" ]
}

# sound VERB: no file in out/ that differs from the finished one
sound() {
    left_files out >.left
    while read -r f; do
        [ "$f" = ./film/manifest.json ] && continue
        cmp -s "out/$f" "good.$1/$f" || fail "$f is not the finished one: $where"
    done <.left
}

# allowed VERB CLASS STATUS: a failure of this class may end this command so
allowed() {
    case $2,$3 in
    look,1 | read,1) grep -qE "field '|tw.import: " .err ;; # a file that a script names
    memory,5 | map,5 | map,4) return 0 ;;
    memory,4) [ "$1" = view ] ;; # a window was told
    memory,*) [ "$1" = check ] && [ "$3" -ge 4 ] && [ "$3" -le 6 ] ;;
    *,4) return 0 ;;
    *,6) [ "$1" = check ] ;;
    *,5) [ "$2" = start ] ;;
    *) return 1 ;;
    esac
}

# campaign VERB CLASS ON
campaign() {
    n=1 failed=0 tried=0
    rm -rf out count && mkdir out
    expect 0 call "$1" "$library" TAUWERK_FAULT_CLASS="$2" TAUWERK_FAULT_COUNT=count
    whole "$1" || fail "not the finished result without a fault: $1, $(cat .diff)"
    calls=$(cat count 2>/dev/null || echo 0)
    step=1
    [ "$tries" = all ] || step=$((calls / tries + 1))
    [ "$1,$tries" != view,8 ] || step=$((calls / 2 + 1)) # it waits for windows
    n=$((1 + calls % step))
    while [ "$n" -le "$calls" ]; do
        rm -rf out && mkdir out
        where="$2 ${3:+from }$n of $calls, tauwerk $the"
        call "$1" "$library" TAUWERK_FAULT_CLASS="$2" TAUWERK_FAULT_AT=$n TAUWERK_FAULT_ON="$3" >.out 2>.err </dev/null
        status=$?
        tried=$((tried + 1))
        if [ $status -eq 0 ]; then
            whole "$1" || fail "status 0, and not the finished result: $where: $(cat .diff)"
        else
            failed=$((failed + 1))
            allowed "$1" "$2" $status || fail "status $status: $where"
            [ -s .err ] || [ -n "$3" ] || [ "$1" = check ] || fail "no reason: $where"
            sound "$1"
        fi
        n=$((n + step))
    done
    total=$((total + tried))
    [ $tried -eq 0 ] || echo "$1: $2${3:+, from then on}: $calls calls, $tried tried, $failed ended with a reason"
}

expect 0 "$tauwerk" bake film.lua -q -o film.twb --layers forces
expect 0 "$tauwerk" run film.lua -q -o pictures
expect 0 "$tauwerk" check --update scenes
for verb in $verbs; do
    command "$verb"
    rm -rf out && mkdir out
    expect 0 call "$verb" ""
    cp -r out "good.$verb"
    cp .out "said.$verb"
    for class in $classes; do
        campaign "$verb" "$class" ""
        case $class in memory | write) campaign "$verb" "$class" 1 ;; esac
    done
done
echo "$total calls failed, as they should"
exit 0
