# what the machine has; the bits of the trial simulation, also with other loops; folders, wrong use
. "$2/tests/cli/lib.sh"
expect 0 "$tauwerk" doctor
prints "tauwerk      $version"
prints "the right ones"
prints "here         .: can be written to"
grep -Eq '^threads +[1-9]' .out || fail "no number of threads"
expect 0 env TAUWERK_LANES=4 LC_ALL=C "$tauwerk" doctor
prints "the right ones"
prints "loops with 4 lanes, rays with 4"
mkdir none
expect 0 env PATH="$work/none" "$tauwerk" doctor
prints "ffmpeg       not there"
prints "sbatch       not there"
printf '#!/bin/sh\n' >none/sbatch
expect 0 env PATH="$work/none" "$tauwerk" doctor
prints "sbatch       not there"
chmod +x none/sbatch
expect 0 env PATH="/nowhere:$work/none" "$tauwerk" doctor
prints "sbatch       $work/none/sbatch"
expect 4 env TMPDIR="$work/missing" "$tauwerk" doctor
prints "$work/missing: cannot be written to"
says "$work/missing"
expect 2 "$tauwerk" doctor now
says "unexpected argument 'now'"
if [ -e /dev/full ]; then expect 4 sh -c "'$tauwerk' doctor >/dev/full"; fi
[ -z "$(ls "$work" | grep tauwerk-doctor)" ] || fail "a temporary file is left"
