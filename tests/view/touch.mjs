// The hand in the page: a four-bar's coupler is dragged, and kept in the script's text; a frame is drawn in place:
// node touch.mjs TAUWERK SOURCE PAGE_FOLDER [SHOTS]
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, open } from "./browser.mjs";
import { serve } from "./socket.mjs";

const [tauwerk, source, folder, shots] = process.argv.slice(2);
const { browser, page, errors } = await open(folder);
await page.setViewportSize({ width: 960, height: 640 }); // software draws slowly
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
const frames = () => page.evaluate(() => window.tauwerk.film.frames.length);
// the largest |D| of a hinge in frame k
const deviation = (k) =>
  page.evaluate((i) => {
    const { film } = window.tauwerk;
    const hinges = new Set(film.items.filter((o) => o.kind === "hinge").map((o) => o.id));
    return Math.max(...film.curves.map((c, j) => (c.name === "|D|" && hinges.has(c.of) && Number.isFinite(film.frames[i].value[j]) ? film.frames[i].value[j] : 0)));
  }, k);
// where a body's middle is on the screen
const middle = (name) =>
  page.evaluate(async (n) => {
    for (let i = 0; i < 3; i++) await new Promise((next) => requestAnimationFrame(next)); // the layout comes to rest
    const p = window.tauwerk;
    p.draw();
    const b = p.studio.bodies.find((x) => x.group.visible && p.film.things[x.thing].name === n);
    const v = b.group.position.clone().project(p.camera);
    const r = document.getElementById("canvas").getBoundingClientRect();
    return { x: r.left + ((v.x + 1) * r.width) / 2, y: r.top + ((1 - v.y) * r.height) / 2 };
  }, name);

// ---- at rest: the coupler is dragged, the mechanism follows, its pins hold
await page.evaluate(() => window.tauwerk.go(5));
await page.click("#tree [role=treeitem]:has-text('coupler')");
await page.waitForFunction(() => window.tauwerk.picked?.name === "coupler");
const was = await of("coupler", 150);
let at = await middle("coupler");
await page.mouse.move(at.x, at.y);
await page.mouse.down();
await page.waitForFunction(() => window.tauwerk.film.frames.length === 151);
for (let i = 1; i <= 8; i++) await page.mouse.move(at.x + 6 * i, at.y - 3 * i);
await page.waitForFunction(([k, x]) => Math.hypot(...Array.from(window.tauwerk.film.poseOf(k, window.tauwerk.picked.key)).slice(0, 3).map((v, i) => v - x[i])) > 0.05, [150, was]);
await shot("drag");
expect((await deviation(150)) <= 1e-4, `the pins hold while it is dragged, |D| = ${await deviation(150)}`);
await page.mouse.up();

// ---- it is kept as an event of the script's text, and the film is that of the text
const again = (n) => page.waitForFunction((k) => document.body.dataset.state === "done" && window.tauwerk.film.frames.length === 240 && window.tauwerk.film.events.filter((e) => e.sort === "at").length === k, n);
const events = await page.evaluate(() => window.tauwerk.film.events.filter((e) => e.sort === "at").length);
await again(events + 1);
expect((await of("coupler", 150)).some((x, i) => Math.abs(x - was[i]) > 0.01), "the pose that it was dragged to is in the film");
expect((await deviation(150)) <= 1e-4, "where the pins hold");
expect(readFileSync(script, "utf8") === text, "the file is as it was");

server.kill();

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
