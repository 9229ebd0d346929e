// A page in Debian's Chromium, headless, by playwright-core from the folder that the build installed.
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, skip } from "./expect.mjs";

// `draws`: the page draws its picture, which software does slowly; otherwise all is placed as it would be, but not drawn
export async function open(pageFolder, { draws = false, width = 960, height = 480 } = {}) {
  if (!existsSync(join(pageFolder, "node_modules/playwright-core")))
    skip("the page was built without npm's packages");
  const chromium = ["/usr/bin/chromium", "/usr/bin/chromium-browser"].find((p) => existsSync(p));
  if (!chromium) skip("there is no Chromium (apt-get install chromium)");
  const require = createRequire(join(pageFolder, "package.json"));
  const { chromium: engine } = require("playwright-core");
  const browser = await engine.launch({
    executablePath: chromium,
    args: ["--no-sandbox", "--disable-background-networking", "--disable-gpu", "--enable-unsafe-swiftshader"],
  });
  const errors = [];
  const another = async (viewport) => {
    const page = await browser.newPage({ viewport });
    page.setDefaultTimeout(300000); // of conditions that are waited for: a busy machine is slow
    page.on("pageerror", (e) => errors.push(e.stack ?? String(e)));
    page.on("console", (m) => {
      if (m.type() === "error") errors.push(m.text());
    });
    if (!draws) await page.addInitScript(placeOnly);
    return page;
  };
  return { browser, page: await another({ width, height }), another, errors };
}

// in the page: the player, when it is there, places its scene without drawing it
function placeOnly() {
  let player;
  Object.defineProperty(window, "tauwerk", {
    get: () => player,
    set(made) {
      player = made;
      const place = () => made.studio.scene.updateMatrixWorld();
      made.studio.renderer.render = made.composer.render = place;
    },
  });
}

// Where a place of the world (x, y, z), or the middle of the body of that name, is on the screen.
export const onScreen = (page, what) =>
  page.evaluate(async (v) => {
    const p = window.tauwerk;
    const canvas = document.getElementById("canvas");
    // what is shown beside the picture may have changed its size: until that is at rest
    for (let size = "", now; ; size = now) {
      await new Promise((done) => setTimeout(done, 50)); // a notice that comes in the meantime moves the picture
      await new Promise(requestAnimationFrame);
      p.draw();
      const r = canvas.getBoundingClientRect();
      now = [r.left, r.top, r.width, r.height, ...p.camera.matrixWorld.elements].map((x) => x.toFixed(4)).join();
      if (now === size) break;
    }
    const at = p.camera.position.clone();
    if (typeof v === "string") at.copy(p.studio.bodies.find((b) => b.group.visible && p.film.things[b.thing].name === v).group.position);
    else at.set(...v);
    const s = at.project(p.camera);
    const r = canvas.getBoundingClientRect();
    return { x: r.left + ((s.x + 1) * r.width) / 2, y: r.top + ((1 - s.y) * r.height) / 2 };
  }, what);

// The text that is shown runs, its objects have come, and its film is complete.
export const synced = (page) =>
  page.waitForFunction(() => {
    const { history } = window.modeller;
    return document.body.dataset.state === "done" && history.ready && history.running === history.text;
  });
export const text = (page) => page.evaluate(() => window.modeller.history.text);
// An object is picked by its name.
export const pick = (page, name) =>
  page.evaluate((n) => {
    const p = window.tauwerk;
    const item = p.film.items.find((o) => o.name === n);
    p.pick({ name: n, item, key: item.class === "body" ? item.id : null });
  }, name);

// The poses of all frames of the film that is shown.
export const film = (page) =>
  page.evaluate(() => {
    const f = window.tauwerk.film;
    return f.frames.map((_, k) => Object.fromEntries(f.items.filter((o) => o.class === "body").map((o) => [o.name, Array.from(f.poseOf(k, o.id))])));
  });

// The script's trace has the poses of that film to 1e-6; returns how many.
export function sameAsTrace(tauwerk, script, seen) {
  const work = mkdtempSync(join(tmpdir(), "tauwerk-trace-"));
  const trace = join(work, "t.csv");
  execFileSync(tauwerk, ["run", "-q", script, "--no-render", "--trace", trace], { cwd: work, stdio: "pipe" });
  const lines = readFileSync(trace, "utf8").trim().split("\n").slice(1);
  rmSync(work, { recursive: true });
  for (const line of lines) {
    const [frame, , name, ...x] = line.split(",");
    const pose = seen[Number(frame) - 1][name];
    for (let k = 0; k < 7; k++) expect(Math.abs(pose[k] - Number(x[k])) <= 1e-6, `${name} in frame ${frame}: number ${k} is off by ${pose[k] - Number(x[k])}`);
  }
  return lines.length;
}
