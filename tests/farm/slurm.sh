#!/bin/sh
# A film by a real Slurm: tests/farm/slurm.sh PROGRAM. On demand, as root: munged, slurmctld and slurmd
# of one node on the loopback, in a temporary folder, ended and removed afterwards (Debian: slurm-wlm,
# munge). The pictures must be those of a local run; tasks that are killed half-way, by signal and by
# requeueing, must be run again and draw only what is missing; a film from its script must be baked first.
set -u
program=$(realpath "$1")
source=$(cd "$(dirname "$0")/../.." && pwd)
[ "$(id -u)" -eq 0 ] || { echo "slurm.sh: as root" >&2; exit 77; }
for tool in munged slurmctld slurmd sbatch squeue scontrol scancel mungekey; do
    command -v $tool >/dev/null || { echo "slurm.sh: no $tool (Debian: slurm-wlm, munge)" >&2; exit 77; }
done
work=$(mktemp -d /tmp/tauwerk-slurm.XXXXXX)
munged='' controller='' node=''
finish() {
    [ -n "$node" ] && scancel --me 2>/dev/null
    for pid in $node $controller $munged; do kill "$pid" 2>/dev/null; done
    wait
    if [ -n "${KEEP:-}" ]; then echo "kept: $work"; else rm -rf "$work"; fi
}
trap finish EXIT
fail() {
    echo "FAILED: $*"
    tail -n 5 "$work"/out/farm/log/* "$work/slurmctld.log" "$work/slurmd.log" 2>/dev/null
    exit 1
}

# ---- one node -------------------------------------------------------------------------------
chmod 755 "$work"
mkdir "$work/munge" "$work/state" "$work/spool"
mungekey --create --keyfile="$work/munge/key" || fail "no key"
munged --foreground --force --key-file="$work/munge/key" --socket="$work/munge/socket" \
    --pid-file="$work/munge/pid" --seed-file="$work/munge/seed" --log-file="$work/munge/log" \
    --num-threads=2 >/dev/null 2>&1 &
munged=$!
host=$(hostname -s)
cat >"$work/slurm.conf" <<END
ClusterName=tauwerk
SlurmctldHost=$host(127.0.0.1)
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$work/munge/socket
CredType=cred/munge
SlurmctldPort=26817
SlurmdPort=26818
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/slurmd.pid
SlurmctldLogFile=$work/slurmctld.log
SlurmdLogFile=$work/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
ReturnToService=2
SchedulerType=sched/backfill
SchedulerParameters=batch_sched_delay=0,sched_interval=1,bf_interval=1
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
JobAcctGatherType=jobacct_gather/none
MinJobAge=300
SlurmctldDebug=info
SlurmdDebug=info
NodeName=$host NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN
PartitionName=main Nodes=$host Default=YES MaxTime=INFINITE State=UP
END
export SLURM_CONF="$work/slurm.conf"
for i in 1 2 3 4 5 6 7 8 9 10; do [ -S "$work/munge/socket" ] && break; sleep 0.5; done
[ -S "$work/munge/socket" ] || fail "munged does not start: $(cat "$work/munge/log")"
slurmctld -D -f "$SLURM_CONF" >/dev/null 2>&1 &
controller=$!
slurmd -D -f "$SLURM_CONF" >/dev/null 2>&1 &
node=$!
for i in $(seq 60); do
    [ "$(sinfo -h -o %T 2>/dev/null)" = idle ] && break
    sleep 1
done
[ "$(sinfo -h -o %T 2>/dev/null)" = idle ] || fail "the node is not idle: $(sinfo 2>&1)"
echo "one node: $(sinfo -h -o '%N %c processors, %T')"

# ---- the film -------------------------------------------------------------------------------
cd "$work" || exit 1
cp "$source/scripts/pendulum.lua" .
options="--size 160x90"
"$program" run pendulum.lua -o ref --frames 1-60 $options --quiet || fail "the local run"
"$program" bake pendulum.lua -o film.twb --quiet || fail "bake"

equal() {
    for picture in ref/*.png; do
        cmp -s "$picture" "$1/$(basename "$picture")" || fail "$1/$(basename "$picture") is another one"
    done
    [ "$(ls ref/*.png | wc -l)" -eq "$(ls "$1"/*.png | wc -l)" ] || fail "$1: other pictures"
}

"$program" farm film.twb --slurm --tasks 8 --frames 1-60 $options -o out --video out.y4m --wait >said 2>&1 ||
    fail "the farm: $(cat said)"
equal out
"$program" movie ref -o ref.y4m --quiet || fail "movie"
cmp -s ref.y4m out.y4m || fail "the film is another one"
echo "8 tasks: the pictures and the film of a local run"

# ---- killed ---------------------------------------------------------------------------------
"$program" farm film.twb --slurm --tasks 2 --frames 1-60 $options -o killed >said 2>&1 || fail "$(cat said)"
jobs=$(cat killed/farm/jobs)
frames=$(echo "$jobs" | head -n 1)
"$program" farm film.twb --slurm --tasks 2 --frames 1-60 $options -o killed >said 2>&1 &&
    fail "submitted twice while the first is at work"
grep -q "still there" said || fail "not told: $(cat said)"
enough() { # waits for NUMBER pictures
    for i in $(seq 600); do
        [ "$(ls killed/*.png 2>/dev/null | wc -l)" -ge "$1" ] && return
        sleep 0.05
    done
    fail "no $1 pictures"
}
enough 3
first=$(ls killed/*.png | head -n 1)
before=$(stat -c '%i %Y' "$first")
# by a signal: the program only; the script of the task starts it again
for pid in $(pgrep -f "^$program render $work/film.twb -o $work/killed"); do kill -9 "$pid"; done
enough 8
# the whole of task 1, as if its node were lost
scontrol requeue "${frames}_1" || fail "requeue"
for i in $(seq 300); do [ -z "$(squeue -h)" ] && break; sleep 1; done
[ -z "$(squeue -h)" ] || fail "jobs do not end: $(squeue)"
grep -q "status 137 at attempt 1" killed/farm/log/* || fail "nothing was killed by a signal"
equal killed
[ "$(stat -c '%i %Y' "$first")" = "$before" ] || fail "$first was drawn twice"
echo "killed by signal and requeued: the same pictures, none of the finished drawn again"

# ---- from the script ------------------------------------------------------------------------
"$program" farm pendulum.lua --slurm --tasks 3 --frames 1-60 $options -o script --wait >said 2>&1 ||
    fail "from the script: $(cat said)"
[ "$(wc -l <script/farm/jobs)" -eq 3 ] || fail "expected three jobs"
equal script
echo "bake, frames, encode: the same pictures"
