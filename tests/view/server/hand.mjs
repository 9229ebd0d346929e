// The live scene without a browser: seek, drag at rest, pull in the motion, switches, fields, steppers, pictures:
// node hand.mjs TAUWERK SOURCE
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "../support/expect.mjs";
import { place, serve, Window } from "../support/window.mjs";

const [tauwerk, source] = process.argv.slice(2);
const work = mkdtempSync(join(tmpdir(), "tauwerk-hand-"));
process.on("exit", () => rmSync(work, { recursive: true, force: true }));
const run = (...words) => execFileSync(tauwerk, words, { cwd: work, stdio: "pipe" });
const poses = (w) => w.frames.map((f) => Buffer.from(f.pose.buffer, f.pose.byteOffset, f.pose.byteLength).toString("base64"));
const away = (a, b) => Math.hypot(...a.map((x, i) => x - b[i]));

async function open(words) {
  const server = await serve(tauwerk, words);
  const w = await new Window(server.address).open();
  w.server = server;
  await w.until((x) => x.done || x.error, "the film");
  expect(!w.error, `the script runs: ${w.error?.text}`);
  return w;
}

async function stand(w, frame) {
  w.live = null;
  w.send({ type: "seek", frame });
  await w.until((x) => x.live && !x.live.running, `standing at ${frame}`);
  expect(w.live.frame === frame, `it stands at ${frame}, got ${w.live.frame}`);
}

// the answer to a move of the hand, ms
async function move(w, target) {
  const began = performance.now();
  w.last = null;
  w.send({ type: "drag", what: "move", target });
  await w.until((x) => x.last?.type === "frames" || x.refused, "an answer to a move");
  expect(!w.refused, `moves are followed: ${w.refused?.text}`);
  return performance.now() - began;
}

// the processes that a process has started, and those that they have started
function below(pid) {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((t) => readFileSync(`/proc/${pid}/task/${t}/children`, "utf8").trim().split(/\s+/).filter(Boolean).map(Number));
  return children.flatMap((p) => [p, ...below(p)]);
}

async function goOn(w) {
  w.done = w.error = null;
  w.send({ type: "advance", on: true });
  await w.until((x) => x.done || x.error, "the film's end");
  expect(!w.error, `it goes on: ${w.error?.text}`);
}

// ---- going back is exact, and going on from there too: bit for bit, with the script's own state
const counting = join(work, "counting.lua");
writeFileSync(
  counting,
  `local tw = require "tauwerk"
local s = tw.scene{name = "counting", duration = 4, fps = 30, gravity = "earth"}
local b = s:sphere{name = "ball", radius = 0.1, position = {0, 0, 1}, collide = true, restitution = 0.6}
s:ground{height = 0}
local n = 0
s:every(0.5, function() n = n + 1; s:impulse{on = b, value = {0.1 * n, 0, 0}} end)
return s
`,
);
for (const script of [join(source, "scripts/mechanisms/four_bar.lua"), join(source, "scripts/pendulum.lua"), counting]) {
  const w = await open([script]);
  const film = poses(w);
  for (const frame of script === counting ? [90, 30, 75, 0] : [60, 0]) {
    await stand(w, frame);
    await goOn(w);
    const again = poses(w);
    expect(again.length === film.length, `${film.length} frames again, got ${again.length}`);
    again.forEach((p, k) => expect(p === film[k], `${script}: frame ${k} has other bits after frame ${frame}`));
  }
  if (script === counting) {
    // and they are those of the trace
    run("run", "-q", script, "--quality", "draft", "--frames", "1", "--size", "64x36", "--trace", "trace.csv", "-o", "film");
    for (const line of readFileSync(join(work, "trace.csv"), "utf8").trim().split("\n").slice(1)) {
      const [frame, , name, ...x] = line.split(",");
      const off = away(w.pose(name, Number(frame) - 1), x.slice(0, 7).map(Number));
      expect(off <= 1e-6, `frame ${frame}: off the trace by ${off}`);
    }
  }
  w.server.kill();
}

// ---- a four-bar's coupler is dragged round: the crank turns, the pins hold
{
  const w = await open([join(source, "scripts/mechanisms/four_bar.lua")]);
  await stand(w, 80);
  const id = w.id("coupler");
  const pin = [0, 0, -0.85]; // the crank's pin: on a circle of 0.6 m
  const ends = [0, 1].map((s) => place(w.pose("coupler", 80), [0, 0, s ? 0.85 : -0.85]));
  const local = away(ends[0].filter((_, i) => i !== 1), [-0.95, 1.0]) < away(ends[1].filter((_, i) => i !== 1), [-0.95, 1.0]) ? pin : [0, 0, 0.85];
  const from = place(w.pose("coupler", 80), local);
  const begin = Math.atan2(from[2] - 1, from[0] + 0.95);
  w.last = null;
  w.send({ type: "drag", what: "begin", frame: 80, playing: false, id, point: local, target: from });
  await w.until((x) => x.last?.type === "frames", "the hand holds");
  const latency = [];
  let turned = 0;
  let before = begin;
  for (let i = 1; i <= 72; i++) {
    const angle = begin + (2 * Math.PI * i) / 72;
    latency.push(await move(w, [-0.95 + 0.9 * Math.cos(angle), from[1], 1 + 0.9 * Math.sin(angle)]));
    const at = place(w.pose("coupler", 80), local);
    const now = Math.atan2(at[2] - 1, at[0] + 0.95);
    turned += Math.atan2(Math.sin(now - before), Math.cos(now - before));
    before = now;
    expect(Math.abs(Math.hypot(at[0] + 0.95, at[2] - 1) - 0.6) < 1e-4, `the crank's pin stays on its circle, step ${i}`);
    const rocker = place(w.pose("coupler", 80), local.map((x) => -x));
    expect(Math.abs(Math.hypot(rocker[0] - 0.95, rocker[2] - 1) - 1.35) < 1e-4, `the rocker's pin stays on its circle, step ${i}`);
  }
  expect(Math.abs(turned - 2 * Math.PI) < 0.1, `the crank has gone round, got ${turned} rad`);
  w.send({ type: "drag", what: "end", keep: true });
  const kept = await w.next("kept");
  expect(kept.sort === "pose" && kept.frame === 80, "a drag at rest is kept as poses");
  for (const b of kept.bodies) expect(away(w.pose(b.name, 80), [...b.position, ...b.orientation]) < 1e-6, `${b.name}: the pose that is seen is kept`);
  latency.sort((a, b) => a - b);
  console.log(`four-bar: a move is answered in ${latency[36].toFixed(2)} ms (median of 72), at most ${latency[71].toFixed(2)} ms`);
  // it goes on from there, and going back there finds what was touched
  const touched = w.pose("coupler", 80);
  await goOn(w);
  expect(w.frames.length === 240, `to the film's end, got ${w.frames.length}`);
  await stand(w, 80);
  await goOn(w);
  expect(away(w.pose("coupler", 80), touched) === 0, "what was touched is there when one comes back");
  // also if one comes back before the motion has begun
  await stand(w, 80);
  w.live = w.done = null;
  w.send({ type: "advance", on: true });
  w.send({ type: "seek", frame: 80 });
  await w.until((x) => x.live && !x.live.running && x.live.frame === 80, "standing there again");
  expect(!w.done, "the motion has not gone on to its end");
  await goOn(w);
  expect(w.frames.length === 240 && away(w.pose("coupler", 80), touched) === 0, "what was touched is there, too");
  // an order to go on that the simulation is too busy to hear is refused, and the next orders do not wait for it
  await stand(w, 80);
  const workers = below(w.server.pid);
  workers.forEach((pid) => process.kill(pid, "SIGSTOP"));
  w.refused = w.progress = null;
  // more than a socket holds
  for (let i = 0; i < 400; i++) w.send({ type: "advance", on: false, words: "x".repeat(3000) });
  w.send({ type: "advance", on: true });
  const asked = performance.now();
  w.send({ type: "picture", number: 1 });
  await w.until((x) => /busy/.test(x.refused?.text), "a refusal");
  await w.until((x) => /not drawn/.test(x.refused?.text), "an answer to the next order");
  console.log(`an order behind one that was lost is answered after ${(performance.now() - asked).toFixed(0)} ms`);
  workers.forEach((pid) => process.kill(pid, "SIGCONT"));
  // until the simulation has read what waits in its line, it is too busy still
  do {
    w.refused = w.done = null;
    w.send({ type: "advance", on: true });
    await w.until((x) => x.done || x.refused, "an answer to going on");
  } while (!w.done);
  expect(w.frames.length === 240, `it goes on afterwards, got ${w.frames.length} frames`);
  // a drag taken back
  await stand(w, 60);
  const was = w.pose("coupler", 60);
  w.last = null;
  w.send({ type: "drag", what: "begin", frame: 60, playing: false, id, point: [0, 0, 0], target: was.slice(0, 3) });
  await w.until((x) => x.last?.type === "frames", "the hand holds");
  await move(w, [was[0] + 0.2, was[1], was[2] + 0.1]);
  expect(away(w.pose("coupler", 60), was) > 0.01, "it is dragged");
  w.last = null;
  w.send({ type: "drag", what: "end", keep: false });
  await w.until((x) => x.last?.type === "frames", "it is taken back");
  expect(away(w.pose("coupler", 60), was) < 1e-6, "and is where it was");
  // the script's own film again
  w.done = null;
  w.send({ type: "reset" });
  await w.until((x) => x.done, "the script's film");
  w.server.kill();
}

// ---- pulled in the motion, a box is held off the ground and not through the wall
{
  const script = join(work, "pull.lua");
  writeFileSync(
    script,
    `local tw = require "tauwerk"
local s = tw.scene{name = "pull", duration = 12, fps = 30, gravity = "earth"}
s:ground{height = 0}
s:box{name = "wall", size = {0.1, 2, 2}, position = {1, 0, 1}, fixed = true, collide = true}
s:box{name = "box", size = {0.2, 0.2, 0.2}, position = {0, 0, 0.1}, collide = true}
return s
`,
  );
  const w = await open([script]);
  const began = performance.now();
  w.send({ type: "drag", what: "begin", frame: 30, playing: true, id: w.id("box"), point: [0, 0, 0.1], target: [0, 0, 0.2] });
  await w.until((x) => x.live?.running && x.frames.length > 31, "frames while it is pulled");
  let between = 0;
  for (let i = 1; i <= 30; i++) {
    w.send({ type: "drag", what: "move", target: [0.1 * i, 0, 0.6] });
    expect(!w.refused, `it is pulled: ${w.refused?.text}`);
    const n = w.frames.length;
    await w.until((x) => x.frames.length > n, "the next frame");
    const k = 30 * w.frames[w.frames.length - 1].time;
    if (Math.abs(k - Math.round(k)) > 0.1) between++;
  }
  expect(between >= 10, `poses are shown between the film's frames, too: ${between} of 30`);
  const seconds = (performance.now() - began) / 1000;
  const passed = (w.frames.length - 31) / 30;
  expect(passed < seconds + 0.1, `a pulled motion keeps to the clock: ${passed} s in ${seconds} s`);
  await w.until((x) => x.frames.length > 75, "it comes to rest at the wall");
  const at = w.pose("box", 75);
  expect(at[2] > 0.3, `it is lifted, got z = ${at[2]}`);
  w.frames.forEach((f, k) => k > 30 && expect(w.pose("box", k)[0] < 0.96, `the wall holds in frame ${k}: ${w.pose("box", k)[0]}`));
  w.kept = null;
  w.done = null;
  w.send({ type: "drag", what: "end", keep: true });
  await w.until((x) => x.kept && x.done, "it is let go, and the film ends");
  expect(w.kept.sort === "pull" && w.kept.keys.length > 20 && w.kept.end > w.kept.time, `a pull is kept with its way, got ${JSON.stringify(w.kept).slice(0, 200)}`);
  expect(w.pose("box")[2] < 0.3, "it falls");
  // the same as an event of the script gives the film that was seen
  const k = w.kept;
  const seen = w.frames.map((_, i) => w.pose("box", i));
  const text = readFileSync(script, "utf8").replace(
    "return s",
    `local box = s:find "box"
s:at(${k.time}, function()
  local p, n = box:point{${k.point}}, s:nail{${k.keys[0].slice(1)}}
  local c = s:connect(p, n, {tau = ${k.tau}, max_force = ${k.max_force}})
${k.keys.slice(1).map(([t, x, y, z]) => `  ${t > k.time ? `s:at(${t}, function() n.position = {${x}, ${y}, ${z}} end)` : `n.position = {${x}, ${y}, ${z}}`}`).join("\n")}
  s:at(${k.end}, function() c:remove() end)
end)
return s`,
  );
  writeFileSync(join(work, "recorded.lua"), text);
  const r = await open([join(work, "recorded.lua")]);
  let most = 0;
  r.frames.forEach((_, i) => (most = Math.max(most, away(r.pose("box", i), seen[i]))));
  console.log(`a pull that was kept as an event: ${most.toExponential(1)} m off what was seen`);
  expect(most < 5e-3, `the recorded event gives what was seen, off by ${most}`);
  r.server.kill();
  w.server.kill();
}

// ---- switches, fields, steppers; what is refused is told
{
  const w = await open([join(source, "scripts/pendulum.lua")]);
  const last = w.pose("upper");
  const nail = w.objects.find((o) => o.class === "constraint");
  w.changed = null;
  w.send({ type: "enable", frame: 100, id: nail.id, on: false });
  await w.until((x) => x.changed, "it is switched off");
  expect(w.changed.field === "enabled" && w.changed.value === false && w.changed.frame === 100, "and told");
  await goOn(w);
  expect(away(w.pose("upper"), last) > 0.1, "without its constraint it goes elsewhere");
  w.changed = null;
  w.send({ type: "field", frame: 10, id: nail.id, name: "tau", value: 0.5 });
  await w.until((x) => x.changed, "tau is set");
  w.send({ type: "stepper", frame: 10, name: "timestep" });
  await goOn(w);
  expect(w.live.stepper === "timestep", `the stepper is another one, got ${w.live.stepper}`);
  const refused = async (m) => {
    w.refused = null;
    w.send(m);
    await w.until((x) => x.refused, `refusal of ${JSON.stringify(m)}`);
    return w.refused.text;
  };
  expect(/tau/.test(await refused({ type: "field", frame: 10, id: nail.id, name: "tau", value: -1 })), "a wrong value");
  expect(/tua/.test(await refused({ type: "field", frame: 10, id: nail.id, name: "tua", value: 1 })), "a wrong name");
  expect(/no such/.test(await refused({ type: "enable", frame: 10, id: 99999, on: true })), "no such object");
  expect(/no such body/.test(await refused({ type: "drag", what: "begin", frame: 10, playing: false, id: nail.id, point: [0, 0, 0], target: [0, 0, 0] })), "no body");
  expect(/stepper/.test(await refused({ type: "stepper", frame: 10, name: "nonsense" })), "no such stepper");
  expect(/frame/.test(await refused({ type: "render", frame: 99999 })), "no such frame");
  w.server.kill();
}

// ---- a frame's picture is the film's own, byte for byte
{
  const script = join(work, "small.lua");
  writeFileSync(
    script,
    `local tw = require "tauwerk"
local s = tw.scene{name = "small", duration = 0.5, fps = 30, size = {160, 90}, gravity = "earth"}
s.camera = {eye = {0, -4, 1}, target = {0, 0, 1}}
local r = s:rod{name = "rod", length = 1, radius = 0.05, position = {0.5, 0, 1}, orientation = tw.euler(0, math.pi / 2, 0), material = "copper"}
s:connect(r.end1, s:nail{0, 0, 1})
s:text{"swinging"}
s.draw = {"bodies", "forces"}
return s
`,
  );
  for (const quality of ["draft", "normal"]) run("run", "-q", script, "--quality", quality, "--frames", "11", "-o", quality);
  const w = await open([script]);
  w.send({ type: "render", frame: 10 });
  for (const quality of ["draft", "normal"]) {
    await w.until((x) => x.picture?.quality === quality, `the ${quality} picture`);
    const name = execFileSync("sh", ["-c", `ls ${quality}/*.png`], { cwd: work }).toString().trim();
    const own = readFileSync(join(work, name));
    expect(own.equals(Buffer.from(w.picture.image, "base64")), `the ${quality} picture is that of run`);
  }
  // the whole film
  w.send({ type: "render-film", on: true });
  await w.until((x) => x.progress && !x.progress.running, "the film's pictures");
  expect(w.progress.pictures === w.frames.length, `all pictures, got ${w.progress.pictures}`);
  w.picture = null;
  w.send({ type: "picture", number: 11 });
  await w.until((x) => x.picture, "a picture of the film");
  expect(readFileSync(join(work, execFileSync("sh", ["-c", "ls normal/*.png"], { cwd: work }).toString().trim())).equals(Buffer.from(w.picture.image, "base64")), "it is that of run");
  w.server.kill();
}
process.exit(0);
