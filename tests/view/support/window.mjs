// A window of `tauwerk view` without a browser: its WebSocket by hand, so that it can send anything, and the film that it is told.
import { spawn } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { connect } from "node:net";

const PATIENCE = 300000; // ms, with which every condition is waited for: a busy machine is slow

// does the process run? A zombie does not; without /proc the answer is no
function runs(pid) {
  try {
    return readFileSync(`/proc/${pid}/stat`, "latin1").split(") ").pop()[0] !== "Z";
  } catch {
    return false;
  }
}

// ends a server when this process ends: by SIGTERM, so that counted builds write their counts, else by SIGKILL
function end(server) {
  server.kill("SIGTERM");
  for (let i = 0; i < 200 && runs(server.pid); i++) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 25);
  server.kill("SIGKILL");
}

// starts `tauwerk view`; ends with this process
export async function serve(tauwerk, words) {
  const server = spawn(tauwerk, ["view", ...words, "--no-browser"], { stdio: ["ignore", "pipe", "inherit"] });
  process.on("exit", () => end(server));
  server.printed = ""; // what the script prints, behind the address; both may come at once
  server.address = await new Promise((done, failed) => {
    let said = "";
    server.stdout.on("data", (d) => {
      if (server.address) return (server.printed += d);
      said += d;
      const end = said.indexOf("\n");
      if (end < 0) return;
      server.printed = said.slice(end + 1);
      done((server.address = said.slice(0, end)));
    });
    server.once("exit", (code) => failed(new Error(`view ended with ${code}`)));
  });
  return server;
}

export class Window {
  constructor(address) {
    this.url = new URL(address);
    this.frames = []; // of the film: {time, list, pose}
    this.things = [];
    this.objects = [];
    this.head = null;
    this.waiting = [];
    this.closed = false;
    this.count = 0; // bytes that have come
  }

  open() {
    const key = randomBytes(16).toString("base64");
    this.socket = connect(Number(this.url.port), "127.0.0.1");
    this.socket.setNoDelay(true);
    this.socket.on("error", () => this.end());
    this.socket.on("close", () => this.end());
    this.socket.write(
      `GET /live${this.url.search} HTTP/1.1\r\nHost: ${this.url.host}\r\nOrigin: ${this.url.origin}\r\nConnection: Upgrade\r\n` +
        `Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\n\r\n`,
    );
    let data = Buffer.alloc(0);
    let begun = false;
    return new Promise((done, failed) => {
      this.socket.on("close", () => failed(new Error("closed")));
      this.socket.on("data", (more) => {
        this.count += more.length;
        data = data.length ? Buffer.concat([data, more]) : more;
        if (!begun) {
          const end = data.indexOf("\r\n\r\n");
          if (end < 0) return;
          const want = createHash("sha1").update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest("base64");
          if (!data.subarray(0, end).toString().includes(want)) return failed(new Error("no WebSocket"));
          data = data.subarray(end + 4);
          begun = true;
          done(this);
        }
        data = data.subarray(this.take(data));
      });
    });
  }

  end() {
    this.closed = true;
    this.look();
  }

  // whole frames of the socket; how many bytes they are
  take(data) {
    let at = 0;
    for (;;) {
      if (data.length < at + 2) return at;
      let n = data[at + 1] & 127;
      let head = 2;
      if (n === 126) head = 4;
      if (n === 127) head = 10;
      if (data.length < at + head) return at;
      if (n === 126) n = data.readUInt16BE(at + 2);
      else if (n === 127) n = Number(data.readBigUInt64BE(at + 2));
      if (data.length < at + head + n) return at;
      const code = data[at] & 15;
      const body = data.subarray(at + head, at + head + n);
      if (code === 1) this.words(JSON.parse(body.toString()));
      if (code === 2) this.takeFrames(body);
      at += head + n;
      this.look();
    }
  }

  words(m) {
    if (m.type === "film") {
      this.head = m;
      this.frames = [];
      this.things = [];
    } else if (m.type === "things") this.things.splice(m.first, Infinity, ...m.things);
    else if (m.type === "objects") this.objects = m.objects.filter((o) => o);
    m.at = performance.now();
    if (m.type !== "objects" && m.type !== "things") this[m.type] = m;
    this.last = m;
  }

  // see src/app/view/reel/reel_batch.c
  takeFrames(body) {
    const bytes = new Uint8Array(body).buffer;
    let at = 0;
    const section = (Kind, n) => {
      const x = new Kind(bytes, at, n);
      at += Math.ceil(x.byteLength / 8) * 8;
      return x;
    };
    const [first, count, entries, , , , lists, all] = section(Uint32Array, 8);
    const time = section(Float64Array, count);
    const places = section(Uint32Array, count + lists + 1);
    const list = section(Uint32Array, all);
    const pose = section(Float32Array, 7 * entries);
    this.frames.length = Math.min(this.frames.length, first);
    let entry = 0;
    for (let k = 0; k < count; k++) {
      const own = list.subarray(places[count + places[k]], places[count + places[k] + 1]);
      this.frames.push({ time: time[k], list: own, pose: pose.subarray(7 * entry, 7 * (entry + own.length)) });
      entry += own.length;
    }
    this.last = { type: "frames", first, count, at: performance.now() };
  }

  look() {
    for (let i = 0; i < this.waiting.length; ) {
      const w = this.waiting[i];
      if (!w.when(this) && !this.closed) i++;
      else {
        this.waiting.splice(i, 1);
        w.done();
      }
    }
  }

  // waits until when(this) is true after a message
  async until(when, what = String(when)) {
    if (when(this)) return;
    let timer;
    await new Promise((done, failed) => {
      timer = setTimeout(() => failed(new Error(`waited in vain for: ${what}; last ${JSON.stringify(this.last)?.slice(0, 300)}`)), PATIENCE);
      this.waiting.push({ when, done });
    });
    clearTimeout(timer);
    if (this.closed && !when(this)) throw new Error(`closed before: ${what}`);
  }

  // the next message of that type
  async next(type) {
    this[type] = null;
    await this.until((w) => w[type], `a message "${type}"`);
    return this[type];
  }

  raw(bytes) {
    this.socket.write(bytes);
  }

  send(text, code = 1) {
    const body = Buffer.isBuffer(text) ? text : Buffer.from(typeof text === "string" ? text : JSON.stringify(text));
    const head = Buffer.alloc(body.length < 126 ? 6 : body.length < 65536 ? 8 : 14);
    head[0] = 0x80 | code;
    if (body.length < 126) head[1] = 0x80 | body.length;
    else if (body.length < 65536) {
      head[1] = 0x80 | 126;
      head.writeUInt16BE(body.length, 2);
    } else {
      head[1] = 0x80 | 127;
      head.writeBigUInt64BE(BigInt(body.length), 2);
    }
    const mask = randomBytes(4);
    mask.copy(head, head.length - 4);
    for (let i = 0; i < body.length; i++) body[i] ^= mask[i & 3];
    this.raw(Buffer.concat([head, body]));
  }

  id(name, sort = "body") {
    const o = this.objects.find((x) => x.class === sort && x.name === name);
    if (!o) throw new Error(`no ${sort} '${name}' among ${this.objects.map((x) => x.name)}`);
    return o.id;
  }

  // [x, y, z, qw, qx, qy, qz] of a body in frame k
  pose(name, k = this.frames.length - 1) {
    const f = this.frames[k];
    for (let i = 0; i < f.list.length; i++) if (this.things[f.list[i]].name === name) return Array.from(f.pose.subarray(7 * i, 7 * i + 7));
    throw new Error(`no '${name}' in frame ${k}`);
  }
}

// a point of a body in the world
export function place(pose, p) {
  const [x, y, z, w, a, b, c] = pose;
  const cross = (u, v) => [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
  const t = cross([a, b, c], p).map((v) => 2 * v);
  const s = cross([a, b, c], t);
  return [0, 1, 2].map((i) => [x, y, z][i] + p[i] + w * t[i] + s[i]);
}
