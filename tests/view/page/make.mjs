// A four-bar from an empty scene by clicks: rods, hinges between them and to the world; its coupler is dragged and kept, undone, done
// again, saved; the file runs as what was seen: node make.mjs TAUWERK SOURCE PAGE_FOLDER [SHOTS]
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { film, onScreen, open, sameAsTrace, synced, text } from "../support/browser.mjs";
import { expect } from "../support/expect.mjs";
import { serve } from "../support/window.mjs";

const [tauwerk, , folder, shots] = process.argv.slice(2);
const { browser, page, errors } = await open(folder, { width: 1040, height: 480, draws: !!shots });
const work = mkdtempSync(join(tmpdir(), "tauwerk-make-"));
process.on("exit", () => rmSync(work, { recursive: true, force: true }));
const script = join(work, "four.lua");
const empty = `local tw = require "tauwerk"
local scene = tw.scene { name = "four", duration = 1, fps = 30, gravity = "earth" }
scene.camera = { eye = { 0.6, -5, 0.4 }, target = { 0.6, 0, 0.4 }, fov = tw.deg(30) }
return scene
`;
writeFileSync(script, empty);
const server = await serve(tauwerk, [script]);
await page.goto(server.address);
await synced(page);

const note = (words) => page.waitForFunction((w) => document.getElementById("note").textContent.includes(w), words);
const click = async (world) => {
  const { x, y } = await onScreen(page, world);
  await page.mouse.click(x, y);
};
async function keep(what) {
  await page.click("#panel [data-field=add] button");
  await page.waitForFunction((w) => window.modeller.history.text.includes(w), what);
  await synced(page);
}
async function rod(from, to, n) {
  await page.selectOption("#add", "rod");
  await note("begins");
  await click(from);
  await note("ends");
  await click(to);
  await page.waitForSelector("#panel [data-field=from]");
  await keep(`local rod${n} =`);
}
// between the places of two clicks; `second`: how the other body, or the world, is said
async function hinge(at, second, n) {
  await page.selectOption("#add", "hinge");
  await note("point or a face of a body");
  await click(at);
  await note("another body");
  await second();
  await page.waitForSelector("#panel [data-field=axis]");
  await keep(`local hinge${n} =`);
}

const [A, B, C, D] = [[0, 0, 0], [0, 0, 0.5], [1, 0, 0.9], [1.2, 0, 0]];
await rod(A, B, 1);
await rod(B, C, 2);
await rod(C, D, 3);
await hinge(A, () => click(A), 1); // the same place again: the world
await hinge(B, () => click(B), 2);
await hinge(C, () => click(C), 3);
const three = await text(page);
const last = async () => {
  await click([1.1, 0, 0.45]);
  await note("does not fit"); // the same body elsewhere: the question stays
  await page.click("#panel [data-field=world] button");
};
await hinge(D, last, 4);
const made = await text(page);
const joints = [...made.matchAll(/scene:hinge \{([^}]*\}?)*? \}\n/g)].map((m) => m[0]);
expect(joints.length === 4, `four hinges, got ${made}`);
expect(/ a = rod1, at_a = \{ 0, 0, -[\d.]+ \},\s+at_b = \{ 0, 0, 0 \}/.test(joints[0]) && !/ b = /.test(joints[0]), `the first is to the world, got ${joints[0]}`);
expect([1, 2].every((i) => / a = rod\d, b = rod\d/.test(joints[i])), `the next are between rods, got ${joints}`);
expect(/ a = rod3, at_a/.test(joints[3]) && !/ b = /.test(joints[3]), `the last is to the world, got ${joints[3]}`);
const shot = (name) => (shots ? page.screenshot({ path: join(shots, `${name}.png`) }) : null);
await shot("four-bar");

// ---- the coupler is dragged at rest, the mechanism follows, and all of it is kept as poses that the text begins with
await page.evaluate(() => window.tauwerk.go(0));
await page.click("#tree [role=treeitem]:has-text('rod2')");
await page.waitForFunction(() => window.tauwerk.picked?.name === "rod2");
const was = (await film(page))[0];
const at = await onScreen(page, "rod2");
await page.mouse.move(at.x, at.y);
await page.mouse.down();
await page.waitForFunction(() => window.tauwerk.film.frames.length === 1);
await page.mouse.move(at.x + 40, at.y - 4, { steps: 5 });
const away = (x, y) => Math.hypot(...[0, 1, 2].map((i) => x[i] - y[i]));
await page.waitForFunction((x) => Math.hypot(...[0, 1, 2].map((i) => window.tauwerk.film.poseOf(0, window.tauwerk.picked.key)[i] - x[i])) > 0.1, was.rod2);
await page.evaluate(() => {
  const { recorder } = window.modeller;
  const kept = recorder.kept.bind(recorder);
  recorder.kept = (m) => kept((window.kept = m));
});
await page.mouse.up();
await page.waitForFunction((t) => window.modeller.history.text !== t, made);
await synced(page);
const dragged = await page.evaluate(() => window.kept.bodies.map((b) => [b.name, [...b.position, ...b.orientation]]));
expect(dragged.length === 3, `three bodies have moved, got ${dragged}`);
const kept = await text(page);
const held = (await film(page))[0];
// a quaternion and its opposite are the same
const same = (a, b) => [1, -1].some((sign) => a.every((v, i) => Math.abs(v - (i < 3 ? 1 : sign) * b[i]) < 2e-6));
for (const [name, pose] of dragged) expect(away(pose, was[name]) > 0.01 && same(pose, held[name]), `${name} begins where it was dragged to: ${pose}, got ${held[name]}`);
await shot("dragged");

// ---- undo twice: the drag, then the last hinge; and again; saved, it runs as what was seen
await page.click("#undo");
expect((await text(page)) === made, "one undo takes the drag back");
await page.click("#undo");
expect((await text(page)) === three, "the next one the last hinge");
await synced(page);
expect(!(await page.evaluate(() => window.tauwerk.film.items.some((o) => o.name === "hinge4"))), "the film has it no more");
await page.click("#redo");
await page.click("#redo");
await synced(page);
expect((await text(page)) === kept, "and both are done again");
expect(readFileSync(script, "utf8") === empty, "the file is as it was");
await page.click("#save");
await page.waitForFunction(() => document.body.dataset.saved === "yes");
expect(readFileSync(script, "utf8") === kept, "saved, whole");
await synced(page);
const seen = await film(page);
expect(sameAsTrace(tauwerk, script, seen) === 90, "three bodies in 30 frames");
expect(away(seen[29].rod2, seen[0].rod2) > 0.01, "it moves");
expect(errors.length === 0, `errors of the page: ${errors.join("\n")}`);
await browser.close();
process.exit(0);
