// A text that goes on from a frame of the film so far, in the page: bodies, their looks, the tree, curves and lines are those of the
// new text, also after a drag that was taken back: node resume.mjs TAUWERK SOURCE PAGE_FOLDER
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onScreen, open, pick, sameAsTrace, synced } from "../support/browser.mjs";
import { expect } from "../support/expect.mjs";
import { serve } from "../support/window.mjs";

const [tauwerk, , folder] = process.argv.slice(2);
const { browser, page, errors } = await open(folder, { width: 960, height: 640 });
const work = mkdtempSync(join(tmpdir(), "tauwerk-resume-"));
process.on("exit", () => rmSync(work, { recursive: true, force: true }));
const script = join(work, "story.lua");
// the loop makes each step of `timestep` slow enough for several copies to be left; `keep` makes a body after the story's wait
// by a function that the text has behind the story and that was called before; all texts name the same variables
const text = (late, more = "") => `local tw = require "tauwerk"
local s = tw.scene { name = "story", duration = 3, fps = 30, gravity = "earth", stepper = "timestep", step = 0.002 }
local rod = s:rod { name = "rod", length = 1, radius = 0.1, position = { 0.5, 0, 0 }, orientation = tw.euler(0, math.pi / 2, 0) }
s:connect(rod.end1, s:nail { 0, 0, 0 })
s:timeline(function(tl)
  tl:wait(2)
  local arm, scene = rod, s
${late}
end)
${more}s:when(function()
  for _ = 1, 100000 do end
  return 1
end, function() end)
s.camera = { eye = { 0.5, -6, 0 }, target = { 0.5, 0, 0 }, fov = tw.deg(40) }
return s
`;
const keep = `local n = 0
s:every(0.9, function()
  n = n + 1
  if n == 4 then s:box { name = "keep", size = { 0.1, 0.1, 0.1 }, position = { 0, 0, 1 } } end
end)
`;
const ball = (size, color) => `  scene:sphere { name = "ball", radius = ${size}, color = "${color}", position = { 1.5, 0, 0.5 } }`;
writeFileSync(script, text(ball(0.2, "#ff0000")));
const server = await serve(tauwerk, [script]);
await page.goto(server.address);
await synced(page);

// runs another text, typed in the page; true: it goes on from a frame
async function edit(late, more) {
  const before = await page.evaluate((t) => {
    const { view } = window.modeller.history;
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: t }, userEvent: "input.type" });
    return (window.head = window.tauwerk.film.head) && window.tauwerk.film.frames.length;
  }, text(late, more));
  expect(before >= 0, "it is typed");
  await page.waitForFunction(() => window.modeller.history.running === window.modeller.history.text);
  await synced(page);
  return page.evaluate(() => window.head === window.tauwerk.film.head);
}

// what the page draws is what the film has: the shape and the material of each part of each thing
const drawn = () =>
  page.evaluate(() => {
    const { film, studio } = window.tauwerk;
    window.tauwerk.go(film.end);
    window.tauwerk.draw();
    const parts = studio.bodies.map((b) => b.group.children.map((m) => [m.geometry.getAttribute("position").array, m.material.color.getHexString()]));
    const whole = studio.bodies.length === film.things.length;
    const shapes = film.things.every((t, i) => t.parts.every((p, k) => parts[i]?.[k]?.[0] === film.meshes[p.mesh].position));
    const tree = [...document.querySelectorAll("#tree [role=treeitem]")].map((e) => e.textContent.split(" ")[0]);
    const of = (name) => film.things.findIndex((t) => t.name === name);
    return { whole, shapes, tree, ball: parts[of("ball")]?.[0]?.[1], radius: film.meshes[film.things[of("ball")]?.parts[0].mesh]?.position[2] };
  });
const whole = async (what) => {
  const times = await page.evaluate(() => window.tauwerk.film.frames.map((f) => f?.time));
  expect(times.length === 90 && times.every((t, k) => Math.abs(t - k / 30) < 1e-9), `${what}: 90 frames without a gap, got ${times.length}: ${times}`);
};

// ---- another size and colour behind the wait
let now = await drawn();
expect(now.whole && now.shapes && now.ball === "ff0000", `the first film: ${JSON.stringify(now)}`);
expect(await edit(ball(0.3, "#00ff00")), "the film goes on");
now = await drawn();
expect(now.whole && now.shapes, `other shapes are drawn: ${JSON.stringify(now)}`);
expect(now.ball === "00ff00", `in the other colour, got ${now.ball}`);
await whole("another ball");

// ---- a body less: it is drawn no more, and no name of it stays
expect(await edit("  arm.angular_velocity = { 0, 1, 0 }"), "the film goes on");
now = await drawn();
expect(now.whole && now.shapes && !now.tree.includes("ball"), `no ghost is left: ${JSON.stringify(now)}`);

// ---- a drag at rest that is taken back in a complete film, and then an edit behind it
await page.evaluate(() => window.tauwerk.go(0.5));
await pick(page, "rod");
const at = await onScreen(page, "rod");
await page.mouse.move(at.x, at.y);
await page.mouse.down();
await page.waitForFunction(() => window.tauwerk.film.frames.length === 16);
for (let i = 1; i <= 4; i++) await page.mouse.move(at.x + 5 * i, at.y - 5 * i);
await page.waitForFunction(() => {
  const { film, picked } = window.tauwerk;
  return Math.abs(film.poseOf(15, picked.key)[2] - film.poseOf(14, picked.key)[2]) > 0.05;
});
const curve = await page.evaluate(() => {
  const p = window.tauwerk;
  p.draw();
  const place = ["x", "y", "z"].map((name) => p.curves.plot.series.findIndex((c) => c.label === `${name}, m`));
  return place.map((i, a) => [p.curves.plot.data[i][15], p.film.poseOf(15, p.picked.key)[a]]);
});
expect(curve.every(([a, b]) => a === b), `the curves follow the hand: ${curve}`);
await page.keyboard.press("Escape");
await page.mouse.up();
await page.evaluate(() => {
  const { film } = window.tauwerk;
  const take = film.takeFrames.bind(film);
  film.takeFrames = (...bytes) => {
    take(...bytes);
    const k = film.frames.findIndex((f, i) => Math.abs(f.time - i / 30) > 1e-9);
    if (k >= 0) window.gap ??= `frame ${k} is of ${film.frames[k].time} s`;
  };
});
expect(await edit("  arm.angular_velocity = { 0, 3, 0 }"), "the film goes on");
expect((await page.evaluate(() => window.gap)) === undefined, `no frames are left out on the way: ${await page.evaluate(() => window.gap)}`);
await whole("after a drag that was taken back");
const seen = await page.evaluate(() => {
  const { film } = window.tauwerk;
  const poses = (k) => film.items.filter((o) => o.class === "body").map((o) => [o.name, film.poseOf(k, o.id)]);
  return film.frames.map((_, k) => Object.fromEntries(poses(k).filter(([, p]) => p).map(([name, p]) => [name, Array.from(p)])));
});
writeFileSync(script, text("  arm.angular_velocity = { 0, 3, 0 }"));
expect(sameAsTrace(tauwerk, script, seen) === 90, "and the film is that of the text");

// ---- lines of what is made later are those of the text, also where it was made by a function that has moved
const line = (name) => page.evaluate((n) => window.tauwerk.film.items.find((o) => o.name === n)?.line, name);
const longer = `\n\n${ball(0.3, "#00ff00")}`;
await edit(ball(0.3, "#00ff00"), keep);
expect(!(await edit(longer, keep)), "the film is simulated once more from its start, for the line of `keep`");
const lineIn = (word) => text(longer, keep).split("\n").findIndex((l) => l.includes(word)) + 1;
for (const name of ["ball", "keep"]) expect((await line(name)) === lineIn(`"${name}"`), `the line of '${name}': ${await line(name)}, not ${lineIn(`"${name}"`)}`);
await whole("a longer story");

// ---- the picture keeps its size while a body is dragged at the film's first frame, where there are no curves
await page.evaluate(() => window.tauwerk.go(0));
await pick(page, "rod");
const { x, y } = await onScreen(page, "rod");
const height = () =>
  page.evaluate(() => {
    window.tauwerk.draw();
    return document.getElementById("canvas").clientHeight;
  });
const tall = await height();
await page.mouse.move(x, y);
await page.mouse.down();
await page.waitForFunction(() => window.tauwerk.film.frames.length === 1);
expect((await height()) === tall, `${tall} pixels high, got ${await height()}`);
await page.keyboard.press("Escape");
await page.mouse.up();

// ---- a film of one frame has no curves, and so no box of them
const box = () => page.evaluate(() => document.getElementById("curves").getBoundingClientRect().height);
await page.evaluate(() => window.tauwerk.pick(null));
const replaced = (a, b) =>
  page.evaluate(([from, to]) => {
    const { view } = window.modeller.history;
    const at = view.state.doc.toString().indexOf(from);
    view.dispatch({ changes: { from: at, to: at + from.length, insert: to }, userEvent: "input.type" });
  }, [a, b]);
await replaced("duration = 3", "duration = 1 / 30");
await synced(page);
await page.waitForFunction(() => window.tauwerk.film.frames.length === 1);
await page.waitForFunction(() => document.getElementById("curves").getBoundingClientRect().height < 20, undefined, { timeout: 20000 }).catch(() => {});
expect((await box()) < 20, `an empty box of ${await box()} pixels`);
await replaced("duration = 1 / 30", "duration = 3");
await synced(page);

// ---- labels of different ticks differ, and are the ticks
const told = await page.evaluate(() => {
  const { values } = window.tauwerk.curves.plot.axes[1];
  return [[1e-4, 1.02e-4, 1.04e-4], [0, 0.25, 0.5], [-5e5, 0, 5e5, 1e6], [1000.001, 1000.002], [-0.2, -0.1, -2.8e-17, 0.1], [0, 0.5, 1], [7], [0], [2e-5, null]].map((x) => values(null, x).join(" "));
});
const want = ["1.00e-4 1.02e-4 1.04e-4", "0.00 0.25 0.50", "-5e5 0 5e5 1e6", "1000.001 1000.002", "-0.2 -0.1 0.0 0.1", "0.0 0.5 1.0", "7", "0", "2e-5 "];
told.forEach((t, i) => expect(t === want[i], `labels '${want[i]}', got '${t}'`));

// ---- a small screen tells what went wrong beside every part, without covering it
await page.setViewportSize({ width: 380, height: 640 });
const rightHere = async (id, words) => {
  await page.waitForFunction(([i, w]) => document.getElementById(i).textContent.includes(w), [id, words]);
  for (const part of ["view", "objects", "fields", "script"]) {
    await page.click(`#tab-${part}`);
    const at = await page.evaluate((i) => {
      const { top, bottom, width } = document.getElementById(i).getBoundingClientRect();
      return { top, bottom, width, footer: document.querySelector("footer").getBoundingClientRect().top };
    }, id);
    expect(at.width > 0 && at.bottom <= 640, `${id} beside ${part}: ${JSON.stringify(at)}`);
    if (part !== "view") expect(at.top >= at.footer - 1, `${id} covers ${part}: ${JSON.stringify(at)}`);
  }
};
await page.click("#render-film"); // of text that is not saved
await rightHere("pace", "save it first");
await replaced("return s", "return t");
await page.waitForFunction(() => document.body.dataset.state === "error");
await rightHere("state", "stopped");
expect((await page.evaluate(() => getComputedStyle(document.getElementById("state"), "::after").content)).includes("story.lua"), "with its text");

expect(errors.length === 0, `errors of the page: ${errors.join("\n")}`);
server.kill();
await browser.close();
process.exit(0);
