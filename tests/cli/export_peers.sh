# On demand (TAUWERK_ON_DEMAND=1): what other programs say of an exported film: the validator of
# Khronos from npm, and Blender, which imports it and has every body at its place in 20 frames.
. "$2/tests/cli/lib.sh"
[ -n "${TAUWERK_ON_DEMAND:-}" ] || exit 77
for scene in "$scenes/export.lua" "$2/scripts/mechanisms/four_bar.lua"; do
    expect 0 "$tauwerk" export "$scene" -o film.glb
    expect 0 "$tauwerk" export "$scene" -o film.csv
    peers=0
    if command -v npm >/dev/null && command -v node >/dev/null; then
        # gltf-validator is Apache-2.0; TAUWERK_GLTF_VALIDATOR names a folder that has it
        from=${TAUWERK_GLTF_VALIDATOR:-$work}
        [ -d "$from/node_modules/gltf-validator" ] ||
            (cd "$from" && npm install --silent gltf-validator >/dev/null 2>&1)
        cat >validate.js <<'END'
const validator = require(process.argv[2] + '/node_modules/gltf-validator');
validator.validateBytes(new Uint8Array(require('fs').readFileSync('film.glb'))).then(r => {
    console.log(JSON.stringify(r.issues, null, 1));
    process.exit(r.issues.numErrors + r.issues.numWarnings + r.issues.numInfos ? 1 : 0);
});
END
        expect 0 node validate.js "$from"
        prints '"numErrors": 0'
        peers=1
    fi
    if command -v blender >/dev/null; then
        fps=30
        [ "$scene" = "$scenes/export.lua" ] && fps=20
        expect 0 blender -b --factory-startup --python "$2/tests/tools/blender_compare.py" -- film.glb film.csv $fps
        prints "BLENDER AGREES"
        grep COMPARED "$work/.out"
        peers=1
    fi
    [ $peers = 1 ] || exit 77
done
