# The commands of campaign.sh and what they work on, sourced by it: $scenes, $tauwerk, $faults are set.

# few: those of the suite; the others only where all are asked for
few="run table bake render layers check update export tables draw movie sheet plot chart farm new help import goal sweep view"
more="rich pfm alpha knock clicks walk reel resume rebake resumed gif apng mp4 page usd bvh again frames
    urdf robot pdf baked plots report script sdf mjcf watch stubs complete man version doctor farmlua limits"

# words_of VERB: sets `the` words of the command; its results stand in out/
words_of() {
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
    import) the="import arm.urdf -o out/robot.lua" ;;
    view) the="film.lua out/film.json" ;; # of view.mjs
    # what films are made of
    rich) the="run rich.lua -q -o out/rich --threads 2 --constraints out/c.csv --records out/r.csv --summary out/s.csv --frames 2" ;;
    pfm) the="run film.lua -q -o out/film --format pfm --quality draft --frames 1" ;;
    alpha) the="run rich.lua -q -o out/film --format exr --alpha --ground light --frames 1 --threads 1" ;;
    knock) the="run knock.lua -q -o out/knock --impacts --frames 1 --quality draft" ;;
    walk) the="run walk.lua -q --no-render --trace out/walk.csv" ;;
    goal) the="run goal.lua -q --no-render --solved out/goal.solved --trace out/goal.csv" ;;
    reel) the="run reel.lua -q -o out/reel --quality draft" ;;
    sweep) the="run knock.lua -q -o out/sweep --sweep n=1,2 --jobs 2 --quality draft" ;;
    # films that were begun before
    resume) the="run film.lua -q -o out/film --threads 2" ;;
    resumed) the="render film.twb -q -o out/film --threads 2" ;;
    rebake) the="bake film.lua -q -o out/film.twb" ;;
    # films to other programs
    gif) the="movie pictures -q -o out/film.gif" ;;
    apng) the="movie pictures knocks -q -o out/film.apng --fade 0.05" ;;
    mp4) the="movie knocks -q -o out/film.mp4" ;;
    clicks) the="movie knocks -q -o out/film.mkv --audio clicks" ;;
    page) the="export film.lua -q -o out/film.html" ;;
    usd) the="export rich.lua -q -o out/rich.usda" ;;
    bvh) the="export rich.lua -q -o out/rich.bvh" ;;
    again) the="export film.twb -q -o out/film.glb" ;;
    frames) the="export film.lua -q -o out/film.apng" ;;
    urdf) the="export joined.lua -q -o out/robot.urdf" ;;
    robot) the="export joined.lua -q -o out/robot.xml" ;;
    pdf) the="draw film.lua -q --frame 2 -o out/film.pdf --hidden dashed" ;;
    baked) the="draw film.twb -q --frame 2 -o out/film.svg --style blueprint" ;;
    plots) the="plot rich.lua -q -o out/rich.svg --what force --what speed:rod --what record:height --log" ;;
    report) the="check scenes --jobs 1 --report out/report --junit out/junit.xml" ;;
    # others
    script) the="lua program.lua" ;;
    sdf) the="import arm.sdf -o out/robot.lua" ;;
    mjcf) the="import rows.xml -o out/robot.lua" ;;
    watch) the="watch film.lua --once --count 2 --size 32x18 --show none --folder out/watch -o out/still.png" ;;
    stubs) the="stubs -o out/stubs.lua" ;;
    complete) the="completion bash -o out/tauwerk" ;;
    man) the="man -o out/man" ;;
    version) the="version" ;;
    doctor) the="doctor" ;;
    farmlua) the="farm film.lua --slurm --dry-run -o out --video out/film.mp4" ;;
    limits) the="run film.lua -q --sandbox --limit-pixels 1000 --limit-time 20 -o out/film --frames 1" ;;
    *) fail "no such command: $1" ;;
    esac
}

# seed FILE SEED: a seed of the fuzzer as a file, without the byte that says its kind
seed() {
    tail -c +2 "$corpus/$2" >"$1"
}

corpus=$faults/../fuzz/corpus
cp "$faults"/scenes/* "$corpus"/mesh/tetrahedron.obj "$corpus"/robot/arm.* "$corpus"/robot/rows.xml .
seed film.png picture/film.png
seed baseline.jpg picture/baseline.jpg
seed little.ply mesh/little.ply
{
    printf '#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 4 +X 8\n'
    head -c 128 /dev/zero | tr '\0' '\200'
} >sky.hdr
mkdir scenes
cp "$scenes/tiny.lua" scenes/
expect 0 "$tauwerk" run "$scenes/tiny.lua" -q --format exr --size 16x8 --frames 1 -o sky
cp sky/tiny.0001.exr sky.exr
expect 0 "$tauwerk" bake film.lua -q -o film.twb --layers forces
expect 0 "$tauwerk" run film.lua -q -o pictures
expect 0 "$tauwerk" run knock.lua -q -o knocks --impacts
expect 0 "$tauwerk" check --update scenes

# begun.VERB: a folder `out` to begin with, where it is not empty; begun.sh puts it there before the command
mkdir begun.resume begun.resumed begun.rebake
expect 0 "$tauwerk" run film.lua -q -o begun.resume/film --frames 1
expect 0 "$tauwerk" render film.twb -q -o begun.resumed/film --frames 2
expect 0 "$tauwerk" bake film.lua -q -o begun.rebake/film.twb
cat >begun.sh <<'EOF'
cp -r "$1"/. out && shift && exec "$@"
EOF
