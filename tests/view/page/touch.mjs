// The hand in the page: a four-bar's coupler is dragged, and kept in the script's text; a frame is drawn in place:
// node touch.mjs TAUWERK SOURCE PAGE_FOLDER [SHOTS]
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { film, onScreen, open, pick, synced, text as textOf } from "../support/browser.mjs";
import { expect } from "../support/expect.mjs";
import { serve } from "../support/window.mjs";

const [tauwerk, source, folder, shots] = process.argv.slice(2);
const { browser, page, errors } = await open(folder, { width: 960, height: 640, draws: !!shots });
const work = mkdtempSync(join(tmpdir(), "tauwerk-touch-"));
process.on("exit", () => rmSync(work, { recursive: true, force: true }));
const shot = (name) => (shots ? page.screenshot({ path: join(shots, `${name}.png`) }) : null);
const script = join(source, "scripts/mechanisms/four_bar.lua");
const text = readFileSync(script, "utf8");
const server = await serve(tauwerk, [script]);
await page.goto(server.address);
const state = (name) => page.waitForFunction((s) => document.body.dataset.state === s, name);
await state("done");
const of = (name, frame) =>
  page.evaluate(([n, k]) => Array.from(window.tauwerk.film.poseOf(k < 0 ? window.tauwerk.film.frames.length - 1 : k, window.tauwerk.film.things.find((t) => t.name === n).key)), [name, frame]);
// the largest |D| of a hinge in frame k
const deviation = (k) =>
  page.evaluate((i) => {
    const { film } = window.tauwerk;
    const hinges = new Set(film.items.filter((o) => o.kind === "hinge").map((o) => o.id));
    return Math.max(...film.curves.map((c, j) => (c.name === "|D|" && hinges.has(c.of) && Number.isFinite(film.frames[i].value[j]) ? film.frames[i].value[j] : 0)));
  }, k);

// ---- at rest: the coupler is dragged, the mechanism follows, its pins hold
await page.evaluate(() => window.tauwerk.go(5));
await page.click("#tree [role=treeitem]:has-text('coupler')");
await page.waitForFunction(() => window.tauwerk.picked?.name === "coupler");
const was = await of("coupler", 150);
const events = () => page.evaluate(() => window.tauwerk.film.events.filter((e) => e.sort === "at").length);
const count = await events();
let at = await onScreen(page, "coupler");
await page.mouse.move(at.x, at.y);
await page.mouse.down();
await page.waitForFunction(() => window.tauwerk.film.frames.length === 151);
for (let i = 1; i <= 8; i++) await page.mouse.move(at.x + 6 * i, at.y - 3 * i);
await page.waitForFunction(([k, x]) => Math.hypot(...Array.from(window.tauwerk.film.poseOf(k, window.tauwerk.picked.key)).slice(0, 3).map((v, i) => v - x[i])) > 0.05, [150, was]);
await shot("drag");
expect((await deviation(150)) <= 1e-4, `the pins hold while it is dragged, |D| = ${await deviation(150)}`);
await page.mouse.up();

// ---- it is kept as an event of the script's text, and the film is that of the text
await page.waitForFunction((t) => window.modeller.history.text !== t, text);
await synced(page);
expect((await events()) === count + 1, `one event more than ${count}, got ${await events()}`);
expect((await of("coupler", 150)).some((x, i) => Math.abs(x - was[i]) > 0.01), "the pose that it was dragged to is in the film");
expect((await deviation(150)) <= 1e-4, "where the pins hold");
expect(readFileSync(script, "utf8") === text, "the file is as it was");
server.kill();

// ---- pulled while it plays: a puck on the ground follows, and the pull becomes an event of the text
const hand = join(work, "hand.lua");
const written = `local tw = require "tauwerk"
local s = tw.scene { name = "hand", duration = 9, fps = 30, gravity = "earth" }
s:ground { height = -1 }
local arm = s:rod { name = "arm", length = 1, radius = 0.02, position = { 0.5, 0, 0 }, orientation = tw.euler(0, math.pi / 2, 0) }
s:connect(arm.end1, s:nail { 0, 0, 0 }, { name = "hang" })
s:box { name = "puck", size = { 0.4, 0.4, 0.4 }, position = { 1.5, 0, -0.8 }, collide = true }
s.camera = { eye = { 0.8, -5, -0.3 }, target = { 0.8, 0, -0.3 }, fov = tw.deg(35) }
return s
`;
writeFileSync(hand, written);
const live = await serve(tauwerk, [hand]);
await page.goto(live.address);
await synced(page);
await pick(page, "puck");
at = await onScreen(page, "puck");
await page.mouse.move(at.x, at.y);
await page.click("#play");
await page.waitForFunction(() => window.tauwerk.time > 0.2 && window.tauwerk.time < 1);
await page.mouse.move(at.x, at.y);
await page.mouse.down();
await page.waitForFunction(() => document.body.dataset.live === "running");
const place = () => page.evaluate(() => window.tauwerk.film.poseOf(window.tauwerk.film.frames.length - 1, window.tauwerk.picked.key)[0]);
expect(Math.abs((await place()) - 1.5) < 0.05, "it lies where it lay");
for (let i = 1; i <= 6; i++) await page.mouse.move(at.x + 12 * i, at.y - 2 * i);
await page.waitForFunction(() => window.tauwerk.film.poseOf(window.tauwerk.film.frames.length - 1, window.tauwerk.picked.key)[0] > 1.7);
// of each frame that is shown; the last one may be a pose between two frames, which a frame replaces
const puck = () =>
  page.evaluate(() => {
    const { film } = window.tauwerk;
    const { id } = film.items.find((o) => o.name === "puck");
    return film.frames.map((f, k) => ({ time: f.time, at: Array.from(film.poseOf(k, id)).slice(0, 3) }));
  });
const pulled = await puck();
await page.mouse.up();
await page.waitForFunction(() => window.modeller.history.text.includes("pull:remove()"));
await page.evaluate(() => window.tauwerk.play(false));
await synced(page);
const told = await textOf(page);
expect(/\ns:at\([\d.]+, function\(\)\n  local hand = s:nail \{.*\}\n  local pull = s:connect\(puck:point \{.*\n  for _, move in ipairs \{\n(    \{ [\d.]+, \{.*\} \},\n)+  \} do s:at\(move/.test(told), `the pull is an event of the text, got ${told}`);
const recorded = await puck();
const whole = pulled.filter((f, k) => Math.abs(f.time - recorded[k].time) < 1e-9);
expect(whole.length >= pulled.length - 1, `frames have their times, ${whole.length} of ${pulled.length} do`);
const off = Math.max(...whole.map((f, k) => Math.hypot(...f.at.map((x, i) => x - recorded[k].at[i]))));
console.log(`a pull that was kept: ${off.toExponential(1)} m off what was seen`);
expect(off < 2e-3, `the text gives what was seen, off by ${off}`);

// ---- a switch and tau: from the frame at the cursor on, in the film and in the text
const change = async (t, act, words, least) => {
  await page.evaluate((x) => window.tauwerk.go(x), t);
  await pick(page, "hang");
  const before = await film(page);
  await act();
  await page.waitForFunction((w) => window.modeller.history.text.includes(w), words);
  await synced(page);
  const now = await film(page);
  const moved = now.map((f, k) => Math.hypot(...[0, 1, 2].map((i) => f.arm[i] - before[k].arm[i])));
  expect(now.length === 270 && Math.max(...moved.slice(0, Math.round(30 * t) + 1)) < 1e-6 && moved[269] >= least, `from ${t} s on it is another film: ${words}, ${now.length} frames, moved ${moved.map((x) => x.toPrecision(2))}`);
};
await change(2, () => page.click("#switch"), "hang.enabled = false", 0.1);
await page.keyboard.press("Control+z");
await synced(page);
const tau = () =>
  page.locator("#touch input[name=tau]").evaluate((e) => {
    e.value = e.max;
    e.dispatchEvent(new Event("change"));
  });
await change(1, tau, "hang.tau = ", 0);
expect(readFileSync(hand, "utf8") === written, "the file is as it was");
live.kill();

// ---- the film's own picture in place of the canvas
const small = join(work, "small.lua");
writeFileSync(small, readFileSync(join(source, "scripts/pendulum.lua"), "utf8").replace("{ 1280, 720 }", "{ 240, 135 }"));
const other = await serve(tauwerk, [small]);
await page.goto(other.address);
await state("done");
await page.evaluate(() => window.tauwerk.go(4));
await page.click("#render");
await page.waitForFunction(() => document.getElementById("picture").dataset.quality === "normal" && !document.getElementById("picture").hidden);
expect((await page.evaluate(() => document.getElementById("picture").naturalWidth)) === 240, "of the film's size");
await shot("render");
await page.evaluate(() => window.tauwerk.go(4.5));
await page.waitForFunction(() => document.getElementById("picture").hidden);

expect(errors.length === 0, `errors of the page: ${errors.join("\n")}`);
await browser.close();
process.exit(0);
