#!/usr/bin/env bash
# Robots by tw.import against Debian's MuJoCo: masses and moments to 1e-9, places to 1e-9 m, falls of 1 s to 1e-6 m.
#   bench/robots/run.sh FILE...            these files (.xml, .urdf, .sdf, .world)
#   bench/robots/run.sh --random N [FROM]  N random robots, half of them URDF
# SET: settings of bench_robots_mujoco, e.g. "seed=3 step=2e-5"; COMPARE: those of compare.lua, e.g. stepper=bdf; BUILD: the folder of the build, default build/release.
set -uo pipefail
cd "$(dirname "$0")/../.."
build=${BUILD:-build/release}
scripts/install-deps.sh bench || exit 4
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cc -O2 bench/robots/mujoco.c -o "$work/mujoco" -lmujoco -lm || exit 4

# a file as MuJoCo is to read it: SDF as MJCF that export writes; links of URDF that are fixed stay bodies of their own, and meshes and capsules, which have no mass there, are balls
prepare() {
    case $1 in
    *.urdf)
        perl -0pe 's{<mesh\b[^>]*/>|<capsule\b[^>]*/>|<mesh\b[^>]*>[^<]*</mesh>}{<sphere radius="0.01"/>}g;
            s{(<robot\b[^>]*>)}{$1<mujoco><compiler fusestatic="false" inertiafromgeom="false"/></mujoco>}' "$1" >"$work/given.urdf"
        echo "$work/given.urdf"
        ;;
    *.sdf | *.world)
        "$build/tauwerk" export "$1" -o "$work/given.xml" >/dev/null 2>&1
        echo "$work/given.xml"
        ;;
    *) echo "$1" ;;
    esac
}

wrong=0 all=0 without=0
compare() {
    local given
    given=$(prepare "$1")
    all=$((all + 1))
    # shellcheck disable=SC2086
    if ! "$work/mujoco" "$given" ${SET:-seed=1} >"$work/table.lua" 2>"$work/why"; then
        echo "left out $1: $(head -n 1 "$work/why")"
        all=$((all - 1))
        without=$((without + 1))
        return
    fi
    "$build/tauwerk" lua bench/robots/compare.lua "$1" "$work/table.lua" ${COMPARE:-} >"$work/said" 2>"$work/why"
    local right=$?
    if [ $right -eq 3 ]; then # its steps are of low order where balls turn: shorter ones once more
        # shellcheck disable=SC2086
        "$work/mujoco" "$given" ${SET:-seed=1} step=${SHORT:-2e-6} seconds=0.3 >"$work/table.lua" 2>"$work/why"
        "$build/tauwerk" lua bench/robots/compare.lua "$1" "$work/table.lua" ${COMPARE:-} >"$work/said" 2>"$work/why"
        right=$?
    fi
    cat "$work/said"
    [ $right -eq 0 ] && return
    wrong=$((wrong + 1))
    tail -n 3 "$work/why"
}

if [ "${1:-}" = --random ]; then
    for ((i = ${3:-1}; i < ${3:-1} + $2; i++)); do
        format=mjcf ending=xml
        [ $((i % 2)) -eq 1 ] || format=urdf ending=urdf
        "$build/tauwerk" lua bench/robots/random.lua $i $format >"$work/r$i.$ending"
        before=$wrong
        compare "$work/r$i.$ending"
        [ $wrong -eq $before ] || [ -z "${KEEP:-}" ] || cp "$work/r$i.$ending" "$KEEP"
    done
else
    for file; do compare "$file"; done
fi
echo "$((all - wrong)) of $all right, $without left out"
[ $wrong -eq 0 ] && [ $all -gt 0 ]
