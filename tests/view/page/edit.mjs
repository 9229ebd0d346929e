// The script is edited in the page and by hand: broken and mended, a slider, a rod and a hinge, a field, undo, redo, save; the
// file then runs as what was seen: node edit.mjs TAUWERK SOURCE PAGE_FOLDER
import { chmodSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { film, onScreen, open, pick, sameAsTrace, synced as isSynced, text as textOf } from "../support/browser.mjs";
import { expect } from "../support/expect.mjs";
import { serve } from "../support/window.mjs";

const [tauwerk, , folder] = process.argv.slice(2);
const { browser, page, another, errors } = await open(folder, { width: 1040, height: 480 });
const work = mkdtempSync(join(tmpdir(), "tauwerk-edit-"));
const script = join(work, "scene.lua");
const first = `local tw = require "tauwerk"
local length = tw.param("length", 1, { min = 0.2, max = 3 }) -- of the arm
local scene = tw.scene { name = "swing", duration = 1, fps = 30, gravity = "earth" }

local arm = scene:rod { name = "arm", length = length, radius = 0.02, -- thin
                        orientation = tw.euler(0, math.pi / 2, 0), position = { length / 2, 0, 0 } }
scene:connect(arm.end1, scene:nail { 0, 0, 0 })

scene.camera = { eye = { 1, -6, 0 }, target = { 1, 0, 0 }, fov = tw.deg(40) }
return scene
`;
writeFileSync(script, first);
chmodSync(script, 0o640);
process.on("exit", () => rmSync(work, { recursive: true, force: true }));
const server = await serve(tauwerk, [script]);
const { address } = server;
await page.goto(address);
const synced = () => isSynced(page);
await synced();
const text = () => textOf(page);
const disk = () => readFileSync(script, "utf8");
const type = (from, to) => page.evaluate(([a, b]) => {
  const { view } = window.modeller.history;
  const at = view.state.doc.toString().indexOf(a);
  view.dispatch({ changes: { from: at, to: at + a.length, insert: b }, userEvent: "input.type" });
}, [from, to]);
const click = async (world) => {
  const { x, y } = await onScreen(page, world);
  await page.mouse.click(x, y);
};

// ---- broken in the page: told at its line, with the nearer name, which one click takes
await type("radius = 0.02", "radus = 0.02");
await page.waitForFunction(() => document.body.dataset.state === "error");
expect(/scene\.lua:5: .*did you mean 'radius'/.test(await page.textContent("#error")), "the error has its line");
await page.waitForSelector(".cm-lintRange-error");
expect((await page.textContent(".cm-lintRange-error")) === "radus", "the wrong word is marked");
await page.locator(".cm-lintRange-error").hover();
await page.locator(".cm-diagnosticAction").first().dispatchEvent("mousedown");
await synced();
expect((await text()) === first && (await page.isHidden("#error")), "mended by the offer");
expect(disk() === first, "the file is as it was");

// ---- typed text runs after a pause, from memory
await type("-- thin", "-- not thick");
await synced();
expect(disk() === first && (await page.textContent("#script-name")).includes("•"), "it is not saved, and says so");
await page.click("#undo");
await synced();
expect((await text()) === first, "undo takes typing back");

// ---- a slider writes the default; one move of it is one step
const param = (x) => page.evaluate((v) => {
  const e = document.querySelector("#sliders input[name=length]");
  e.value = String(v);
  e.dispatchEvent(new Event("input"));
}, x);
for (const x of [1.2, 1.4, 1.6]) await param(x);
await synced();
const slid = first.replace('"length", 1,', '"length", 1.6,');
expect((await text()) === slid, `the slider has written the default, got ${await text()}`);
await page.click("#undo");
await synced();
expect((await text()) === first, "one undo takes the slider back");
await page.click("#redo");
await synced();
expect((await text()) === slid, "and redo does it again");

// ---- a rod by two clicks: where the arm ends, and below
await page.selectOption("#add", "rod");
await page.waitForSelector("#panel [data-field=radius]");
await click([1.6, 0, 0]);
await page.waitForFunction(() => document.getElementById("note").textContent.includes("ends"));
await click([1.6, 0, -1]);
await page.waitForSelector("#panel [data-field=from]");
await page.waitForFunction(() => window.tauwerk.film.items.some((o) => o.name === "rod1"));
expect(!(await text()).includes("rod1"), "it is tried out before it is in the script");
await page.click("#panel [data-field=add] button");
await synced();
const withRod = await text();
expect(/\{ 0, 0, 0 \}\)\nlocal rod1 = scene:rod \{ name = "rod1", radius = [\d.]+, from = \{ 1\.6, 0, 0 \},\s+to = \{ 1\.6, 0, -1 \} \}\n\nscene\.camera/.test(withRod), `the rod stands behind the other objects, got ${withRod}`);

// ---- a hinge between the two ends
await page.selectOption("#add", "hinge");
await page.waitForFunction(() => document.getElementById("note").textContent.includes("point or a face of a body"));
await click([1.6, 0, 0]);
await page.waitForFunction(() => document.getElementById("note").textContent.includes("another body"));
await click([1.6, 0, 0]);
await page.waitForSelector("#panel [data-field=axis]");
await page.click("#panel [data-field=add] button");
await synced();
const withHinge = await text();
expect(/local hinge1 = scene:hinge \{ name = "hinge1", a = arm, b = rod1, at_a = \{ 0, 0, 0\.8 \},/.test(withHinge), `the hinge is between the ends, got ${withHinge}`);
expect((await page.evaluate(() => document.body.dataset.state)) === "done", "it runs");

// ---- a field of what is picked
await pick(page, "rod1");
await page.waitForSelector("#panel [data-field=radius] input");
await page.fill("#panel [data-field=radius] input", "0.05");
await page.keyboard.press("Enter");
await page.waitForFunction(() => /rod1", radius = 0\.05,/.test(window.modeller.history.text));
await synced();

// ---- undo twice, redo twice: made things and fields are one history
await page.click("#undo");
await page.click("#undo");
await synced();
expect((await text()) === withRod, "two steps back there is no hinge");
await page.click("#redo");
await page.click("#redo");
await synced();
const made = await text();
expect(made === withHinge.replace(/(rod1", radius = )[\d.]+/, "$10.05"), "and two steps on it is there");

// ---- what cannot be changed says so
expect(disk() === first, "the file is still as it was");

// ---- the file changes on the disk meanwhile: save is refused, with a choice
writeFileSync(script, `${first}-- from elsewhere\n`);
await page.waitForFunction(() => !document.getElementById("choice").hidden);
await page.evaluate(() => {
  const h = window.modeller.history;
  const { onSaved } = h;
  h.onSaved = (m) => onSaved((window.answer = m));
});
await page.keyboard.press("Control+s");
await page.waitForFunction(() => window.answer?.changed);
expect((await page.textContent("#choice")).includes("changed on the disk"), "the choice is told");
expect(disk() === `${first}-- from elsewhere\n`, "what somebody else has written is not overwritten");
expect((await text()) === made, "nor is this text");
await page.click("#keep-mine");
await page.click("#save");
await page.waitForFunction(() => document.body.dataset.saved === "yes");
expect(disk() === made, "saved, whole");
expect((statSync(script).mode & 0o777) === 0o640, "its rights stay");
expect(readdirSync(work).length === 1, `nothing else is left in the folder, got ${readdirSync(work)}`);

// ---- the saved file runs as what was seen
await synced();
const compared = sameAsTrace(tauwerk, script, await film(page));
expect(compared === 60, `two bodies in 30 frames, got ${compared}`);

// ---- another window has the same text, and its edits come here
const second = await another({ width: 300, height: 200 });
await second.goto(address);
await second.waitForFunction((t) => window.modeller?.history.text === t, made);
await second.evaluate(() => {
  const { view } = window.modeller.history;
  view.dispatch({ changes: { from: view.state.doc.length, insert: "-- two\n" }, userEvent: "input.type" });
});
await page.waitForFunction((t) => window.modeller.history.text === t, `${made}-- two\n`);
await second.close();
await synced();

// ---- deleting takes what hangs on it, after a question
await pick(page, "rod1");
await page.locator("#panel [data-field=delete] button").click();
await page.click("[data-do=delete-all]");
await synced();
expect((await text()) === `${slid}-- two\n`, `rod and hinge are gone, and nothing else, got ${await text()}`);

// ---- hostile messages end their connection; the file stays
await page.evaluate(async (address) => {
  const bad = ['{"type":"edit"}', '{"type":"edit","text":3,"by":1}', '{"type":"save","text":"x","by":1}', '{"type":"save","text":"x","seen":"0123456789abcdef0","by":1}', '{"type":"edit","text":"x"}'];
  for (const text of bad)
    await new Promise((next) => {
      const s = new WebSocket(address);
      s.onopen = () => s.send(text);
      s.onclose = next;
    });
}, `${address.replace("http", "ws").replace("/?", "/live?")}`);
expect(disk() === made && server.exitCode === null, "the server lives, and the file is as it was saved");
expect(errors.length === 0, `errors of the page: ${errors.join("\n")}`);
await browser.close();
process.exit(0);
