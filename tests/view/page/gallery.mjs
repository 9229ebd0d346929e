// A folder as a gallery: cards, posters, search, a scene opened by a click, strangers kept out: node gallery.mjs TAUWERK SOURCE PAGE [SHOTS]
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { open } from "../support/browser.mjs";
import { expect } from "../support/expect.mjs";
import { serve, Window } from "../support/window.mjs";

const [tauwerk, source, folder, shots] = process.argv.slice(2);
const { browser, page, errors } = await open(folder, { width: 960, height: 600, draws: !!shots });
const work = mkdtempSync(join(tmpdir(), "tauwerk-gallery-"));
process.on("exit", () => rmSync(work, { recursive: true, force: true }));
mkdirSync(join(work, "more"));
copyFileSync(join(source, "scripts/pendulum.lua"), join(work, "pendulum.lua"));
writeFileSync(join(work, "more/ball.lua"), '-- A ball.\nlocal tw = require "tauwerk"\nlocal s = tw.scene{duration = 1}\ns:sphere{radius = 0.2}\nreturn s\n');
writeFileSync(join(work, "more/_part.lua"), "return {}\n");
writeFileSync(join(work, "broken.lua"), "local x = = 1\n");
const server = await serve(tauwerk, [work]);
await page.goto(server.address);
await page.waitForFunction(() => document.querySelectorAll(".cards button").length === 3);
await page.waitForFunction(() => document.querySelectorAll(".poster img, .poster.failed").length === 3);
const cards = await page.evaluate(() => [...document.querySelectorAll(".cards button")].map((c) => [c.querySelector("b").textContent, c.querySelector("small").textContent, c.querySelector("img")?.naturalWidth ?? c.querySelector(".poster").textContent]));
expect(cards[0][0] === "broken" && /^broken\.lua:1/.test(cards[0][2]), `what fails is told on its card, got ${cards[0]}`);
expect(cards[1][0] === "more/ball" && cards[1][1] === "A ball." && cards[1][2] === 320, `a poster, got ${cards[1]}`);
expect(cards[2][0] === "pendulum" && cards[2][2] === 320, `a poster, got ${cards[2]}`);
if (shots) await page.screenshot({ path: join(shots, "gallery.png") });
await page.fill("#gallery input", "ball");
expect((await page.locator(".cards button:visible").count()) === 1, "the search leaves one");

// ---- only scenes of the list can be asked for
for (const text of ['{"type":"open","scene":3}', '{"type":"open","scene":-1}', '{"type":"open","scene":0.5}', '{"type":"open","scene":"../x"}', '{"type":"seek","frame":0}']) {
  const w = await new Window(server.address).open();
  w.send(text);
  await w.until((x) => x.closed, `the end after ${text}`);
}

// ---- a click opens the scene
await page.click(".cards button:visible");
await page.waitForURL((u) => u.port !== new URL(server.address).port);
await page.waitForFunction(() => document.body.dataset.state === "done" && window.tauwerk.film.frames.length === 30);
await page.goBack();
await page.waitForFunction(() => document.querySelectorAll(".poster img").length === 2);
expect(errors.length === 0, `errors of the page: ${errors.join("\n")}`);
await browser.close();
process.exit(0);
