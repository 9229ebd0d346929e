#!/bin/sh
# The Python package (src/python) with the library of the build; 77: there is no NumPy.
set -eu
build=$1 source=$2 work=$3 python=$4
"$python" -c 'import numpy' 2>/dev/null || { echo "no NumPy for $python"; exit 77; }
rm -rf "$work"
mkdir -p "$work"
cp -r "$source/src/python/tauwerk" "$work/"
export PYTHONPATH="$work" TAUWERK_LIBRARY="$build/libtauwerk.so" PYTHONDONTWRITEBYTECODE=1
cd "$work"
"$python" "$source/tests/library/python.py" "$source/tests/library/drop.lua"
"$python" "$source/docs/library/tower.py" python.png | tail -1 >python.hash
"$build/tauwerk" lua "$source/docs/library/tower.lua" | tail -1 >lua.hash
diff python.hash lua.hash || { echo "Python gives another hash than Lua"; exit 1; }
version=$(sed -n 's/^version = "\(.*\)"/\1/p' "$source/src/python/pyproject.toml")
[ "$version" = "$("$python" -c 'import tauwerk; print(tauwerk.version())')" ] || { echo "pyproject.toml has version $version"; exit 1; }
