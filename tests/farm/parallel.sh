#!/bin/sh
# A film by a real GNU parallel, here and over ssh: tests/farm/parallel.sh PROGRAM. On demand, as root: an
# sshd of its own on the loopback, in a temporary folder, ended and removed afterwards (Debian: parallel,
# openssh-server). The pictures must be those of a local run, also when a task's program is killed.
set -u
program=$(realpath "$1")
source=$(cd "$(dirname "$0")/../.." && pwd)
[ "$(id -u)" -eq 0 ] || { echo "parallel.sh: as root" >&2; exit 77; }
for tool in parallel ssh ssh-keygen; do
    command -v $tool >/dev/null || { echo "parallel.sh: no $tool (Debian: parallel, openssh-server)" >&2; exit 77; }
done
[ -x /usr/sbin/sshd ] || { echo "parallel.sh: no sshd (Debian: openssh-server)" >&2; exit 77; }
work=$(mktemp -d /tmp/tauwerk-parallel.XXXXXX)
sshd=
finish() {
    [ -n "$sshd" ] && kill "$sshd" 2>/dev/null
    rm -rf "$work"
}
trap finish EXIT
fail() {
    echo "FAILED: $*"
    exit 1
}
mkdir -p /run/sshd
ssh-keygen -q -t ed25519 -N '' -f "$work/host" && ssh-keygen -q -t ed25519 -N '' -f "$work/key" || fail "no keys"
cp "$work/key.pub" "$work/authorized"
cat >"$work/sshd" <<END
Port 26822
ListenAddress 127.0.0.1
HostKey $work/host
AuthorizedKeysFile $work/authorized
PidFile $work/sshd.pid
PermitRootLogin yes
PasswordAuthentication no
StrictModes no
UsePAM no
END
cat >"$work/client" <<END
Host first second
    HostName 127.0.0.1
    Port 26822
    User root
    IdentityFile $work/key
    StrictHostKeyChecking no
    UserKnownHostsFile $work/known
    LogLevel ERROR
END
/usr/sbin/sshd -D -f "$work/sshd" -E "$work/sshd.log" &
sshd=$!
export PARALLEL_SSH="ssh -F $work/client" PARALLEL_HOME="$work/home"
mkdir "$work/home" && : >"$work/home/will-cite"
for i in 1 2 3 4 5 6 7 8 9 10; do ssh -F "$work/client" first true 2>/dev/null && break; sleep 0.5; done
ssh -F "$work/client" first true || fail "ssh does not get in: $(cat "$work/sshd.log")"

cd "$work" || exit 1
"$program" bake "$source/scripts/pendulum.lua" -o film.twb --quiet || fail "bake"
"$program" run "$source/scripts/pendulum.lua" -o ref --frames 1-40 --size 160x90 --quiet || fail "the local run"
equal() {
    for picture in ref/*.png; do
        cmp -s "$picture" "$1/$(basename "$picture")" || fail "$1/$(basename "$picture") is another one"
    done
}
"$program" farm film.twb --parallel -o "it's here" --tasks 5 --frames 1-40 --size 160x90 >said 2>&1 || fail "here: $(cat said)"
equal "it's here"
[ "$(wc -l <"it's here/farm/joblog")" -eq 6 ] || fail "joblog: $(cat "it's here/farm/joblog")"
echo "here: the pictures of a local run"
printf '1/first\n1/second\n' >hosts
"$program" farm film.twb --parallel -o "over there" --hosts hosts --tasks 5 --frames 1-40 --size 160x90 >said 2>&1 &
farm=$!
for i in $(seq 400); do [ -n "$(ls "over there"/*.png 2>/dev/null)" ] && break; sleep 0.05; done
kill -9 $(pgrep -f "^$program render $work/film.twb -o $work/over there" | head -n 1) || fail "nothing to kill"
wait $farm || fail "over ssh: $(cat said)"
equal "over there"
grep -q 'status 137 at attempt 1' said || fail "nothing was killed: $(cat said)"
for host in first second; do grep -q "	$host	" "over there/farm/joblog" || fail "nothing was drawn by $host"; done
echo "over ssh to two hosts, a program killed: the pictures of a local run"
