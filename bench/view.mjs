// What docs/view.md says of times: node bench/view.mjs TAUWERK SOURCE [PAGE_FOLDER]
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { open } from "../tests/view/support/browser.mjs";
import { place, serve, Window } from "../tests/view/support/window.mjs";

const [tauwerk, source, folder] = process.argv.slice(2);
const work = mkdtempSync(join(tmpdir(), "tauwerk-measure-"));
process.on("exit", () => rmSync(work, { recursive: true, force: true }));
const median = (x) => [...x].sort((a, b) => a - b)[x.length >> 1];
const ticks = (pid) => {
  const f = readFileSync(`/proc/${pid}/stat`, "utf8").replace(/^.*\) /, "").split(" ");
  return (Number(f[11]) + Number(f[12])) / 100;
};
const children = (pid) =>
  readdirSync(`/proc/${pid}/task`).flatMap((t) => readFileSync(`/proc/${pid}/task/${t}/children`, "utf8").trim().split(/\s+/).filter(Boolean).map(Number));

// ---- a save to the first new pose, as an editor saves
for (const name of ["pendulum.lua", "mechanisms/jansen.lua", "mechanisms/gear_train.lua"]) {
  const script = join(work, name);
  mkdirSync(dirname(script), { recursive: true });
  const text = readFileSync(join(source, "scripts", name), "utf8");
  for (const f of readdirSync(join(source, "scripts/mechanisms"))) if (f.startsWith("_")) writeFileSync(join(dirname(script), f), readFileSync(join(source, "scripts/mechanisms", f)));
  writeFileSync(script, text);
  const server = await serve(tauwerk, [script]);
  const w = await new Window(server.address).open();
  await w.until((x) => x.done || x.error, name);
  const times = [];
  for (let i = 0; i < 20; i++) {
    writeFileSync(`${script}.new`, `${text}\n-- ${i}`);
    const film = w.head;
    const began = performance.now();
    renameSync(`${script}.new`, script);
    await w.until((x) => x.head !== film && x.frames.length > 0, "the first pose", 60000);
    times.push(performance.now() - began);
    w.done = null;
    await w.until((x) => x.done || x.error, "its end");
  }
  console.log(`save to first pose, ${name}: ${median(times).toFixed(0)} ms (median of 20), most ${Math.max(...times).toFixed(0)} ms`);
  server.kill();
}

// ---- moves of the hand at 60 bodies: a chain of hinges at rest, and in the motion
{
  const script = join(work, "chain.lua");
  writeFileSync(
    script,
    `local tw = require "tauwerk"
local s = tw.scene{name = "chain", duration = 4, fps = 30, gravity = "earth"}
local last
for i = 1, 60 do
  local r = s:rod{name = "r" .. i, length = 0.1, radius = 0.01, position = {0.1 * i - 0.05, 0, 0}, orientation = tw.euler(0, math.pi / 2, 0)}
  if last then s:connect(r.end1, last.end2) else s:connect(r.end1, s:nail{0, 0, 0}) end
  last = r
end
return s
`,
  );
  const server = await serve(tauwerk, [script]);
  const w = await new Window(server.address).open();
  await w.until((x) => x.done, "the chain");
  for (const playing of [false, true]) {
    const from = place(w.pose("r60", 0), [0, 0, 0.05]);
    w.last = null;
    w.send({ type: "drag", what: "begin", frame: 0, playing, id: w.id("r60"), point: [0, 0, 0.05], target: from });
    await w.until((x) => x.last?.type === "frames", "the hand holds");
    const times = [];
    for (let i = 1; i <= 60; i++) {
      await new Promise((next) => setTimeout(next, 5 + ((7919 * i) % 17)));
      const began = performance.now();
      w.send({ type: "drag", what: "move", target: [from[0] - 0.04 * i, 0, from[2] + 0.05 * i] });
      // in the motion the first poses that come may have been on their way already
      for (let k = 0; k < (playing ? 2 : 1); k++) {
        w.last = null;
        await w.until((x) => x.last?.type === "frames", "an answer");
      }
      times.push(performance.now() - began);
    }
    const least = [...times].sort((a, b) => a - b)[6];
    console.log(`60 bodies, ${playing ? "in the motion" : "at rest"}: a move is answered in ${median(times).toFixed(1)} ms (median), ${least.toFixed(1)} ms in the quietest tenth, most ${Math.max(...times).toFixed(1)} ms`);
    if (playing && w.pace) console.log(`  ${JSON.stringify(w.pace)}`);
    w.send({ type: "drag", what: "end", keep: true });
    await new Promise((next) => setTimeout(next, 500));
  }
  server.kill();
}

// ---- the server's share of a frame at 10,000 bodies: all but the simulation
{
  const script = join(work, "many.lua");
  const frames = 60;
  writeFileSync(
    script,
    `local tw = require "tauwerk"
local s = tw.scene{name = "many", duration = ${frames / 30}, fps = 30, gravity = "earth"}
for i = 0, 9999 do s:sphere{radius = 0.05, position = {i % 100 * 0.2, math.floor(i / 100) * 0.2, 0}, angular_velocity = {i % 7, 0, 1}} end
return s
`,
  );
  const alone = Number(execFileSync("bash", ["-c", `TIMEFORMAT='%U'; cd ${work}; { time ${tauwerk} run -q --no-render ${script} >/dev/null 2>&1; } 2>&1`]).toString());
  const server = await serve(tauwerk, [script]);
  const w = await new Window(server.address).open();
  await w.until((x) => x.done, "10,000 bodies");
  const live = children(server.pid).map(ticks).reduce((a, b) => Math.max(a, b), 0);
  const host = ticks(server.pid);
  console.log(`10,000 bodies: the simulation alone ${alone.toFixed(2)} s; viewed ${live.toFixed(2)} s and ${host.toFixed(2)} s in the server: ${((1000 * (live - alone + host)) / frames).toFixed(2)} ms a frame more`);
  // the same picture turned is the page's business alone; a drag sends one frame
  const times = [];
  const at = w.pose("sphere1", 0);
  w.send({ type: "drag", what: "begin", frame: 0, playing: false, id: w.id("sphere1"), point: [0, 0, 0], target: at.slice(0, 3) });
  for (let i = 1; i <= 20; i++) {
    const t = performance.now();
    w.last = null;
    w.send({ type: "drag", what: "move", target: [at[0], at[1], at[2] + 0.01 * i] });
    await w.until((x) => x.last?.type === "frames", "an answer");
    times.push(performance.now() - t);
  }
  console.log(`10,000 bodies, one dragged: a move is answered in ${median(times).toFixed(1)} ms`);
  server.kill();
}

// ---- the player's share of a frame at 10,000 bodies: processor time of the page's own process, without what the graphics card does
if (folder) {
  const script = join(work, "crowd.lua");
  writeFileSync(
    script,
    `local tw = require "tauwerk"
local s = tw.scene{name = "crowd", duration = 1, fps = 30, gravity = "earth"}
for i = 0, 9999 do s:sphere{radius = 0.05, position = {i % 100 * 0.2, math.floor(i / 100) * 0.2, 0}, angular_velocity = {i % 7, 0, 1}} end
return s
`,
  );
  const film = join(work, "crowd.html");
  execFileSync(tauwerk, ["export", script, "-o", film], { cwd: work, stdio: "pipe" });
  const { browser, page } = await open(folder, { draws: true, width: 640, height: 480 });
  // the commands of drawing are left out, all that leads to them is done
  await page.addInitScript(() => {
    for (const name of ["drawArrays", "drawElements", "drawArraysInstanced", "drawElementsInstanced", "readPixels"]) WebGL2RenderingContext.prototype[name] = () => {};
  });
  await page.goto(`file://${film}`);
  await page.waitForFunction(() => window.tauwerk?.film.frames.length === 30 && document.body.dataset.ready === "yes");
  const cdp = await browser.newBrowserCDPSession();
  const used = async () => {
    const { processInfo } = await cdp.send("SystemInfo.getProcessInfo");
    return processInfo.filter((p) => p.type === "renderer").reduce((sum, p) => sum + p.cpuTime, 0); // s
  };
  for (const how of ["orbits", "plays"]) {
    const frames = 100;
    const turn = (n) =>
      page.evaluate(([count, plays]) => {
        const p = window.tauwerk;
        p.play(false);
        p.setFilmCamera(false);
        for (let i = 0; i < count; i++) {
          if (plays) p.seek((0.9 * (i + 0.5)) / count);
          else p.camera.position.x += 0.01;
          p.draw();
        }
      }, [n, how === "plays"]);
    await turn(30);
    const before = await used();
    await turn(frames);
    console.log(`10,000 bodies, the player ${how}: ${((1000 * ((await used()) - before)) / frames).toFixed(2)} ms a frame in the page's process`);
  }
  await browser.close();
}
process.exit(0);
