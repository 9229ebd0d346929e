#!/bin/sh
# linkage.sh NM OBJECTS "LAYERS": reads the symbols of the listed object files; see linkage.awk.
set -e
xargs "$1" -A -P <"$2" | awk -v layers="$3" -f "$(dirname "$0")/linkage.awk"
