#!/bin/sh
# What an installed library is for a program: install.sh BUILD SOURCE WORK CC CXX NM. Each example
# is built from the prefix alone (pkg-config, CMake), and all of them come to the same hash.
# 77: all that was tested is right, but a tool is missing and its part was left out.
set -eu
build=$1 source=$2 work=$3 cc=$4 cxx=$5 nm=$6
fail() { echo "$*"; exit 1; }
missing=
[ "$cxx" != none ] || missing="$missing a C++ compiler;"
command -v pkg-config >/dev/null || missing="$missing pkg-config;"
rm -rf "$work"
mkdir -p "$work"
cmake --install "$build" --prefix "$work/prefix" >"$work/install.log"
# moved, so that nothing points at where it was
mv "$work/prefix" "$work/moved"
prefix=$work/moved
so=$(find "$prefix" -name libtauwerk.so)
lib=$(dirname "$so")
# no file of the source tree or of the build is read: lua/ is inside
export TAUWERK_LUA=/nonexistent LD_LIBRARY_PATH="$lib"
cd "$work"

# --- names: exactly those that the header declares
sed -n 's/^TW_API.*[ *]\(tw_[a-z_]*\)(.*/\1/p' "$prefix/include/tauwerk.h" | sort >declared
[ "$(wc -l <declared)" -ge 20 ] || fail "the header declares too little: $(cat declared)"
"$nm" -D --defined-only "$so" | awk '{print $NF}' | sort >shown
diff declared shown || fail "libtauwerk.so shows other names than the header"
"$nm" -g --defined-only "$lib/libtauwerk.a" | awk 'NF == 3 {print $3}' | sort >shown
diff declared shown || fail "libtauwerk.a shows other names than the header"

# --- licence texts of what is linked statically: one for each package, none empty
texts=$(find "$prefix" -path '*/licenses/*.txt' -size +0 | wc -l)
[ "$texts" -ge 13 ] || fail "only $texts licence texts are installed"

# --- the header, alone, with all warnings
warnings="-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wundef -Wcast-qual -Werror"
printf '#include <tauwerk.h>\n#include <tauwerk.h>\nint main(void) { return tw_version()[0] == 0; }\n' >alone.c
cp alone.c alone.cpp
for std in c11 c17; do
    "$cc" -std=$std $warnings -Wstrict-prototypes -Wmissing-prototypes -I"$prefix/include" -c alone.c
done
[ "$cxx" = none ] || "$cxx" -std=c++17 $warnings -I"$prefix/include" -c alone.cpp

# --- C: shared by hand or by pkg-config, static; the hash and the picture are the same
flags="-I$prefix/include -L$lib -ltauwerk"
static="-lOpenEXRCore -ljpeg -lgfortran -lpthread -ldl -lm"
if command -v pkg-config >/dev/null; then
    export PKG_CONFIG_PATH="$lib/pkgconfig"
    flags=$(pkg-config --cflags --libs tauwerk)
    static=$(pkg-config --static --libs-only-l tauwerk | sed 's/-ltauwerk//')
fi
example=$prefix/share/tauwerk/examples
[ "$(wc -l <"$example/tower.c")" -le 60 ] || fail "tower.c has more than 60 lines"
"$cc" -std=c17 $warnings "$example/tower.c" -o tower $flags
./tower c.png >c.out
"$cc" -std=c17 "$example/tower.c" -o tower_static -I"$prefix/include" "$lib/libtauwerk.a" $static
LD_LIBRARY_PATH= ./tower_static static.png >static.out
diff c.out static.out || fail "the archive gives other bits"
cmp c.png static.png
grep -q "cannot all hold.*nail2.*nail3" c.out || fail "the conflict is not explained: $(cat c.out)"

# --- the host's sin is the host's, beside the library
"$cc" -std=c17 "$source/tests/library/host_libm.c" -o host_libm -I"$prefix/include" "$lib/libtauwerk.a" $static
LD_LIBRARY_PATH= ./host_libm
"$cc" -std=c17 "$source/tests/library/host_libm.c" -o host_libm $flags -ldl -lm
./host_libm

# --- CMake and C++
if [ "$cxx" != none ]; then
    cmake -S "$example" -B cm -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_C_COMPILER="$cc" \
        -DCMAKE_CXX_COMPILER="$cxx" >cmake.log 2>&1 || fail "$(cat cmake.log)"
    cmake --build cm >>cmake.log 2>&1 || fail "$(cat cmake.log)"
    for p in tower tower_static tower_cpp; do
        ./cm/$p cmake.png >cmake.out
        diff c.out cmake.out || fail "$p gives other bits"
        cmp c.png cmake.png
    done
fi

# --- Lua, by the program
"$build/tauwerk" lua "$example/tower.lua" lua.png >lua.out
tail -1 c.out >c.hash
tail -1 lua.out >lua.hash
diff c.hash lua.hash || fail "Lua gives another hash than C"
echo "same hash everywhere: $(cat c.hash)"
[ -z "$missing" ] || { echo "not tested, for want of:$missing scripts/install-deps.sh installs it"; exit 77; }
