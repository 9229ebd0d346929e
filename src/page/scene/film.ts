// The film: objects and frames read from messages (src/app/view/reel/reel.h), and poses of things at a time.

export type Vec = [number, number, number];

export interface Material {
  color: Vec;
  emission: Vec;
  opacity: number;
  metallic: number;
  roughness: number;
  texture: string;
  scale: number;
  line: number;
  other: Vec;
}
export interface Part {
  mesh: number;
  pose: number[];
  material: Material;
}
export interface Thing {
  key: number;
  body: boolean;
  name: string;
  parts: Part[];
}
export interface MeshData {
  position: Float32Array;
  normal: Int8Array;
  index: Uint32Array;
}
export interface Item {
  class: "body" | "constraint" | "force" | "point" | "curve";
  id: number;
  name: string;
  kind: string;
  file: string;
  line: number;
  mass?: number;
  volume?: number;
  inertia?: Vec;
  fixed?: boolean;
  driven?: boolean;
  collide?: boolean;
  tau?: number;
  values?: Record<string, number>; // a body's sizes and other fields of its kind
  body?: number;
  local?: Vec;
  at?: Vec;
  of?: number;
  unit?: string;
  points?: [string, Vec][]; // a body's named points: text after the body's name in a script, and coordinates in body axes, m
}
export interface FilmEvent {
  t: number;
  sort: string;
  a?: string;
  b?: string;
  point?: Vec;
  rate?: number;
  file?: string;
  line?: number;
  text?: string;
  of?: number; // of "switch": the constraint or force that was switched on or off
  on?: boolean;
}
export interface Light {
  kind: string;
  to: Vec;
  irradiance: Vec;
  top: Vec;
  horizon: Vec;
  bottom: Vec;
  position: Vec;
  direction: Vec;
  power: Vec;
  radius: number;
  cone: number;
  turn: number;
  strength: number;
  map?: string;
  mapWidth?: number;
  mapHeight?: number;
}
export interface Stage {
  tone: string;
  exposure: number;
  lines: number;
  lights: Light[];
  ground?: { height: number; material: Material };
  background?: { bottom: Vec; top: Vec; from: number; to: number };
  fog?: { from: number; to: number; color?: Vec };
}
export interface Head {
  name: string;
  script: string;
  fps: number;
  begin: number;
  duration: number;
  width: number;
  height: number;
  params?: { name: string; value: number; min: number | null; max: number | null; doc: string }[];
}

// kinds of marks, numbered as in src/frame/frame.h
export const MARK = { point: 0, nail: 1, link: 2, arrow: 3, torque: 4, name: 5, contact: 6, angle: 7 };

export interface Frame {
  time: number;
  list: Uint32Array; // indices of the frame's things in Film.things
  pose: Float32Array; // [things][7]
  mark: Float32Array; // [marks][12]
  value: Float32Array; // value of each curve; curves that were added later have none
  camera: Float32Array | null;
}

export function bytesOf(text: string): Uint8Array {
  const raw = atob(text);
  const out = new Uint8Array(raw.length);
  for (let i = 0; i < raw.length; i++) out[i] = raw.charCodeAt(i);
  return out;
}

export class Film {
  head: Head = { name: "", script: "", fps: 24, begin: 0, duration: 0, width: 16, height: 9 };
  things: Thing[] = [];
  meshes: MeshData[] = [];
  items: Item[] = [];
  curves: Item[] = [];
  texts: string[] = [];
  events: FilmEvent[] = [];
  stage: Stage | null = null;
  frames: Frame[] = [];
  filmed = 0; // how often the frames' cameras have changed
  listed = 0; // how often things or items have changed
  changed = 0; // how often anything has changed

  // stores the content of a message; false: it is no message about the film
  take(m: { type: string } & Record<string, unknown>): boolean {
    const known = this.takeMessage(m);
    if (known) this.changed++;
    if (known && m.type !== "stage" && m.type !== "events") this.listed++;
    return known;
  }

  private takeMessage(m: { type: string } & Record<string, unknown>): boolean {
    switch (m.type) {
      case "film":
        this.head = m as unknown as Head;
        this.things = [];
        this.meshes = [];
        this.items = [];
        this.curves = [];
        this.events = [];
        this.frames = [];
        this.filmed++;
        return true;
      case "stage":
        this.stage = m as unknown as Stage;
        return true;
      case "things":
        this.takeThings(m);
        return true;
      case "objects": {
        const all = (m.objects as (Item | null)[]).filter((o): o is Item => o !== null);
        this.items = all.filter((o) => o.class !== "curve");
        this.curves = all.filter((o) => o.class === "curve");
        this.texts = m.texts as string[];
        return true;
      }
      case "events":
        this.events = m.events as FilmEvent[];
        return true;
    }
    return false;
  }

  private takeThings(m: Record<string, unknown>): void {
    this.meshes.length = m.firstMesh as number;
    for (const x of m.meshes as { position: string; normal: string; index: string }[]) {
      this.meshes.push({
        position: new Float32Array(bytesOf(x.position).buffer),
        normal: new Int8Array(bytesOf(x.normal).buffer),
        index: new Uint32Array(bytesOf(x.index).buffer),
      });
    }
    this.things.length = m.first as number;
    this.things.push(...(m.things as Thing[]));
  }

  // stores a batch of frames, bytes as reel_batch.c writes them (src/app/view/reel)
  takeFrames(buffer: ArrayBuffer, offset = 0): void {
    let at = offset;
    const u32 = (n: number): Uint32Array => section(new Uint32Array(buffer, at, n));
    const f32 = (n: number): Float32Array => section(new Float32Array(buffer, at, n));
    const section = <T extends { byteLength: number }>(x: T): T => {
      at += Math.ceil(x.byteLength / 8) * 8;
      return x;
    };
    const [first, count, entries, marks, values, cameras, lists, all] = u32(8);
    const time = section(new Float64Array(buffer, at, count));
    const places = u32(count + lists + 1);
    const list = u32(all);
    const pose = f32(7 * entries);
    const markAt = u32(count + 1);
    const mark = f32(12 * marks);
    const valueAt = u32(count + 1);
    const value = f32(values);
    const camera = f32(12 * cameras);
    // batches of a live film have no cameras: keep those of the frames that are replaced
    const last = this.frames[this.frames.length - 1]?.camera ?? null;
    const before = this.frames.slice(first).map((f) => f.camera);
    if (cameras) this.filmed++;
    this.changed++;
    this.frames.length = Math.min(this.frames.length, first);
    let entry = 0;
    for (let k = 0; k < count; k++) {
      const l = places[k];
      const own = list.subarray(places[count + l], places[count + l + 1]);
      this.frames.push({
        time: time[k],
        list: own,
        pose: pose.subarray(7 * entry, 7 * (entry + own.length)),
        mark: mark.subarray(12 * markAt[k], 12 * markAt[k + 1]),
        value: value.subarray(valueAt[k], valueAt[k + 1]),
        camera: cameras ? camera.subarray(12 * k, 12 * k + 12) : (before[k] ?? last),
      });
      entry += own.length;
    }
  }

  // reads a packed film: blocks of u32 kind, u32 length, and `length` bytes, padded to a multiple of 8
  takeAll(buffer: ArrayBuffer): void {
    const view = new DataView(buffer);
    for (let at = 0; at + 8 <= buffer.byteLength; ) {
      const kind = view.getUint32(at, true);
      const length = view.getUint32(at + 4, true);
      at += 8;
      if (kind === 1) this.takeFrames(buffer, at);
      else this.take(JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, at, length))));
      at += Math.ceil(length / 8) * 8;
    }
  }

  get begin(): number {
    return this.frames.length ? this.frames[0].time : this.head.begin;
  }
  get end(): number {
    return this.frames.length ? this.frames[this.frames.length - 1].time : this.head.begin;
  }
  get period(): number {
    return 1 / this.head.fps;
  }

  // k: the last frame at or before the time t, -1: no frames; u: t between frames k (0) and k + 1 (1)
  at(t: number): { k: number; u: number } {
    const n = this.frames.length;
    if (n === 0) return { k: -1, u: 0 };
    let lo = 0;
    let hi = n - 1;
    while (lo < hi) {
      const mid = (lo + hi + 1) >> 1;
      if (this.frames[mid].time <= t + 1e-9) lo = mid;
      else hi = mid - 1;
    }
    if (lo === n - 1) return { k: lo, u: 0 };
    const a = this.frames[lo].time;
    const u = (t - a) / (this.frames[lo + 1].time - a);
    return { k: lo, u: u < 1e-6 ? 0 : Math.min(u, 1) };
  }

  // true: the constraint or force is switched off at the time t; all begin switched on
  isOff(id: number, t: number): boolean {
    let last: FilmEvent | null = null;
    for (const e of this.events) if (e.sort === "switch" && e.of === id && e.t <= t + 1e-9 && !(last && last.t > e.t)) last = e;
    return last !== null && !last.on;
  }

  // pose (position, quaternion w first) of the thing with this key in frame k; null: it is not there
  poseOf(k: number, key: number): Float32Array | null {
    const f = this.frames[k];
    if (!f) return null;
    for (let i = 0; i < f.list.length; i++)
      if (this.things[f.list[i]]?.key === key) return f.pose.subarray(7 * i, 7 * i + 7);
    return null;
  }
}

export async function unpack(text: string): Promise<ArrayBuffer> {
  const bytes = bytesOf(text.trim()).slice(8); // the bytes after the length
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Response(stream).arrayBuffer();
}
