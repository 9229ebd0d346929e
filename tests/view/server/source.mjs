// The script's text over the socket: edited in memory, saved, refused where the file has changed; strangers and broken messages;
// a folder's posters and scenes: node source.mjs TAUWERK SOURCE
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "../support/expect.mjs";
import { serve, Window } from "../support/window.mjs";

const [tauwerk] = process.argv.slice(2);
const work = mkdtempSync(join(tmpdir(), "tauwerk-source-"));
process.on("exit", () => rmSync(work, { recursive: true, force: true }));
const script = join(work, "scene.lua");
const text = (length) => `local tw = require "tauwerk"
local s = tw.scene{name = "swing", duration = 0.3, fps = 30}
s:rod{name = "arm", length = ${length}, radius = 0.02, position = {${length}, 0, 0}}
return s
`;
writeFileSync(script, text(1));
const server = await serve(tauwerk, [script]);
const w = await new Window(server.address).open();
const other = await new Window(server.address).open();
const shows = (x, window = w) => window.until((v) => v.done && v.frames.length === 9 && Math.abs(v.pose("arm", 0)[0] - x) < 1e-6, `the rod at ${x}`);
await shows(1);
expect(w.kinds.kinds.some((k) => k.name === "hinge"), "the kinds' fields are told");

// ---- an edit runs from memory, in every window
w.send({ type: "edit", text: text(2), by: 7 });
await shows(2);
await shows(2, other);
await other.until((x) => x.source?.by === 7 && x.source.text === text(2) && !x.source.saved, "the text in the other window");
expect(readFileSync(script, "utf8") === text(1), "the file is as it was");
w.send({ type: "edit", text: "local x = = 1\n", by: 7 });
await w.until((x) => x.error && /scene\.lua:1/.test(x.error.text), "the error at its line");

// ---- saved whole; refused where the file is another one than was seen
w.send({ type: "save", text: text(1.5), seen: w.source.seen, by: 7 });
await w.until((x) => x.saved?.good, "the answer to save");
expect(readFileSync(script, "utf8") === text(1.5), "saved");
await shows(1.5);
const seen = w.source.seen;
writeFileSync(script, text(0.5));
w.saved = null;
w.send({ type: "save", text: text(3), seen, by: 7 });
await w.until((x) => x.saved, "the answer to the second save");
expect(!w.saved.good && w.saved.changed && readFileSync(script, "utf8") === text(0.5), "what somebody else wrote is left alone");
expect(readdirSync(work).join() === "scene.lua", `nothing else is in the folder, got ${readdirSync(work)}`);

// ---- a large scene goes without its debug layer, and says so; a small one has no notice
expect(!w.notice, "no notice");
w.send({ type: "edit", text: 'local tw = require "tauwerk"\nlocal s = tw.scene{duration = 0.1, fps = 30, gravity = "earth"}\nfor i = 1, 4001 do s:sphere{radius = 0.1, position = {i, 0, 0}} end\nreturn s\n', by: 7 });
await w.until((x) => x.done && x.frames[0]?.list.length === 4001 && x.notice, "the notice");
expect(w.head.at <= w.notice.at, "the notice is of this film");
expect(/too large/.test(w.notice.text), `the reason, got ${w.notice.text}`);

// ---- a window that does not read holds up nobody, and gets everything when it reads again
other.socket.pause();
const long = (k) => `${text(1)}-- ${k} ${"long ".repeat(200000)}\n`;
for (let k = 1; k <= 14; k++) {
  w.send({ type: "edit", text: long(k), by: k });
  await w.until((x) => x.source?.by === k && x.source.text === long(k), `text ${k} while another window does not read`);
}
expect(!other.source || other.source.by !== 14, "the other window has not read");
other.socket.resume();
await other.until((x) => x.source?.by === 14 && x.source.text === long(14), "the last text");
expect(!other.closed, "its connection lives");

// ---- broken messages end their own connection
const bad = ['{"type":"edit"}', '{"type":"edit","text":3,"by":1}', '{"type":"edit","text":"x"}', '{"type":"save","text":"x","by":1}', '{"type":"save","text":"x","seen":"0123456789abcdef0","by":1}', "{", "[]", "[".repeat(4000), "\u0000", '{"type":"set","name":"a=b","value":1}'];
for (const message of bad) {
  const b = await new Window(server.address).open();
  b.send(message);
  await b.until((x) => x.closed, `the end of the connection after ${message.slice(0, 60)}`);
}
// ---- and who has no token gets none
for (const wrong of [server.address.replace(/=.*/, `=${"0".repeat(32)}`), server.address.replace(/\?.*/, "")])
  expect(await new Window(wrong).open().then(() => false, () => true), `no connection for ${wrong}`);
expect(!w.closed && server.exitCode === null, "the others live");
server.kill();

// ---- a folder: posters one by one, what fails is told; a scene is shown by a program of its own
const folder = join(work, "gallery");
mkdirSync(join(folder, "more"), { recursive: true });
writeFileSync(join(folder, "arm.lua"), `-- An arm.\n${text(1)}`);
writeFileSync(join(folder, "more/broken.lua"), "local x = = 1\n");
const gallery = await serve(tauwerk, [folder]);
const g = await new Window(gallery.address).open();
const posters = [];
const { words } = g;
g.words = (m) => {
  if (m.type === "poster") posters[m.scene] = m;
  words.call(g, m);
};
const late = await new Window(gallery.address).open();
await late.until((x) => x.gallery, "the list");
expect(late.gallery.scenes.map((s) => `${s.name} ${s.title}`).join() === "arm.lua An arm.,more/broken.lua ", `the list, got ${JSON.stringify(late.gallery)}`);
await g.until(() => posters[0] && posters[1], "posters");
expect(Buffer.from(posters[0].image, "base64").subarray(1, 4).toString() === "PNG", "a picture");
expect(/^more\/broken\.lua:1/.test(posters[1].error), `an error, got ${posters[1].error}`);
g.send({ type: "open", scene: 0 });
await g.until((x) => x.opened, "the scene's address");
const shown = await new Window(g.opened.address).open();
await shows(1, shown);
gallery.kill("SIGTERM");
await shown.until((x) => x.closed, "the scene's end with the gallery");
process.exit(0);
