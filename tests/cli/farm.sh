# a farm, by programs that stand for sbatch and parallel: what they are asked for, the pictures, tasks
# that are killed, wrong use. A real Slurm: tests/farm/slurm.sh
. "$2/tests/cli/lib.sh"
mkdir fake
PATH="$work/fake:$PATH"
fake() {
    cat >"fake/$1"
    chmod +x "fake/$1"
}
# parallel OPTIONS -q COMMAND... {} :::: FILE
fake parallel <<'END'
#!/bin/sh
echo "$*" >>"$FAKE/parallel.args"
while [ "$1" != -q ]; do shift; done
shift
while read -r task; do
    [ "$task" = "${SKIP:-}" ] || "$1" "$2" "$task" || echo "task $task: $?" >>"$FAKE/failed"
done <"$5"
ls .. | grep -c 'png$' >"$FAKE/drawn"
END
# sbatch OPTIONS SCRIPT: runs it at once
fake sbatch <<'END'
#!/bin/sh
echo "$*" >>"$FAKE/sbatch.args"
n=$(($(cat "$FAKE/number" 2>/dev/null || echo 100) + 1))
echo $n >"$FAKE/number"
[ "$n" = "${REFUSE:-}" ] && exit 1
tasks=
for word; do
    case $word in
    --array=1-*) tasks=$(seq "${word#--array=1-}") ;;
    --chdir=*) cd "${word#--chdir=}" || exit 1 ;;
    esac
    script=$word
done
for i in ${tasks:-none}; do
    SLURM_ARRAY_TASK_ID=$i sh "$script" >&2 || echo "$script $i: $?" >>"$FAKE/failed"
done
echo "$n;cluster"
END
fake squeue <<'END'
#!/bin/sh
cat "$FAKE/queue" 2>/dev/null
END
fake scontrol <<'END'
#!/bin/sh
echo "JobId=$5 JobState=DONE ExitCode=${CODE:-0:0} x=1"
END
fake scancel <<'END'
#!/bin/sh
echo "$*" >"$FAKE/cancelled"
END
export FAKE="$work/fake"

expect 0 "$tauwerk" run "$scenes/tiny.lua" -o ref --size 48x27 --quiet
expect 0 "$tauwerk" movie ref -o ref.y4m --quiet
expect 0 "$tauwerk" bake "$scenes/tiny.lua" -o tiny.twb --quiet
pictures() {
    for picture in ref/*.png; do same "$picture" "$1/$(basename "$picture")"; done
    count_in=$(find "$1" -name '*.png' | wc -l)
    [ "$count_in" -eq 6 ] || fail "expected 6 pictures in $1, got $count_in"
}

# only the scripts
expect 0 "$tauwerk" farm tiny.twb --parallel -o dry --tasks 4 --dry-run --quiet
[ -s "$work/.out" ] || [ -s "$work/.err" ] && fail "--quiet is not quiet"
expect 0 "$tauwerk" farm tiny.twb --parallel -o dry --tasks 4 --dry-run
prints "tiny: 4 tasks in $work/dry/farm"
[ "$(tr '\n' ' ' <dry/farm/tasks)" = "1-1 2-3 4-4 5-6 " ] || fail "tasks: $(cat dry/farm/tasks)"
for script in dry/farm/*.sh; do expect 0 sh -n "$script"; done
no_file fake/parallel.args
expect 0 "$tauwerk" farm tiny.twb --slurm -o dry --frames 2-6:2 --dry-run
[ "$(tr '\n' ' ' <dry/farm/tasks)" = "2-2:2 4-4:2 6-6:2 " ] || fail "tasks: $(cat dry/farm/tasks)"
expect 0 "$tauwerk" farm tiny.twb --slurm -o dry --frames 3- --tasks 1 --dry-run
[ "$(cat dry/farm/tasks)" = 3-6 ] || fail "tasks: $(cat dry/farm/tasks)"

# parallel: a task that nobody ran is made up for by the last job
echo : >"the hosts"
SKIP=3-4 expect 0 "$tauwerk" farm tiny.twb --parallel --hosts "the hosts" --jobs 2 -o "it's out" --size 48x27 \
    --tasks 3 --video out.y4m
pictures "it's out"
same ref.y4m out.y4m
no_file fake/failed
[ "$(cat fake/drawn)" -eq 4 ] || fail "expected 4 pictures by parallel, got $(cat fake/drawn)"
grep -qF -- "--retries 3 --joblog joblog --jobs 2 --sshloginfile $work/the hosts -q sh" fake/parallel.args ||
    fail "$(cat fake/parallel.args)"
# again: nothing is drawn again
before=$(stat -c '%i' "it's out"/*.png)
expect 0 "$tauwerk" farm tiny.twb --parallel -o "it's out" --size 48x27
[ "$before" = "$(stat -c '%i' "it's out"/*.png)" ] || fail "drawn again"

# Slurm
expect 0 "$tauwerk" farm tiny.twb --slurm -o s --size 48x27 --tasks 2 --threads 2 --video s.mkv --wait \
    --sbatch=--partition=day --dry-run
expect 0 "$tauwerk" farm tiny.twb --slurm -o s --size 48x27 --tasks 2 --threads 2 --video s.y4m --wait \
    --sbatch=--partition=day
prints "jobs: 101 102"
pictures s
same ref.y4m s.y4m
no_file fake/failed
grep -q -- '--cpus-per-task=2 .*--array=1-2 .*--partition=day ./frames.sh' fake/sbatch.args || fail "$(cat fake/sbatch.args)"
grep -q -- '--dependency=afterany:101 .*./encode.sh' fake/sbatch.args || fail "$(cat fake/sbatch.args)"
# from the script: baked first
expect 0 "$tauwerk" farm "$scenes/tiny.lua" --slurm -o l --size 48x27 --tasks 2 --wait
prints "jobs: 103 104 105"
pictures l
grep -q -- '--kill-on-invalid-dep=yes --dependency=afterok:103 .*./frames.sh' fake/sbatch.args || fail "$(cat fake/sbatch.args)"
# the status of the last job; jobs that are still there; a scheduler that refuses
CODE=4:0 expect 4 "$tauwerk" farm tiny.twb --slurm -o s --size 48x27 --wait
says "status 4"
CODE=3:0 expect 3 "$tauwerk" farm tiny.twb --slurm -o s --size 48x27 --wait
CODE=0:9 expect 4 "$tauwerk" farm tiny.twb --slurm -o s --size 48x27 --wait
says "status 137"
echo 77 >fake/queue
expect 4 "$tauwerk" farm tiny.twb --slurm -o s
says "still there: 77"
rm fake/queue
n=$(cat fake/number)
REFUSE=$((n + 2)) expect 4 "$tauwerk" farm tiny.twb --slurm -o s --size 48x27
[ "$(cat fake/cancelled)" = $((n + 1)) ] || fail "the first job is not cancelled"

# killed half-way: the task's script starts it again, what is drawn stays
expect 0 "$tauwerk" bake "$2/scripts/pendulum.lua" -o pendulum.twb --quiet
expect 0 "$tauwerk" farm pendulum.twb --parallel -o k --size 320x180 --tasks 1 --frames 1-20 --dry-run
sh k/farm/frames.sh 1-20 >.out 2>.err &
task=$!
for i in $(seq 400); do [ -e k/pendulum.0002.png ] && break; sleep 0.05; done
child=$(ps -o pid= --ppid $task | head -n 1)
before=$(stat -c '%i' k/pendulum.0001.png)
kill -9 $child || fail "no program to kill"
wait $task || fail "the task has not gone on"
says "1-20: status 137 at attempt 1"
[ "$(ls k/*.png | wc -l)" -eq 20 ] || fail "expected 20 pictures"
[ "$before" = "$(stat -c '%i' k/pendulum.0001.png)" ] || fail "drawn again"
expect 0 "$tauwerk" run "$2/scripts/pendulum.lua" --frames 1-20 --size 320x180 -o kref --quiet
for picture in kref/*.png; do same "$picture" "k/$(basename "$picture")"; done

# wrong use
expect 2 "$tauwerk" farm --slurm
says "expected a script or a baked film, got none"
expect 2 "$tauwerk" farm tiny.twb
says "--slurm or --parallel"
expect 2 "$tauwerk" farm tiny.twb --slurm --parallel
expect 2 "$tauwerk" farm tiny.twb --slurm --jobs 2
says "need --parallel"
expect 2 "$tauwerk" farm tiny.twb --parallel --wait
says "need --slurm"
expect 2 "$tauwerk" farm tiny.twb --parallel --sbatch day
says "an option of sbatch"
expect 2 "$tauwerk" farm tiny.twb --parallel --set a=1
says "needs a script"
expect 2 "$tauwerk" farm tiny.twb --parallel --video out.avi
expect 2 "$tauwerk" farm tiny.twb --parallel --format exr --video out.mp4
expect 2 "$tauwerk" farm tiny.twb --parallel --size 5
expect 2 "$tauwerk" farm tiny.twb --parallel --frames 9-12
says "has 6 frames, got 9"
expect 4 "$tauwerk" farm missing.twb --parallel
says "missing.twb"
expect 4 "$tauwerk" farm tiny.twb --parallel --hosts missing
says "missing"
head -c -20 tiny.twb >cut.twb
expect 4 "$tauwerk" farm cut.twb --parallel
says "cut.twb is not whole"
mkdir none
ln -s "$(command -v sh)" none/
expect 4 env PATH="$work/none" "$tauwerk" farm tiny.twb --parallel -o n
says "'parallel' (GNU parallel) is not there"
expect 4 env PATH="$work/none" "$tauwerk" farm tiny.twb --slurm -o n
says "'sbatch' (of Slurm) is not there"
