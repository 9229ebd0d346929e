// `tauwerk view` as a command that ends, for campaign.sh: node view.mjs TAUWERK SCENE OUT. Opens a window, waits until the film is
// complete or a reason is given, and stops it. OUT gets the film that the window was told. Status 0: the film is whole; 4: the window
// was told why it is not; 139: because of a crash; 124: neither within 30 s; else the status of view itself.
// TAUWERK_FAULT_LIBRARY is loaded before view, not before this program.
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { Window } from "../view/support/window.mjs";

const [tauwerk, scene, out] = process.argv.slice(2);
const env = { ...process.env, LD_PRELOAD: process.env.TAUWERK_FAULT_LIBRARY ?? "" };
const server = spawn(tauwerk, ["view", scene, "--no-browser"], { stdio: ["ignore", "pipe", "inherit"], env });
const signals = { SIGKILL: 9, SIGSEGV: 11, SIGABRT: 6, SIGBUS: 7, SIGFPE: 8 };
const status = (code, signal) => (signal ? 128 + (signals[signal] ?? 64) : code);
const ended = new Promise((done) => server.once("exit", (code, signal) => done(status(code, signal))));
const leave = (code) => {
  server.kill("SIGKILL");
  process.exit(code);
};
setTimeout(() => {
  console.error("neither a film nor a reason");
  leave(124);
}, 30000);

// the address is the first line; what the script prints may come with it
const address = await Promise.race([new Promise((done) => server.stdout.once("data", (d) => done(String(d).split("\n")[0]))), ended]);
if (typeof address === "number") leave(address || 1); // it has said why

// the film, or a reason, in a window; one that is closed, or told nothing, is opened again, as a user does
const within = (seconds, promise) => Promise.race([promise, new Promise((done) => setTimeout(done, 1000 * seconds, null))]);
let w;
for (;;) {
  const opened = new Window(address);
  w = await within(3, opened.open().catch(() => null));
  if (w) await within(8, w.until((x) => x.done || x.error || x.closed, "the film").catch(() => {}));
  if (w?.done || w?.error) break;
  opened.socket.destroy();
  const early = await within(0.1, ended);
  if (early !== null) leave(early || 1);
}
if (w.error) {
  console.error(w.error.text);
  if (w.error.text.includes("signal")) leave(139); // the process that simulates has crashed
} else {
  const frames = w.frames.map((f) => ({ time: f.time, list: [...f.list], pose: [...f.pose] }));
  const { at: _, ...head } = w.head;
  writeFileSync(out, JSON.stringify({ head, things: w.things, objects: w.objects, frames }));
}
server.kill("SIGINT");
const code = await ended;
if (code !== 130) leave(code || 1); // as an interrupted program ends
leave(w.error ? 4 : 0);
