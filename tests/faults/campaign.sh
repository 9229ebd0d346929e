# Calls of the system that fail once, or from some call on, in every command that makes something: the result is the
# finished bytes with status 0, or a reason with the right status and no wrong file under a final name.
#   sh campaign.sh PROGRAM SOURCE_FOLDER VERSION LIBRARY DRIVER
# TAUWERK_FAULTS: calls tried of each command and class (4; all: each of them; step5: every fifth)
# TAUWERK_VERBS: commands (all below). TAUWERK_CLASSES: classes of interpose.c (all)
[ -w /dev/shm ] && export TMPDIR=/dev/shm # it syncs very often
. "$2/tests/cli/lib.sh"
library=${4:-}
[ -n "$library" ] && [ -e "$library" ] || { echo "skipped: no library of faults"; exit 77; }
drive=$5 tries=${TAUWERK_FAULTS:-4} bad=0
verbs=${TAUWERK_VERBS:-run table bake render layers check update export tables draw movie sheet plot chart farm new help import view}
command -v node >/dev/null || verbs=$(echo "$verbs" | sed 's/ view$//')
faults=$2/tests/faults
classes=${TAUWERK_CLASSES:-write look read place memory map start}

cat >"$work/film.lua" <<'END'
local tw = require "tauwerk"
local scene = tw.scene { name = "film", duration = 0.1, fps = 20, gravity = "earth", size = { 32, 18 } }
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

# campaign VERB CLASS ON
campaign() {
    step="/$tries" variable=LD_PRELOAD
    case $tries in
    all) step=1 ;;
    step*) step=${tries#step} ;;
    8) [ "$1" != view ] || step=/2 ;; # it waits for windows
    esac
    words="$tauwerk $the"
    [ "$1" != view ] || variable=TAUWERK_FAULT_LIBRARY words="node $faults/view.mjs $tauwerk $the"
    # shellcheck disable=SC2086
    "$drive" "$1" "$2" "$3" "$step" $variable "$library" $words || bad=1
}

expect 0 "$tauwerk" bake film.lua -q -o film.twb --layers forces
expect 0 "$tauwerk" run film.lua -q -o pictures
expect 0 "$tauwerk" check --update scenes
for verb in $verbs; do
    command "$verb"
    rm -rf out && mkdir out
    # shellcheck disable=SC2086
    case $verb in
    view) expect 0 node "$faults/view.mjs" "$tauwerk" $the ;;
    *) expect 0 "$tauwerk" $the ;;
    esac
    cp -r out "good.$verb"
    cp .out "said.$verb"
    for class in $classes; do
        campaign "$verb" "$class" ""
        case $class,$verb in memory,* | write,* | read,[!v]* | look,[!v]* | place,[!v]*) campaign "$verb" "$class" 1 ;; esac
    done
done
exit $bad
