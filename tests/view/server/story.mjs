// A text that differs from the running one only where the motion has not come yet goes on from there, also inside a story:
// node story.mjs TAUWERK
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "../support/expect.mjs";
import { serve, Window } from "../support/window.mjs";

const [tauwerk] = process.argv.slice(2);
const work = mkdtempSync(join(tmpdir(), "tauwerk-story-"));
process.on("exit", () => rmSync(work, { recursive: true, force: true }));
const script = join(work, "story.lua");
const seconds = 6;
// each step of `timestep`, of 0.5 ms, asks the function of scene:when, and is counted by what that prints. The loop makes
// the film take long enough for several copies
const text = (late, more = "") => `local tw = require "tauwerk"
local s = tw.scene { name = "story", duration = ${seconds}, fps = 30, gravity = "earth", stepper = "timestep", step = 0.0005 }
local rod = s:rod { name = "rod", length = 1, radius = 0.05, position = { 0.5, 0, 0 }, orientation = tw.euler(0, math.pi / 2, 0) }
s:connect(rod.end1, s:nail { 0, 0, 0 })
local last = -1
s:when(function(_, t)
  if t > last then
    last = t
    print("step", t)
    for _ = 1, 20000 do end
  end
  return 1
end, function() end)
s:timeline(function(tl)
  tl:wait(1)
  rod.angular_velocity = { 0, 1, 0 }
  tl:wait(3.5)
  rod.angular_velocity = { 0, ${late}, 0 }${more}
end)
return s
`;
writeFileSync(script, text(2));
const server = await serve(tauwerk, [script]);
const steps = () => server.printed.split("\n").filter((x) => x.startsWith("step")).map((x) => Number(x.split(/\s+/)[1]));
const w = await new Window(server.address).open();
await w.until((x) => x.done || x.error, "the film");
expect(!w.error, w.error?.text);
await new Promise((next) => setTimeout(next, 300));
const whole = steps().length; // times at which it was asked, the same number in each step
expect(whole >= seconds / 0.0005, `every step is told, got ${whole}`);

// edits, and waits for the film's end; returns how many steps were simulated, and from when on
async function edit(words) {
  server.printed = "";
  w.done = w.error = null;
  writeFileSync(`${script}.new`, words);
  renameSync(`${script}.new`, script);
  await w.until((x) => x.done || x.error, "the edited film", 120000);
  await new Promise((next) => setTimeout(next, 300));
  const t = steps();
  return { count: t.length, from: Math.min(...t), error: w.error };
}
// the film shown is that of a run from the start
function same(what) {
  const trace = join(work, "t.csv");
  execFileSync(tauwerk, ["run", "-q", script, "--no-render", "--trace", trace], { cwd: work, stdio: "pipe" });
  const lines = readFileSync(trace, "utf8").trim().split("\n").slice(1).map((l) => l.split(","));
  expect(w.frames.length === seconds * 30 && lines.length === w.frames.length, `${what}: ${w.frames.length} frames, ${lines.length} in the trace`);
  for (const [frame, , name, ...x] of lines) {
    const pose = w.pose(name, Number(frame) - 1);
    for (let k = 0; k < 7; k++) expect(Math.abs(pose[k] - Number(x[k])) <= 1e-6, `${what}: ${name} in frame ${frame} is off`);
  }
}

// behind the story's second wait, at 4.5 s: it goes on from the last copy before, and not from the start
const head = w.head;
const second = await edit(text(3));
expect(w.head === head, "the film goes on, no other one begins");
expect(second.from > 0.5 && second.from <= 4.5, `from before the wait's end, and not the start: ${second.from} s`);
expect(second.count > 0 && second.count < 0.9 * whole, `${second.count} of ${whole} steps are simulated`);
expect(Math.abs(second.count / whole - (seconds - second.from) / seconds) <= 0.02, `${second.count} steps from ${second.from} s on`);
same("an edit in the story");
console.log(`an edit at 4.5 s: ${second.count} of ${whole} steps, from ${second.from.toFixed(3)} s on`);

// a text that does not run leaves the copies; the next one goes on from them
const broken = await edit(text(4, " ="));
expect(broken.error && broken.count === 0, "the error is told");
const mended = await edit(text(4));
expect(w.head === head && mended.count > 0 && mended.count < 0.9 * whole, `mended: ${mended.count} of ${whole} steps`);
same("after an error");

// what failed in the story is told, and mended from there
const failed = await edit(text(5, "\n  error('no')"));
expect(/story\.lua:19: no/.test(failed.error?.text ?? ""), `with its line, got ${failed.error?.text}`);
const good = await edit(text(5));
expect(!good.error, "mended again");
same("after a failure");

// before the first wait: from the start
const early = await edit(text(5).replace("{ 0, 1, 0 }", "{ 0, 0.5, 0 }"));
expect(early.count > 0 && early.from < 1, `from ${early.from} s on`);
same("an early edit");
const first = await edit(text(5).replace("position = { 0.5", "position = { 0.50"));
expect(w.head !== head && first.count >= 0.9 * whole, `another model begins anew: ${first.count} of ${whole} steps`);
same("another model");
server.kill();
console.log("all of it");
process.exit(0);
