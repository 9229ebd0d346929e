// The live view: a script is broken and mended, saved, its slider moved; strangers are kept out:
// node view.mjs TAUWERK SOURCE PAGE_FOLDER
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { open } from "../support/browser.mjs";
import { expect } from "../support/expect.mjs";
import { serve } from "../support/window.mjs";

const [tauwerk, source, folder] = process.argv.slice(2);
const { browser, page, errors } = await open(folder, { width: 900, height: 420 });
const work = mkdtempSync(join(tmpdir(), "tauwerk-view-"));
const script = join(work, "scene.lua");
const scene = (length, more = "") => `local tw = require "tauwerk"
local length = tw.param("length", ${length}, {min = 0.2, max = 3, doc = "of the rod, m"})
local s = tw.scene{name = "swing", duration = 2, fps = 30}
local r = s:rod{name = "arm", length = length, radius = 0.02, position = {length / 2, 0, 0}, orientation = tw.euler(0, math.pi / 2, 0)}
s:connect(r.end1, s:nail{0, 0, 0})
${more}
return s
`;
writeFileSync(script, scene(1));
process.on("exit", () => rmSync(work, { recursive: true, force: true }));
const server = await serve(tauwerk, [script]);
const { address } = server;
expect(/^http:\/\/127\.0\.0\.1:\d+\/\?token=[0-9a-f]{32}$/.test(address), `an address with a token, got ${address}`);

// ---- who has no token, another host, another origin, or asks for a file, gets nothing
const url = new URL(address);
const status = (path, headers = {}, method = "GET") =>
  new Promise((done) => {
    const r = request({ host: "127.0.0.1", port: url.port, path, method, headers }, (m) => {
      m.resume();
      m.on("end", () => done(m.statusCode));
    });
    r.on("upgrade", (m, socket) => {
      socket.destroy();
      done(m.statusCode);
    });
    r.on("error", () => done(0));
    r.end();
  });
const upgrade = { Connection: "Upgrade", Upgrade: "websocket", "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version": "13" };
const live = `/live${url.search}`;
expect((await status(url.pathname + url.search)) === 200, "the address works");
expect((await status("/")) === 403, "no token, no page");
expect((await status(`/?token=${"0".repeat(32)}`)) === 403, "a wrong token, no page");
expect((await status(url.pathname + url.search, { Host: `evil.example:${url.port}` })) === 403, "no other host");
expect((await status(`/scene.lua${url.search}`)) === 404, "no files");
expect((await status(`/..%2f..%2fetc/passwd${url.search}`)) >= 400, "no files elsewhere");
expect((await status(url.pathname + url.search, {}, "POST")) === 405, "no POST");
expect((await status(live, { ...upgrade, Origin: url.origin })) === 101, "the page's own socket works");
expect((await status(live, { ...upgrade, Origin: "http://evil.example" })) !== 101, "no other page's socket");
expect((await status("/live", { ...upgrade, Origin: url.origin })) !== 101, "no socket without the token");

// ---- the model is there, and its end
await page.goto(address);
const done = () => page.waitForFunction(() => document.body.dataset.state === "done" && window.tauwerk.film.frames.length === 60);
await done();
const reach = () => page.evaluate(() => Math.hypot(...window.tauwerk.film.poseOf(0, window.tauwerk.film.things[0].key).slice(0, 3)));
expect(Math.abs((await reach()) - 0.5) < 1e-6, "the rod's middle is half its length away");

// ---- the tree by the keyboard; the page on a phone
await page.focus("#search");
await page.keyboard.press("ArrowDown");
await page.keyboard.press("ArrowDown");
await page.keyboard.press("ArrowUp");
await page.keyboard.press("Enter");
expect((await page.evaluate(() => window.tauwerk.picked?.name)) === "arm", "Enter picks the first object");
const size = page.viewportSize();
await page.setViewportSize({ width: 360, height: 640 });
await page.click("#layer-names");
await page.click("#layer-names");
expect((await page.evaluate(() => document.documentElement.scrollWidth)) === 360, "nothing is wider than the screen");
await page.setViewportSize(size);
await page.evaluate(() => window.tauwerk.pick(null));
await page.click("#tree [role=treeitem]");
await page.evaluate(() => window.tauwerk.go(1));
await page.click("#film-camera");

// ---- a broken script is told at its line; what was there stays
writeFileSync(script, scene(1, "s:rodd{}"));
// a save may be read when half of it is written; what is read last counts
await page.waitForFunction(() => /scene\.lua:\d/.test(document.getElementById("error").textContent));
const told = await page.textContent("#error");
expect(/scene\.lua:6/.test(told) && /rod/.test(told), `the error at its line, got ${told}`);
expect((await page.evaluate(() => window.tauwerk.film.frames.length)) === 60, "the film before stays");

// ---- mended: another film, with time, camera and what is picked as they were
writeFileSync(script, scene(1.5));
await page.waitForFunction(() => document.getElementById("error").hidden);
await done();
expect(Math.abs((await reach()) - 0.75) < 1e-6, "the new rod is longer");
const kept = await page.evaluate(() => [window.tauwerk.time, window.tauwerk.picked?.name, document.getElementById("film-camera").getAttribute("aria-pressed")]);
expect(kept[0] === 1 && kept[1] === "arm" && kept[2] === "false", `time, what is picked and camera stay, got ${kept}`);

// ---- a slider is a parameter of the script
await page.evaluate(() => {
  const e = document.querySelector("#sliders input[name=length]");
  e.value = "2.5";
  e.dispatchEvent(new Event("input"));
});
await page.waitForFunction(() => Math.abs(Math.hypot(...(window.tauwerk.film.poseOf(0, window.tauwerk.film.things[0]?.key) ?? [0]).slice(0, 3)) - 1.25) < 1e-6);
await done();
expect(readFileSync(script, "utf8") === scene(1.5), "the file is as it was");
expect((await page.evaluate(() => window.modeller.history.text)) === scene(2.5), "the slider has written the default into the text");
// taken back, so that the text is the file's again and follows it
await page.keyboard.press("Control+z");
await page.waitForFunction((t) => window.modeller.history.text === t && window.modeller.history.running === t, scene(1.5));
await done();

// ---- a hostile message ends its connection, and nothing else
await page.evaluate(async (address) => {
  const bad = ["{", "[]", '{"type":"set"}', '{"type":"set","name":"a=b","value":1}', `{"type":"set","name":"${"x".repeat(9000)}","value":1}`, "[".repeat(4000), "\u0000"];
  for (const text of bad)
    await new Promise((next) => {
      const s = new WebSocket(address);
      s.onopen = () => s.send(text);
      s.onclose = next;
      s.onerror = next;
    });
}, `ws://${url.host}${live}`);

// ---- save to first new pose, median of 4
const times = [];
await page.evaluate(() => {
  window.stamps = [];
  const film = window.tauwerk.film;
  const take = film.takeFrames.bind(film);
  film.takeFrames = (b, o) => {
    const first = film.frames.length === 0;
    take(b, o);
    if (first) window.stamps.push(Date.now());
  };
});
for (const name of ["pendulum.lua"]) {
  const text = readFileSync(join(source, "scripts", name), "utf8");
  times.length = 0;
  for (let i = 0; i < 4; i++) {
    const before = await page.evaluate(() => window.stamps.length);
    const began = Date.now();
    // as editors save: whole
    writeFileSync(`${script}.new`, `${text}\n-- ${i}`);
    renameSync(`${script}.new`, script);
    await page.waitForFunction((n) => window.stamps.length > n || !document.getElementById("error").hidden, before);
    expect(await page.isHidden("#error"), `${name} runs`);
    times.push((await page.evaluate(() => window.stamps.at(-1))) - began);
  }
  times.sort((a, b) => a - b);
  console.log(`${name}: save to first pose ${times[2]} ms (median of 4), most ${times[3]} ms`);
}
expect(server.exitCode === null, "the server lives");
expect(errors.length === 0, `errors of the page: ${errors.join("\n")}`);
await browser.close();
process.exit(0);
