# The prompt: values in words, help, lines that go on; on a terminal editing, completion and history
. "$2/tests/cli/lib.sh"
cat >lines <<'END'
{1, 2}
{a = 1, {2, "x"}, b = {c = {d = {e = {1}}}}}
t = {}; t.t = t
t
s = tw.scene{}
b = s:rod{length = 1, radius = .1, position = {0, 0, 1}}
b
b.end1
{b.position, "te\nxt\"q", ["a b"] = true}
"plain", nil, s
1 +
2
for i = 1, 2 do
print("line " .. i) end
help(scene.rod)
help(tw.math.lerp)
help(b)
help "friction"
help()
(function() local l = {} for i = 1, 1000 do l[i] = i end return l end)()
b:remove()
b
END
expect 0 sh -c "'$tauwerk' lua <lines"
while IFS= read -r line; do
    grep -qxF -- "$line" .out || fail "the prompt does not print: $line"
done <<'END'
{1, 2}
{{2, "x"}, a = 1, b = {c = {d = {e = {...}}}}}
{t = {...}}
rod 'rod1' at (0, 0, 1)
point 'rod1.end1' at (0, 0, 0.5)
{(0, 0, 1), "te\10xt\"q", ["a b"] = true}
plain	nil	scene 'scene'
3
line 2
rod (body)
  tw.math.lerp(a, b, u)
  scene:ground{friction =}
rod 'rod1' (removed)
END
prints "help(scene.rod)"
prints "47, 48, ...}"
[ "$(grep -c '^rod (body)$' .out)" -eq 2 ] || fail "help(b) is not help of its kind"

# a text that the end of the input leaves incomplete
expect 1 sh -c "printf 'x = 1\nfor i = 1, 2 do\nprint(i)\n' | '$tauwerk' lua"
says "stdin:3: 'end' expected (to close 'for' at line 1) near <eof>"

# without a terminal the first error ends the program
expect 1 sh -c "printf 'print(1)\nhelp(5)\nprint(2)\n' | '$tauwerk' lua"
says "help: expected a function of the module, an object or a name"
says "got 5"
prints 1
! grep -qxF 2 .out || fail "the prompt goes on after an error in a pipe"

# on a terminal
if ! python3 -c 'import pty' 2>/dev/null; then exit 0; fi
cat >terminal.py <<'END'
import fcntl, os, pty, select, signal, struct, sys, termios, time
os.environ["XDG_STATE_HOME"] = os.getcwd() + "/state"
os.environ["TERM"] = "xterm"
pid, fd = pty.fork()
if pid == 0:
    os.execv(sys.argv[1], [sys.argv[1], "lua"])
out = b""
def read(until):
    global out
    end = time.time() + 60
    while until not in out:
        if time.time() > end:
            sys.exit("no %r in %r" % (until, out))
        if select.select([fd], [], [], 1)[0]:
            out += os.read(fd, 65536)
    out = out[out.index(until) + len(until):]
def say(text, until):
    os.write(fd, text)
    read(until)
read(b"> ")
say(b"s = tw.scene{}\n", b"\n> ")
say(b"s.rand\t", b"om")
say(b"\n", b"tw.random")
read(b"> ")
say(b"tw.math.sq\t(16)\n", b"4.0")
read(b"> ")
say(b"b = s:rod{length = 1, radius = 1}\n", b"\n> ")
say(b"b.end\t\t", b"b.end2")
say(b"1\n", b"rod1.end1")
read(b"> ")
say(b"40 + 2\n", b"\n42")
read(b"> ")
say(b"\x1b[A\n", b"\n42")
read(b"> ")
# Ctrl-C ends a line, what stands of a statement, and one that runs
os.write(fd, b"error 'not this'")
time.sleep(0.2)
os.write(fd, b"\x03")
read(b"\n> ")
say(b"for i = 1, 3 do\n", b">> ")
os.write(fd, b"\x03")
read(b"\n> ")
say(b"6 * 7\n", b"\n42")
read(b"> ")
os.write(fd, b"while true do end\n")
read(b"\n")
time.sleep(0.2)
os.write(fd, b"\x03")
read(b"interrupted")
read(b"\n> ")
say(b"40 + 3\n", b"\n43")
read(b"> ")
# Ctrl-C at any moment, most of them while the character before is handled, ends the line and not the program
for i in range(300):
    os.write(fd, b"y")
    until = time.perf_counter() + 2e-6 * (i % 150)
    while time.perf_counter() < until:
        pass
    os.kill(pid, signal.SIGINT)
    read(b"\n> ")
# a y may come after its Ctrl-C; Ctrl-U removes it
time.sleep(0.3)
say(b"\x1540 + 5\n", b"\n45")
read(b"> ")
# letters of more than one byte, of which libedit removes one at a time; bytes that are none are left out
say("#'\u00e9\u4e2d\U0001f600\u00e9'".encode() + b"\x08\xe4\xff\x08'\n", b"\n9")
read(b"> ")
say(b"#'\xff\xfea\x80\xc3b'\n", b"\n2")
read(b"> ")
# another size of the window
fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 70, 0, 0))
say(b"40 + 6\n", b"\n46")
read(b"> ")
# the end of input, typed while a statement still runs
os.write(fd, b"for i = 1, 3e6 do end\n\x04")
end = time.time() + 60
while time.time() < end:
    try:
        if select.select([fd], [], [], 1)[0]:
            out += os.read(fd, 65536)
    except OSError:  # the terminal is closed
        sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
os.kill(pid, 9)
sys.exit("the prompt does not end, after %r" % out)
END
expect 0 python3 terminal.py "$tauwerk"

# Ctrl-Z in a line gives the terminal back as it was, and the line goes on after it
cat >suspend.py <<'END'
import os, pty, select, sys, time
os.environ.update(XDG_STATE_HOME=os.getcwd() + "/state", TERM="xterm", PS1="shell$ ", ENV="/dev/null")
pid, fd = pty.fork()
if pid == 0:
    os.execvp("sh", ["sh", "-i"])
out = b""
def say(text, until):
    global out
    os.write(fd, text)
    end = time.time() + 60
    while until not in out:
        if time.time() > end:
            sys.exit("no %r in %r" % (until, out))
        if select.select([fd], [], [], 1)[0]:
            out += os.read(fd, 65536)
    out = out[out.index(until) + len(until):]
say(b"", b"shell$ ")
say(b"'%s' lua\n" % sys.argv[1].encode(), b"\n> ")
for k in range(2):
    say(b"2 * %d + " % k, b"+ ")
    say(b"\x1a", b"shell$ ")
    say(b"stty -a\n", b"shell$ ")
    say(b"stty -a | grep -c ' icanon'\n", b"\n1")
    say(b"fg\n", b"> 2 * %d + " % k)
    say(b"40\n", b"\n%d" % (2 * k + 40))
    say(b"", b"> ")
os.kill(pid, 9)
END
expect 0 python3 suspend.py "$tauwerk"
grep -qF 'tw.math.sqrt(16)' state/tauwerk/history || fail "no history" # libedit encodes spaces
