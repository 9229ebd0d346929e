#!/bin/sh
# The check must be able to fail: includes with one violation each, and sound ones.
awk_file=$(dirname "$0")/reach.awk
bad=0

# expect STATUS "TEXT" <includes
expect() {
    out=$(awk -f "$awk_file")
    status=$?
    case "$out" in *"$2"*) found=1 ;; *) found=0 ;; esac
    if [ $status -ne "$1" ] || [ $found -ne 1 ]; then
        echo "expected status $1 and \"$2\", got $status and: $out"
        bad=1
    fi
}

expect 0 "1 files" <<'I'
./app/run/a.c:#include "library/film.h"
./app/run/a.c:#include "base/file.h"
./library/film.h:#include "frame/film.h"
./frame/film.h:#include "frame/frame.h"
I
expect 1 "past the library: app/run/a.c frame/film.h" <<'I'
./app/run/a.c:#include "frame/film.h"
I
expect 1 "app/run/a.c -> library/film.h -> timeline/sim.h" <<'I'
./app/run/a.c:#include "library/film.h"
./library/film.h:#include "timeline/sim.h"
I
expect 1 "app/run/a.c -> model/world.h" <<'I'
./app/run/a.c:#include "model/world.h"
I
expect 1 "no files" <<'I'
./frame/film.h:#include "frame/frame.h"
I
exit $bad
