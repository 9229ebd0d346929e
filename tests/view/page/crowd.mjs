// Many bodies of one shape: drawn at once, at the film's poses, picked and outlined like any other:
// node crowd.mjs TAUWERK SOURCE PAGE_FOLDER
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onScreen, open, pick } from "../support/browser.mjs";
import { expect } from "../support/expect.mjs";
import { serve } from "../support/window.mjs";

const [tauwerk, , folder] = process.argv.slice(2);
const { browser, page, errors } = await open(folder);
const work = mkdtempSync(join(tmpdir(), "tauwerk-crowd-"));
process.on("exit", () => rmSync(work, { recursive: true, force: true }));
const script = join(work, "crowd.lua");
writeFileSync(
  script,
  `local tw = require "tauwerk"
local s = tw.scene { name = "crowd", duration = 0.3, fps = 30, gravity = "earth" }
for i = 0, 99 do s:sphere { name = "b" .. i, radius = 0.08, position = { i % 10 * 0.2, i // 10 * 0.2, 0.01 * i } } end
for i = 0, 9 do s:box { name = "box" .. i, size = { 0.1, 0.1, 0.1 }, position = { 0.2 * i, -1, 0 } } end
return s
`,
);
const server = await serve(tauwerk, [script]);
await page.goto(server.address);
await page.waitForFunction(() => document.body.dataset.state === "done");
// what is in the scene: groups of bodies, crowds, and the places of a crowd's members that are drawn
const look = (t) =>
  page.evaluate((time) => {
    const p = window.tauwerk;
    p.go(time);
    p.draw();
    const { scene, bodies } = p.studio;
    const crowds = scene.children.filter((o) => o.isInstancedMesh);
    const at = [];
    for (const c of crowds)
      for (let i = 0; i < c.count; i++) {
        const m = c.instanceMatrix.array.slice(16 * i, 16 * i + 16);
        if (m[15] === 1 && Math.hypot(m[0], m[1], m[2]) > 0.5) at.push(Array.from(m.slice(12, 15)));
      }
    const name = (b) => p.film.things[b.thing].name;
    return { alone: bodies.filter((b) => b.group.parent).map(name), crowds: crowds.length, at, version: crowds[0]?.instanceMatrix.version };
  }, t);
const poses = (t) => page.evaluate((time) => { const f = window.tauwerk.film; const { k } = f.at(time); return f.items.filter((o) => /^b\d+$/.test(o.name)).map((o) => Array.from(f.poseOf(k, o.id).slice(0, 3))); }, t);

const all = await look(0.2);
expect(all.crowds === 1 && all.at.length === 100 && all.alone.length === 10 && all.alone.every((n) => n.startsWith("box")), `the spheres are one crowd, got ${all.crowds} of ${all.at.length}, alone ${all.alone}`);
const want = await poses(0.2);
want.forEach((x, i) => expect(Math.hypot(...x.map((v, k) => v - all.at[i][k])) < 1e-6, `b${i} is drawn at ${all.at[i]}, not ${x}`));
// another direction of view costs nothing for each body
const turned = await page.evaluate(() => {
  const p = window.tauwerk;
  const before = p.studio.scene.children.find((o) => o.isInstancedMesh).instanceMatrix.version;
  p.setFilmCamera(false);
  p.camera.position.x += 1;
  for (let i = 0; i < 5; i++) p.draw();
  return p.studio.scene.children.find((o) => o.isInstancedMesh).instanceMatrix.version - before;
});
expect(turned === 0, `poses are set again ${turned} times while the camera turns`);

// a click picks one of them, which is drawn by itself to be outlined; at another time, too
await page.evaluate(() => window.tauwerk.setFilmCamera(true));
const place = await onScreen(page, "b55");
await page.mouse.click(place.x, place.y);
await page.waitForFunction(() => window.tauwerk.picked?.name === "b55");
const one = await look(0.2);
expect(one.at.length === 99 && one.alone.includes("b55"), `b55 is apart: ${one.alone}`);
const later = await look(0.1);
expect(later.at.length === 99 && later.alone.includes("b55"), "and at another time");
await pick(page, "box3");
const none = await look(0.1);
expect(none.at.length === 100 && !none.alone.includes("b55"), "and with the others again");
expect(errors.length === 0, `no errors: ${errors}`);
console.log("all of it");
await browser.close();
server.kill();
process.exit(0);
