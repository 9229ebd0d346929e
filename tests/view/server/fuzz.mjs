// Random clicks, drags, edits and broken messages against `tauwerk view`, from a seed: it lives, writes nothing, its memory stays, a
// broken message ends its own connection only: node fuzz.mjs TAUWERK SOURCE PAGE [SECONDS [SEED]]; SECONDS 3600 is the long test.
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, skip } from "../support/expect.mjs";
import { place, serve, Window } from "../support/window.mjs";

const [tauwerk, source, , time = "4", seed = "1"] = process.argv.slice(2);
let state = Number(seed) >>> 0;
const random = () => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return state / 2 ** 32;
};
const pick = (list) => list[Math.floor(random() * list.length)];
const about = (x) => x * (2 * random() - 1);

const work = mkdtempSync(join(tmpdir(), "tauwerk-fuzz-"));
process.on("exit", () => rmSync(work, { recursive: true, force: true }));
const script = join(work, "scene.lua");
const text = (length) => `local tw = require "tauwerk"
local length = tw.param("length", ${length}, {min = 0.2, max = 2})
local s = tw.scene{name = "fuzzed", duration = 1.5, fps = 30, gravity = "earth"}
s:ground{height = -2}
local a = s:rod{name = "a", length = length, radius = 0.02, position = {length / 2, 0, 0}, orientation = tw.euler(0, math.pi / 2, 0)}
local b = s:rod{name = "b", length = length, radius = 0.02, position = {1.5 * length, 0, 0}, orientation = tw.euler(0, math.pi / 2, 0)}
s:connect(a.end1, s:nail{0, 0, 0}, {name = "hang"})
s:connect(a.end2, b.end1, {name = "join"})
s:box{name = "box", size = {0.2, 0.2, 0.2}, position = {0, 1, -1.5}, collide = true}
return s
`;
writeFileSync(script, text(1));
const before = statSync(script);
const server = await serve(tauwerk, [script]);

// ---- broken messages ------------------------------------------------------------------------

const good = (w) => {
  const frame = Math.floor(random() * 50);
  const id = w.objects.length && random() < 0.9 ? pick(w.objects).id : Math.floor(random() * 1000);
  return pick([
    { type: "seek", frame },
    { type: "advance", on: random() < 0.8 },
    { type: "drag", what: "begin", frame, playing: random() < 0.5, id, point: [about(0.1), about(0.1), about(0.5)], target: [about(2), about(2), about(2)] },
    { type: "drag", what: "move", target: [about(3), about(3), about(3)] },
    { type: "drag", what: "end", keep: random() < 0.5 },
    { type: "enable", frame, id, on: random() < 0.5 },
    { type: "field", frame, id, name: pick(["tau", "mass", "radius", "length", "nonsense", "position"]), value: pick([about(2), 10 ** about(12), true, [about(1), 0, 0]]) },
    { type: "stepper", frame, name: pick(["auto", "timestep", "dopri", "nonsense"]) },
    { type: "set", name: pick(["length", "nonsense"]), value: 0.2 + 1.8 * random() },
    { type: "reset" },
    { type: "render", frame },
    { type: "picture", number: frame },
  ]);
};
const values = () => pick([null, true, -1, 1e300, 0.5, "", "x".repeat(200), [], [1, 2], [1, 2, "3"], {}, { a: 1 }, "begin"]);
const broken = (w) => {
  const m = good(w);
  const keys = Object.keys(m);
  const how = random();
  if (how < 0.4) m[pick(keys)] = values();
  else if (how < 0.6) delete m[pick(keys)];
  const whole = JSON.stringify(m);
  if (how < 0.75) return whole;
  if (how < 0.9) return whole.slice(0, Math.floor(random() * whole.length));
  return pick(["", "{", "[".repeat(3000), `{"type":"${"y".repeat(5000)}"}`, "\u0000", "null", "7", `{"type":7}`, `{"type":"drag","what":"end"}`]);
};
const bytes = () => Buffer.from(Array.from({ length: 1 + Math.floor(random() * 40) }, () => Math.floor(random() * 256)));

// ---- what is seen of the processes ----------------------------------------------------------

// a process may end while it is looked at
const unlessGone = (read, gone) => {
  try {
    return read();
  } catch (e) {
    if (e.code === "ENOENT" || e.code === "ESRCH") return gone;
    throw e;
  }
};
function family() {
  const all = [server.pid];
  for (let i = 0; i < all.length; i++)
    for (const t of unlessGone(() => readdirSync(`/proc/${all[i]}/task`), [])) {
      const kids = unlessGone(() => readFileSync(`/proc/${all[i]}/task/${t}/children`, "utf8"), "");
      for (const p of kids.trim().split(/\s+/).filter(Boolean)) all.push(Number(p));
    }
  return all;
}
const memory = (pid) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024;
const files = (pid) => readdirSync(`/proc/${pid}/fd`).length;

// ---- the hour, or a part of it --------------------------------------------------------------

if (!readdirSync("/proc/self").includes("fd")) skip("there is no /proc");
let w = await new Window(server.address).open();
await w.until((x) => x.done, "the film");
const end = Date.now() + 1000 * Number(time);
const begun = { memory: 0, files: 0 };
let most = 0;
let messages = 0;
let ended = 0;
let edits = 0;
let looked = 0;
while (Date.now() < end) {
  if (w.closed) {
    ended++;
    w = await new Window(server.address).open().catch(() => null);
    expect(w, "another window may come");
  }
  for (let i = 0; i < 8 && !w.closed; i++) {
    const how = random();
    messages++;
    if (how < 0.9) w.send(good(w));
    else if (how < 0.97) w.send(broken(w));
    else if (how < 0.98) w.send(bytes(), pick([0, 1, 2, 3, 9, 10]));
    else if (how < 0.99) w.raw(bytes());
    else w.socket.destroy();
  }
  if (random() < 0.01) {
    edits++;
    writeFileSync(script, random() < 0.7 ? text(0.5 + random()) : text("nil +"));
  }
  await new Promise((next) => setTimeout(next, 5 + 20 * random()));
  expect(server.exitCode === null && server.signalCode === null, `it lives, got ${server.exitCode} ${server.signalCode}; seed ${seed}`);
  if (Date.now() - looked > 1000) {
    looked = Date.now();
    const m = memory(server.pid);
    most = Math.max(most, m);
    if (!begun.memory && end - Date.now() < 800 * Number(time)) Object.assign(begun, { memory: m, files: files(server.pid) });
    expect(family().length < 80, `processes are ended, got ${family().length}`);
    if (w.error?.text?.includes("signal")) expect(false, `a simulation crashed: ${w.error.text}; seed ${seed}`);
  }
}

// ---- afterwards it works, and has written nothing -------------------------------------------

writeFileSync(script, text(1.25));
w.socket.destroy();
w = await new Window(server.address).open();
w.send({ type: "set", name: "length", value: 1.25 }); // a slider's value stands above the script's
await w.until((x) => x.done && x.frames.length === 45 && Math.abs(Math.hypot(...x.pose("a", 0).slice(0, 3)) - 0.625) < 1e-6, "the last text's film");
const f = w.frames[0];
expect(f && place(w.pose("a", 0), [0, 0, 0.625]).every(Number.isFinite), "and poses");
expect(readdirSync(work).join() === "scene.lua", `nothing else is written, got ${readdirSync(work)}`);
expect(readFileSync(script, "utf8") === text(1.25) && before.isFile(), "the script is as it was written");
const grown = memory(server.pid) - begun.memory;
expect(!begun.memory || grown < 30, `memory stays: ${begun.memory} MB, then ${memory(server.pid)} MB`);
expect(!begun.files || files(server.pid) < begun.files + 60, `files are closed: ${begun.files}, then ${files(server.pid)}`);
console.log(`${messages} messages, ${ended} connections ended, ${edits} saves in ${time} s; memory ${memory(server.pid).toFixed(0)} MB (at most ${most.toFixed(0)}), grown ${grown.toFixed(1)} MB`);
process.exit(0);
