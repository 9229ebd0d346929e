#!/usr/bin/env bash
# Makes Debian packages and a relocatable tarball, into build/packages.
#   scripts/package.sh [--check]
# --check: lintian without errors, and the tarball in an empty folder as root (chroot), a film drawn there.
# The tarball brings all libraries but glibc, and runs where glibc is not older than here.
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
mkdir -p "$build/debian/overrides"
for package in tauwerk "libtauwerk${version%.*}" lua-tauwerk; do
    echo "$package: embedded-library *expat*" >"$build/debian/overrides/$package"
done
echo "libtauwerk${version%.*}: maintscript-calls-ldconfig *" >>"$build/debian/overrides/libtauwerk${version%.*}"

# --- .deb
(cd "$build" && cpack -G DEB -B "$out" >cpack.log) || { cat "$build/cpack.log" >&2; exit 1; }
rm -rf "$out/_CPack_Packages"

# --- tarball
name=tauwerk-$version-linux-$(uname -m)
tree=$out/$name
DESTDIR=$out/stage cmake --install "$build" --strip >/dev/null
mkdir -p "$tree/lib"
cp -a "$out/stage/usr/bin" "$out/stage/usr/share" "$tree/"
cp -a "$out/stage/usr/include" "$tree/"
find "$out/stage/usr/lib" -name 'libtauwerk.*' -exec cp -a {} "$tree/lib/" \;
rm -rf "$out/stage" "$tree/share/doc/"{libtauwerk*,lua-tauwerk,tauwerk-doc}
ldd "$build/tauwerk" | awk '$3 ~ /^\// { print $3 }' | grep -vE '/(libc|libm|ld-linux[^/]*)\.so' | while read -r lib; do
    cp -L "$lib" "$tree/lib/"
done
patchelf --force-rpath --set-rpath '$ORIGIN/../lib' "$tree/bin/tauwerk"
for lib in "$tree"/lib/*.so*; do
    [ -L "$lib" ] || patchelf --force-rpath --set-rpath '$ORIGIN' "$lib"
done
tar -C "$out" --sort=name --owner=0 --group=0 --mtime="@$SOURCE_DATE_EPOCH" -czf "$out/$name.tar.gz" "$name"
rm -rf "$tree"
echo "packages: $(cd "$out" && ls | tr '\n' ' ')"
[ $check = yes ] || exit 0

# --- checks
lintian --fail-on error "$out"/*.deb
jail=$(mktemp -d)
trap 'rm -rf "$jail"' EXIT
tar -C "$jail" -xzf "$out/$name.tar.gz"
mkdir -p "$jail/lib64" "$jail/lib" "$jail/tmp" "$jail/proc" "$jail/dev"
mknod "$jail/dev/null" c 1 3 # as root
cp -L /lib64/ld-linux-x86-64.so.2 "$jail/lib64/" # glibc, and nothing else of this machine
cp -L /lib/x86_64-linux-gnu/libc.so.6 /lib/x86_64-linux-gnu/libm.so.6 "$jail/lib/"
cp scripts/pendulum.lua "$jail/tmp/"
unshare --mount sh -ec "mount --bind /proc '$jail/proc' && exec chroot '$jail' '/$name/bin/tauwerk' run /tmp/pendulum.lua \
    --frames 1-240:120 --size 160x90 --quiet -o /tmp/out"
[ "$(find "$jail/tmp/out" -name '*.png' | wc -l)" -eq 2 ] || { echo "package: no pictures" >&2; exit 1; }
echo "package: the tarball draws in an empty folder"
