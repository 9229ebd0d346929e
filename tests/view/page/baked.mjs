// A baked film in the page: tree, curves, following; the film's own pictures in place, drawn once and played in two windows; and a
// switch that is what it is at the cursor: node baked.mjs TAUWERK SOURCE PAGE_FOLDER [SHOTS]
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { open, pick, synced } from "../support/browser.mjs";
import { expect } from "../support/expect.mjs";
import { serve } from "../support/window.mjs";

const [tauwerk, , folder, shots] = process.argv.slice(2);
const { browser, page, another, errors } = await open(folder, { width: 1100, height: 680, draws: !!shots });
const work = mkdtempSync(join(tmpdir(), "tauwerk-baked-"));
process.on("exit", () => rmSync(work, { recursive: true, force: true }));
const shot = (name, p = page) => (shots ? p.screenshot({ path: join(shots, `${name}.png`) }) : null);
const script = join(work, "arms.lua");
const frames = 12;
writeFileSync(
  script,
  `local tw = require "tauwerk"
local s = tw.scene { name = "arms", duration = ${frames} / 30, fps = 30, gravity = "earth", size = { 160, 90 } }
local a = s:rod { name = "upper", length = 1, radius = 0.05, position = { 0.5, 0, 2 }, orientation = tw.euler(0, math.pi / 2, 0) }
local b = s:rod { name = "lower", length = 1, radius = 0.05, position = { 1.5, 0, 2 }, orientation = tw.euler(0, math.pi / 2, 0) }
s:connect(a.end1, s:nail { 0, 0, 2 }, { name = "hang" })
s:connect(a.end2, b.end1, { name = "pin" })
s:ground { height = 0 }
s.camera = { eye = { 0.8, -6, 2 }, target = { 0.8, 0, 1.3 }, fov = tw.deg(40) }
return s
`,
);
const baked = join(work, "arms.twb");
execFileSync(tauwerk, ["bake", script, "-o", baked], { cwd: work, stdio: "pipe" });
const done = (p) => p.waitForFunction(() => document.body.dataset.state === "done");
const draw = (p) => p.evaluate(() => window.tauwerk.draw());

// ---- a baked film: its bodies, poses, and no room for a script that it has not
let server = await serve(tauwerk, [baked]);
await page.goto(server.address);
await done(page);
const shown = await page.evaluate(() => {
  const { film } = window.tauwerk;
  return { count: film.frames.length, names: [...document.querySelectorAll("#tree [role=treeitem]")].map((e) => e.textContent.trim()), script: document.getElementById("script").getBoundingClientRect().width };
});
expect(shown.count === frames && shown.names.join() === "upper,lower", `its frames and bodies, got ${JSON.stringify(shown)}`);
expect(shown.script === 0, `no script is shown, got ${shown.script} pixels`);
await page.click("#tree [role=treeitem]:has-text('lower')");
await page.waitForFunction(() => window.tauwerk.curves.plot?.series.length === 4);
await shot("baked");

// ---- what is picked is followed: it stays where it is on the screen, and leaves it under the film's camera
const onScreen = (t) =>
  page.evaluate((at) => {
    const p = window.tauwerk;
    p.go(at);
    p.draw();
    p.draw();
    return p.studio.bodies.find((b) => p.film.things[b.thing].name === "lower").group.position.clone().project(p.camera).toArray().slice(0, 2);
  }, t);
const apart = ([a, b], [c, d]) => Math.hypot(a - c, b - d);
const still = apart(await onScreen(0), await onScreen(0.36));
expect(still > 0.05, `under the film's camera it moves on the screen, by ${still}`);
await onScreen(0);
await page.click("#follow");
const pressed = (id) => page.getAttribute(`#${id}`, "aria-pressed");
expect((await pressed("follow")) === "true" && (await pressed("film-camera")) === "false", "following leaves the film's camera");
const followed = apart(await onScreen(0), await onScreen(0.36));
expect(followed < 0.1 * still, `followed it stays on its place, moved by ${followed} of ${still}`);
await shot("follow");
await page.click("#film-camera");
expect((await pressed("follow")) === "false", "and the film's camera ends following");

// ---- the film's own pictures of a baked film, in place
const plays = async (p) => {
  await p.waitForFunction((n) => document.body.dataset.rendered === String(n), frames);
  await p.waitForFunction(() => !document.getElementById("picture").hidden && document.getElementById("picture").dataset.quality === "film" && document.getElementById("picture").naturalWidth === 160);
};
const high = () => page.evaluate(() => document.getElementById("canvas").clientHeight);
await draw(page);
const tall = await high();
await page.click("#render-film");
await page.waitForFunction(() => /\d+ of \d+/.test(document.getElementById("progress").textContent));
expect((await high()) === tall, `the picture keeps its height while it is drawn: ${tall}, got ${await high()}`);
await shot("drawing");
await plays(page);
await shot("plays");
// each of its pictures is shown at its time
await page.evaluate(() => window.tauwerk.play(false));
const seen = new Set();
for (let k = 0; k < frames; k++) {
  await page.evaluate((t) => window.tauwerk.go(t), k / 30);
  await page.waitForFunction((n) => {
    window.tauwerk.redraw();
    const image = document.getElementById("picture");
    return image.dataset.number === String(n);
  }, k + 1);
  seen.add(await page.evaluate(() => document.getElementById("picture").src));
}
expect(seen.size === frames, `${frames} different pictures, got ${seen.size}`);
await page.keyboard.press("Escape");
await page.waitForFunction(() => document.getElementById("picture").hidden);
server.kill();
await page.goto("about:blank");

// ---- live, in two windows: pictures, a text typed in one, and nothing left in the folder
server = await serve(tauwerk, [script]);
await page.goto(server.address);
await synced(page);
const second = await another({ width: 700, height: 500 });
await second.goto(server.address);
await synced(second);
await page.click("#render-film");
await plays(page);
await plays(second);
await shot("second", second);
await page.keyboard.press("Escape");
expect(readdirSync(work).sort().join() === "arms.lua,arms.twb", `nothing else is written there, got ${readdirSync(work)}`);

// ---- a switch: off from the frame at the cursor on, in both windows, and what its button offers is so at each time
await page.evaluate(() => window.tauwerk.play(false));
await pick(page, "hang");
const offers = async (p, t) => {
  await p.evaluate((at) => window.tauwerk.go(at), t);
  await draw(p);
  return p.textContent("#switch");
};
expect((await offers(page, 0.2)) === "switch off", "it is on");
await page.click("#switch");
await page.waitForFunction(() => window.modeller.history.text.includes("hang.enabled = false"));
await synced(page);
await synced(second);
await second.evaluate(() => window.tauwerk.play(false));
await second.keyboard.press("Escape");
await pick(second, "hang");
for (const p of [page, second]) {
  expect((await offers(p, 0.1)) === "switch off", "before, it is on");
  expect((await offers(p, 0.3)) === "switch on", "after, it is off");
  expect((await p.textContent("#fields table")).includes("switched off"), "and told so");
}
await shot("switch");
expect(errors.length === 0, `errors of the page: ${errors.join("\n")}`);
await browser.close();
process.exit(0);
