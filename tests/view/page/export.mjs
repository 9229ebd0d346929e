// An exported page shows what the trace says: node export.mjs TAUWERK SOURCE PAGE_FOLDER
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onScreen, open } from "../support/browser.mjs";
import { expect } from "../support/expect.mjs";

const [tauwerk, source, folder] = process.argv.slice(2);
const { browser, page, errors } = await open(folder, { width: 1040, height: 560 });
const work = mkdtempSync(join(tmpdir(), "tauwerk-page-"));
process.on("exit", () => rmSync(work, { recursive: true, force: true }));
const run = (...words) => execFileSync(tauwerk, words, { cwd: work, stdio: "pipe" });

async function load(file) {
  await page.goto(`file://${join(work, file)}`);
  await page.waitForSelector("body[data-ready=yes]");
  await page.evaluate(() => window.tauwerk.draw());
}

// ---- one file, small, without any address or path of the machine
const scene = join(source, "scripts/mechanisms/jansen.lua");
run("export", "-q", scene, "-o", "jansen.html");
expect(statSync(join(work, "jansen.html")).size < 2e6, "a mechanism of 15 bodies takes less than 2 MB");
expect(!readFileSync(join(work, "jansen.html"), "utf8").includes(source), "no path of this machine");
await load("jansen.html");

// ---- scrub to 3 s: every body's pose is that of the trace
run("run", "-q", scene, "--no-render", "--trace", "trace.csv");
await page.locator("#scrub").focus();
await page.evaluate(() => {
  const scrub = document.getElementById("scrub");
  scrub.value = "3";
  scrub.dispatchEvent(new Event("input"));
});
await page.waitForFunction(() => Math.abs(window.tauwerk.time - 3) < 1e-9);
const shown = await page.evaluate(() => {
  const { film, studio } = window.tauwerk;
  window.tauwerk.draw();
  const out = {};
  for (const b of studio.bodies)
    if (b.group.visible && film.things[b.thing].body)
      out[film.things[b.thing].name] = [...b.group.position.toArray(), b.group.quaternion.w, b.group.quaternion.x, b.group.quaternion.y, b.group.quaternion.z];
  return out;
});
let compared = 0;
for (const line of readFileSync(join(work, "trace.csv"), "utf8").trim().split("\n").slice(1)) {
  const [, t, name, ...x] = line.split(",");
  if (Math.abs(Number(t) - 3) > 1e-9) continue;
  for (let k = 0; k < 7; k++) {
    const off = Math.abs(shown[name][k] - Number(x[k]));
    expect(off <= 1e-6, `${name}: number ${k} of the pose is off by ${off}`);
  }
  compared++;
}
expect(compared === 15, `15 bodies at 3 s, got ${compared}`);

// ---- orbit: the camera turns about its target, and is no longer the film's
const eye = () => page.evaluate(() => window.tauwerk.camera.position.toArray());
const before = await eye();
const box = await page.locator("#canvas").boundingBox();
await page.mouse.move(box.x + 30, box.y + 30);
await page.mouse.down();
await page.mouse.move(box.x + 180, box.y + 60, { steps: 5 });
await page.mouse.up();
await page.waitForFunction((b) => Math.hypot(...window.tauwerk.camera.position.toArray().map((x, k) => x - b[k])) > 0.5, before);
expect((await page.getAttribute("#film-camera", "aria-pressed")) === "false", "the camera is one's own now");

// ---- play: time goes on at its speed, and comes to its end without loop
await page.click("#loop");
await page.selectOption("#speed", "4");
await page.click("#play");
await page.waitForFunction(() => window.tauwerk.time > 3.5);
await page.waitForFunction(() => !window.tauwerk.playing && window.tauwerk.time === window.tauwerk.film.end);
await page.keyboard.press(",");
await page.waitForFunction(() => document.getElementById("time").textContent.includes("frame 239 of 240"));

// ---- pick: with the mouse, at a place where the body is
await page.click("#film-camera");
const at = await onScreen(page, "box2");
await page.mouse.click(at.x, at.y + 10);
await page.waitForFunction(() => window.tauwerk.picked?.name === "box2");
await page.waitForFunction(() => document.getElementById("fields").textContent.includes("box2"));
const fields = await page.textContent("#fields");
expect(/mass[\d.]+ kg/.test(fields) && /jansen\.lua|_bars\.lua/.test(fields), `fields of what is picked, got ${fields}`);
await page.fill("#search", "hinge1");
await page.waitForFunction(() => document.querySelectorAll("#tree [role=treeitem]").length < 12);

// ---- layers: arrows are drawn when they are asked for
const arrows = () => page.evaluate(() => (window.tauwerk.draw(), window.tauwerk.layers.group.children[1].count));
expect((await arrows()) === 0, "no arrows at first");
await page.click("#layer-forces");
expect((await arrows()) > 10, "forces have arrows");
const reach = () => page.evaluate(() => (window.tauwerk.draw(), new Float32Array(window.tauwerk.layers.group.children[0].geometry.attributes.position.array)).reduce((most, x, i, all) => (i % 6 < 3 ? Math.max(most, Math.abs(all[i + 3] - x)) : most), 0));
const film = await reach();
await page.selectOption("#arrow-length", "10");
expect(Math.abs((await reach()) / film - 10) < 1e-3, "ten times as long");

// ---- a baked film
run("bake", "-q", join(source, "scripts/pendulum.lua"), "-o", "p.twb");
run("export", "-q", "p.twb", "-o", "p.html");
await load("p.html");
const names = await page.evaluate(() => window.tauwerk.film.things.map((t) => t.name));
expect(names.includes("upper") && names.includes("beam"), `things of a baked film, got ${names}`);
expect(errors.length === 0, `errors of the page: ${errors.join("\n")}`);
await browser.close();
