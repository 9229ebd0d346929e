#!/usr/bin/env bash
# Makes Debian packages and a relocatable tarball, into build/packages.
#   scripts/package.sh [--check]
# --check (as root): lintian without errors or warnings; the tarball in an empty folder, the packages in a new Debian: package-check.sh.
set -euo pipefail
cd "$(dirname "$0")/.."
check=no
case "${1:-}" in
'') ;;
--check) check=yes ;;
*)
    echo "usage: scripts/package.sh [--check]" >&2
    exit 2
    ;;
esac
scripts/install-deps.sh package

build=$PWD/build/package out=$PWD/build/packages
cmake -S . -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_INSTALL_PREFIX=/usr -DBUILD_TESTING=OFF >/dev/null
cmake --build "$build" --parallel "$(nproc)" -- --quiet
version=$("$build/tauwerk" --version | cut -d' ' -f2)
rm -rf "$out"
mkdir -p "$out" "$build/debian"

# --- files of Debian's policy: dated as the last commit, so that they are the same again
date=$(git log -1 --format=%aD 2>/dev/null || date -R -u)
export SOURCE_DATE_EPOCH=$(git log -1 --format=%at 2>/dev/null || date +%s)
maintainer=$(sed -n 's/^TW_MAINTAINER:STRING=//p' "$build/CMakeCache.txt")
printf 'tauwerk (%s-1) unstable; urgency=medium\n\n  * See CHANGELOG.md in tauwerk-doc.\n\n -- %s  %s\n' \
    "$version" "$maintainer" "$date" | gzip -9n >"$build/debian/changelog.Debian.gz"
{
    printf 'Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\nUpstream-Name: tauwerk\n\n'
    printf 'Files: *\nCopyright: %s\nLicense: Expat\n' "$(sed -n 's/^Copyright (c) //p' LICENSE)"
    sed '1,4d; s/^$/./; s/^/ /' LICENSE
} >"$build/debian/copyright"
[ ! -e "$build/man/tauwerk.1" ] || gzip -9nf "$build"/man/*.1
# expat is linked statically, as is all that reads input into the engine: one copy, whose symbols are hidden
rm -rf "$build/debian/overrides"
mkdir -p "$build/debian/overrides"
for package in tauwerk "libtauwerk${version%.*}" lua-tauwerk; do
    echo "$package: embedded-library *expat*" >"$build/debian/overrides/$package"
done
# no bug of Debian asks for these packages
for package in tauwerk "libtauwerk${version%.*}" libtauwerk-dev lua-tauwerk tauwerk-doc; do
    echo "$package: initial-upload-closes-no-bugs *" >>"$build/debian/overrides/$package"
done
echo "libtauwerk${version%.*}: maintscript-calls-ldconfig *" >>"$build/debian/overrides/libtauwerk${version%.*}"

# --- .deb
(cd "$build" && cpack -G DEB -B "$out" >cpack.log) || { cat "$build/cpack.log" >&2; exit 1; }
rm -rf "$out/_CPack_Packages"

# --- tarball
# The program and all that it is linked with, glibc and its loader too, stand in lib/tauwerk; bin/tauwerk is a small static program that
# starts it by that loader. libtauwerk is for programs of this machine's glibc or a newer one.
name=tauwerk-$version-linux-$(uname -m)
tree=$out/$name
own=$tree/lib/tauwerk
DESTDIR=$out/stage cmake --install "$build" --strip >/dev/null
mkdir -p "$own" "$tree/bin"
cp -a "$out/stage/usr/share" "$out/stage/usr/include" "$tree/"
cp -a "$out/stage/usr/bin/tauwerk" "$own/"
find "$out/stage/usr/lib" -name 'libtauwerk.*' -exec cp -a {} "$tree/lib/" \;
rm -rf "$out/stage" "$tree/share/doc/"{libtauwerk*,lua-tauwerk,tauwerk-doc}
loader=$(readelf -p .interp "$build/tauwerk" | sed -n 's:.*\(/lib.*/ld-[^ ]*\).*:\1:p')
cp -L "$loader" "$own/"
ldd "$build/tauwerk" | awk '$3 ~ /^\// { print $3 }' | while read -r lib; do
    cp -L "$lib" "$own/"
    case $lib in
    */libc.so* | */libm.so*) ;;
    *) ln -s "tauwerk/$(basename "$lib")" "$tree/lib/" ;;
    esac
done
fonts=$(dirname "$(sed -n 's/^TW_FONT:[^=]*=//p' "$build/CMakeCache.txt")")
mkdir -p "$tree/share/tauwerk/fonts"
cp -L "$fonts"/DejaVu{Sans,Serif,SansMono}{,-Bold}.ttf "$tree/share/tauwerk/fonts/"
cp /usr/share/doc/fonts-dejavu-core/copyright "$tree/share/tauwerk/fonts/"
cc -std=c17 -Os -static -s -D_GNU_SOURCE -DLOADER="\"$(basename "$loader")\"" cmake/tarball/launch.c -o "$tree/bin/tauwerk"
for lib in "$tree"/lib/libtauwerk.so*; do
    [ -L "$lib" ] || patchelf --force-rpath --set-rpath '$ORIGIN' "$lib"
done
tar -C "$out" --sort=name --owner=0 --group=0 --mtime="@$SOURCE_DATE_EPOCH" -czf "$out/$name.tar.gz" "$name"
rm -rf "$tree"
echo "packages: $(cd "$out" && ls | tr '\n' ' ')"
[ $check = yes ] || exit 0

# --- checks
lintian --fail-on error,warning "$out"/*.deb
scripts/package-check.sh "$out/$name.tar.gz" "$out"
