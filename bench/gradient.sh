#!/bin/sh
# What one gradient costs, in motions, by counts of instructions: bench/gradient.sh [TAUWERK]
# A gradient is all that scene:solve does beyond two motions: the one at u, which gives the goals'
# values, and the one that it ends with, so that the scene shows what was found.
set -eu
cd "$(dirname "$0")/.."
program=${1:-build/release/tauwerk}
count() {
  valgrind --tool=callgrind --callgrind-out-file=/dev/null "$program" lua bench/gradient.lua "$@" 2>&1 >/dev/null |
    sed -n 's/.*Collected : *//p'
}
while read -r scene n; do
  none=$(count "$scene" "$n" none)
  motion=$(count "$scene" "$n" motion)
  gradient=$(count "$scene" "$n" gradient)
  echo "$none $motion $gradient" | awk -v of="$scene, $n unknowns" '{ printf "%s: %.1f motions\n", of, ($3 - $2) / ($2 - $1) - 1 }'
done <<LIST
chain 1
chain 5
chain 10
chain 20
knots 12
bars 5
bars 20
throw 1
throw 5
throw 10
LIST
