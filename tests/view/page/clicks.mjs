// Random clicks, drags, keys, entries and typed text in the page, from a seed: the page has no error, the server lives, no simulation
// crashes, memory stays, the file changes only by `save`: node clicks.mjs TAUWERK SOURCE PAGE [SECONDS [SEED]]
// SECONDS 3600 is the long run (scripts/clicks.sh).
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { open } from "../support/browser.mjs";
import { expect } from "../support/expect.mjs";
import { serve } from "../support/window.mjs";

const [tauwerk, , folder, time = "4", seed = "1"] = process.argv.slice(2);
let state = Number(seed) >>> 0;
const random = () => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return state / 2 ** 32;
};
const choose = (list) => list[Math.floor(random() * list.length)];
const upTo = (n) => Math.floor(random() * n);

const work = mkdtempSync(join(tmpdir(), "tauwerk-clicks-"));
process.on("exit", () => rmSync(work, { recursive: true, force: true }));
const script = join(work, "scene.lua");
const scene = (length) => `local tw = require "tauwerk"
local length = tw.param("length", ${length}, { min = 0.2, max = 2 })
local s = tw.scene { name = "clicked", duration = 1.5, fps = 30, gravity = "earth" }
s:ground { height = -2 }
local a = s:rod { name = "a", length = length, radius = 0.05, position = { length / 2, 0, 0 }, orientation = tw.euler(0, math.pi / 2, 0) }
local b = s:box { name = "b", size = { 0.4, 0.4, 0.4 }, position = { 0, 1, -1.5 }, collide = true }
s:connect(a.end1, s:nail { 0, 0, 0 }, { name = "hang" })
s:spring { name = "pull", a = a.end2, b = s:nail { 2, 0, 1 }, stiffness = 20 }
return s
`;
writeFileSync(script, scene(1));
const server = await serve(tauwerk, [script]);
const { browser, page, errors } = await open(folder, { width: 900, height: 600 });
// a page with text that is not saved asks before it is left
page.on("dialog", (d) => void (d.type() === "beforeunload" ? d.accept() : d.dismiss()).catch(() => {}));
// texts that the page asks to be saved
await page.addInitScript(() => {
  const { send } = WebSocket.prototype;
  window.asked = [];
  WebSocket.prototype.send = function (m) {
    if (m.includes('"type":"save"')) window.asked.push(JSON.parse(m).text);
    return send.call(this, m);
  };
});
await page.goto(server.address);
await page.waitForFunction(() => document.body.dataset.state === "done");

// ---- what is done ---------------------------------------------------------------------------------

const place = () => [upTo(900), upTo(600)];
const inPage = (f, ...x) => page.evaluate(f, x);
const acts = {
  click: () => page.mouse.click(...place()),
  double: () => page.mouse.dblclick(...place()),
  wheel: async () => (await page.mouse.move(...place()), await page.mouse.wheel(0, upTo(400) - 200)),
  async drag() {
    await page.mouse.move(...place());
    await page.mouse.down({ button: choose(["left", "left", "left", "right"]) });
    for (let i = upTo(5); i >= 0; i--) await page.mouse.move(...place());
    await page.mouse.up();
    await page.mouse.up({ button: "right" });
  },
  key: () => page.keyboard.press(choose([" ", ",", ".", "f", "c", "s", "Escape", "Enter", "Tab", "Delete", "Backspace", "ArrowLeft", "ArrowDown", "Control+z", "Control+y", "Control+z", "End"])),
  // any button, list, slider or entry that is there
  control: () =>
    inPage(([u, v, text]) => {
      const all = [...document.querySelectorAll("button, select, input, [role=treeitem]")].filter((e) => e.offsetParent && e.id !== "save" && !e.disabled);
      const e = all[Math.floor(u * all.length)];
      if (!e) return;
      if (e instanceof HTMLSelectElement) {
        e.selectedIndex = Math.floor(v * e.options.length);
        e.dispatchEvent(new Event("change", { bubbles: true }));
      } else if (e instanceof HTMLInputElement && e.type === "range") {
        e.value = String(Number(e.min) + v * (Number(e.max) - Number(e.min)));
        for (const type of ["input", "change"]) e.dispatchEvent(new Event(type, { bubbles: true }));
      } else if (e instanceof HTMLInputElement && e.type !== "checkbox") {
        e.focus();
        e.value = text;
        for (const type of ["input", "change"]) e.dispatchEvent(new Event(type, { bubbles: true }));
        e.blur();
      } else e.click();
    }, random(), random(), choose(["", "0", "-1", "0.3", "1e9", "nonsense", "{ 1, 2, 3 }", "a", "tw.deg(30)"])),
  pick: () =>
    inPage(([u]) => {
      const p = window.tauwerk;
      const item = p.film.items[Math.floor(u * p.film.items.length)];
      if (item) p.pick({ name: item.name, item, key: item.class === "body" ? item.id : null });
    }, random()),
  type: () =>
    inPage(([u, n, text]) => {
      const { view } = window.modeller.history;
      const from = Math.floor(u * (view.state.doc.length + 1));
      view.dispatch({ changes: { from, to: Math.min(view.state.doc.length, from + n), insert: text }, userEvent: "input.type" });
    }, random(), choose([0, 0, 1, 5]), choose([" ", "-- x\n", "0", "1.5", "(", "end", '"', "s:sphere { radius = 0.2 }\n"])),
  undo: () => inPage(() => document.getElementById("undo").click()),
  seek: () => inPage(([u]) => window.tauwerk.go(u * window.tauwerk.film.end), random()),
  disk() {
    written = choose([scene(0.3 + random()), scene(0.3 + random()), scene("nil +")]);
    writeFileSync(script, written);
  },
  size: () => page.setViewportSize(choose([{ width: 900, height: 600 }, { width: 380, height: 640 }, { width: 1200, height: 500 }])),
};
const often = ["click", "click", "drag", "drag", "key", "control", "control", "control", "pick", "type", "undo", "seek", "double", "wheel"];

// ---- what must hold ---------------------------------------------------------------------------------

let written = scene(1);
const memory = (pid) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024;
const heap = () => page.evaluate(() => performance.memory.usedJSHeapSize / 1e6);
const last = [];
const where = () => `seed ${seed}, after ${last.join(", ")}`;
async function check() {
  expect(server.exitCode === null && server.signalCode === null, `the server lives; ${where()}`);
  expect(errors.length === 0, `no error in the page, got ${errors.join("\n")}; ${where()}`);
  const [shown, text, asked] = await page.evaluate(() => [document.getElementById("error").textContent, window.modeller.history.text, window.asked]);
  expect(!/signal|unexpectedly/.test(shown), `no simulation crashes, got ${shown}; ${where()}; the text:\n${text}`);
  const disk = readFileSync(script, "utf8");
  expect(disk === written || asked.includes(disk), `nobody has saved, but the file is another one; ${where()}`);
  written = disk;
}

const end = Date.now() + 1000 * Number(time);
let count = 0;
let begun = null;
while (Date.now() < end) {
  const name = random() < 0.02 ? choose(["disk", "size"]) : choose(often);
  last.push(name);
  if (last.length > 12) last.shift();
  await acts[name]();
  count++;
  if (count % 20) continue;
  await check();
  if (!begun && end - Date.now() < 700 * Number(time)) begun = { heap: await heap(), memory: memory(server.pid) };
}
// a text that is good, from the disk: it runs
await check();
await page.goto(server.address);
await page.waitForFunction(() => window.modeller?.history.ready);
await page.evaluate((t) => {
  const { view } = window.modeller.history;
  view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: t }, userEvent: "input.type" });
}, scene(1.25));
await page.waitForFunction((t) => document.body.dataset.state === "done" && window.modeller.history.running === t && window.tauwerk.film.frames.length === 45, scene(1.25));
await check();
expect(readdirSync(work).join() === "scene.lua", `nothing else is written, got ${readdirSync(work)}`);
const now = { heap: await heap(), memory: memory(server.pid) };
console.log(`${count} actions in ${time} s from seed ${seed}; the page's heap ${begun?.heap.toFixed(0)} to ${now.heap.toFixed(0)} MB, the server ${begun?.memory.toFixed(0)} to ${now.memory.toFixed(0)} MB`);
expect(!begun || now.memory < begun.memory + 30, "the server's memory stays");
await browser.close();
process.exit(0);
