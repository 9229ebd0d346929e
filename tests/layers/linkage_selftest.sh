#!/bin/sh
# The check must be able to fail: listings of symbols with one violation each, and a sound one.
awk_file=$(dirname "$0")/linkage.awk
bad=0

# expect STATUS "TEXT" <listing
expect() {
    out=$(awk -v layers="base numeric dynamics library app" -f "$awk_file")
    status=$?
    case "$out" in *"$2"*) found=1 ;; *) found=0 ;; esac
    if [ $status -ne "$1" ] || [ $found -ne 1 ]; then
        echo "expected status $1 and \"$2\", got $status and: $out"
        bad=1
    fi
}

expect 0 "no upward link" <<'L'
x/tw_base.dir/base/a.c.o: f T 0 1
x/tw_dynamics.dir/dynamics/front.c.o: f U
x/tw_dynamics.dir/dynamics/front.c.o: g T 0 1
x/tw_dynamics.dir/dynamics/pass/p.c.o: g U
x/tw_dynamics.dir/dynamics/pass/p.c.o: h T 0 1
x/tw_dynamics.dir/dynamics/front.c.o: h U
L
expect 1 "upward: base/a.c calls g of numeric/b.c" <<'L'
x/tw_base.dir/base/a.c.o: g U
x/tw_numeric.dir/numeric/b.c.o: g T 0 1
L
expect 1 "circle: dynamics/a -> dynamics/b" <<'L'
x/tw_dynamics.dir/dynamics/a/a.c.o: f T 0 1
x/tw_dynamics.dir/dynamics/a/a.c.o: g U
x/tw_dynamics.dir/dynamics/b/b.c.o: g T 0 1
x/tw_dynamics.dir/dynamics/b/b.c.o: f U
L
expect 1 "circle: dynamics/c -> dynamics/a" <<'L'
x/tw_dynamics.dir/dynamics/a/a.c.o: f T 0 1
x/tw_dynamics.dir/dynamics/a/a.c.o: g U
x/tw_dynamics.dir/dynamics/b/b.c.o: g T 0 1
x/tw_dynamics.dir/dynamics/b/b.c.o: h U
x/tw_dynamics.dir/dynamics/c/c.c.o: h D 0 1
x/tw_dynamics.dir/dynamics/c/c.c.o: f U
L
expect 0 "nothing past the library" <<'L'
x/tw_dynamics.dir/dynamics/a.c.o: f T 0 1
x/tw_library.dir/library/a.c.o: f U
x/tw_library.dir/library/a.c.o: g T 0 1
x/tw_app.dir/app/run/b.c.o: g U
L
expect 1 "past the library: app/run/b.c uses f of dynamics/a.c" <<'L'
x/tw_dynamics.dir/dynamics/a.c.o: f R 0 1
x/tw_app.dir/app/run/b.c.o: f U
L
expect 1 "past the library: app/main.c uses f of numeric/a.c" <<'L'
x/tw_numeric.dir/numeric/a.c.o: f T 0 1
x/tauwerk.dir/app/main.c.o: f U
L
expect 2 "no objects were read" <<'L'
x/other.dir/a.c.o: f T 0 1
L
exit $bad
