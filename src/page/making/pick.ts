// Choosing places with the mouse: points of bodies, nails, places on surfaces and in free space.
import * as THREE from "three";
import type { Item, Vec } from "../scene/film";
import type { Player } from "../scene/player";

export interface Place {
  of: Item | null; // body or nail that has the place; null: free space
  text: string; // what follows the body's name in a script, like .end1; "" for nails and free space
  local: Vec; // coordinates in body axes, m; for nails and free space the same as `world`
  world: Vec;
  normal: Vec | null; // unit normal of the surface, in world axes; null: not known
  label: string;
}

export type Turned = { x: Vec; q: [number, number, number, number] }; // w first

const REACH = 16; // pixels

export function poseAtStart(player: Player, body: Item): Turned | null {
  const p = player.film.poseOf(0, body.id);
  return p ? { x: [p[0], p[1], p[2]], q: [p[3], p[4], p[5], p[6]] } : null;
}

const quaternion = (q: Turned["q"]): THREE.Quaternion => new THREE.Quaternion(q[1], q[2], q[3], q[0]);
export const toWorld = (p: Turned, v: Vec): Vec => new THREE.Vector3(...v).applyQuaternion(quaternion(p.q)).add(new THREE.Vector3(...p.x)).toArray();
export const toBody = (p: Turned, v: Vec): Vec => new THREE.Vector3(...v).sub(new THREE.Vector3(...p.x)).applyQuaternion(quaternion(p.q).invert()).toArray();
export const axisToBody = (p: Turned, v: Vec): Vec => new THREE.Vector3(...v).applyQuaternion(quaternion(p.q).invert()).toArray();

// rounds x, m, to a power of ten that is 1/50 of `size` or less
export function round(x: number, size: number): number {
  const k = 10 ** Math.floor(Math.log10(Math.max(size, 1e-9) / 50));
  return Number((Math.round(x / k) * k).toPrecision(6));
}

// rounds off the errors of 32-bit poses: to about 1e-6 of `size`
function clean(v: Vec, size: number): Vec {
  const k = 1e-6 * 10 ** Math.floor(Math.log10(Math.max(size, 1e-9)));
  return v.map((x) => Number((Math.round(x / k) * k).toPrecision(7)) + 0) as Vec;
}

// places to which clicks snap: the named points of bodies, and nails
export function places(player: Player): Place[] {
  const out: Place[] = [];
  const size = player.studio.bounds().radius;
  for (const o of player.film.items) {
    if (o.class === "point" && o.kind === "nail" && o.at) out.push({ of: o, text: "", local: o.at, world: o.at, normal: null, label: o.name });
    const pose = o.class === "body" && o.points ? poseAtStart(player, o) : null;
    if (pose) for (const [text, local] of o.points!) out.push({ of: o, text, local, world: clean(toWorld(pose, local), size), normal: null, label: o.name + text });
  }
  return out;
}

export class Picker {
  private layer = document.createElement("div");
  private list: Place[] = [];
  private chosen: Place[] = [];
  private done: ((p: Place) => void) | null = null;
  private allowed: (p: Place) => boolean = () => true;
  private before: Player["onGrab"] = null;
  private frame = 0;
  private hovered: Place | null = null;

  constructor(private player: Player) {
    this.layer.id = "places";
    document.getElementById("view")!.append(this.layer);
    document.getElementById("canvas")!.addEventListener("pointermove", (e) => this.done && this.hover(e));
  }

  // radius of the scene's bounding sphere, m; 1 without visible objects
  get size(): number {
    const r = this.player.studio.bounds().radius;
    return this.player.film.things.length && r > 0 ? r : 1;
  }

  // clicks choose places until end(): each calls `done`, or `refused` if `allowed` is false; chosen: places to be marked
  begin(chosen: Place[], allowed: (p: Place) => boolean, done: (p: Place) => void, refused?: (e: PointerEvent) => void): void {
    this.end();
    this.player.play(false);
    this.player.go(this.player.film.begin);
    this.chosen = chosen;
    this.allowed = allowed;
    this.done = done;
    this.before = this.player.onGrab;
    this.player.onGrab = (_, e) => {
      const p = this.at(e);
      if (p && this.allowed(p)) done(p);
      else refused?.(e);
      return true;
    };
    document.getElementById("view")!.dataset.picking = "yes";
    const draw = (): void => {
      this.frame = requestAnimationFrame(draw);
      this.show();
    };
    draw();
  }

  end(): void {
    if (!this.done) return;
    cancelAnimationFrame(this.frame);
    this.player.onGrab = this.before;
    this.done = null;
    this.hovered = null;
    this.layer.replaceChildren();
    delete document.getElementById("view")!.dataset.picking;
  }

  private screen(v: Vec): { x: number; y: number; z: number } {
    const c = document.getElementById("canvas")!;
    const p = new THREE.Vector3(...v).project(this.player.camera);
    return { x: ((p.x + 1) * c.clientWidth) / 2, y: ((1 - p.y) * c.clientHeight) / 2, z: p.z };
  }

  // distance to the pointer, pixels, plus a little for depth, so that of two places at the same pixel the front one is nearer
  private distance(p: Place, e: { clientX: number; clientY: number }): number {
    const r = document.getElementById("canvas")!.getBoundingClientRect();
    const s = this.screen(p.world);
    return s.z < 1 ? Math.hypot(s.x - e.clientX + r.left, s.y - e.clientY + r.top) + 2 * (s.z + 1) : Infinity;
  }

  isNear(p: Place, e: { clientX: number; clientY: number }): boolean {
    return this.distance(p, e) < REACH;
  }

  // the place at the pointer: a snap place, else a point of a body's surface, else a point in free space
  at(e: { clientX: number; clientY: number }): Place | null {
    let best: Place | null = null;
    let least = REACH;
    for (const p of this.list) {
      const d = this.distance(p, e);
      if (d < least && this.allowed(p)) [best, least] = [p, d];
    }
    if (best) return best;
    const ray = this.player.rayAt(e);
    const hit = this.player.studio.pick(ray);
    const thing = hit && this.player.film.things[hit.thing];
    const of = thing?.body ? this.player.film.items.find((o) => o.class === "body" && o.id === thing.key) : undefined;
    const pose = of && poseAtStart(this.player, of);
    if (hit && of && pose) {
      const local = toBody(pose, hit.point.toArray()).map((c) => round(c, this.size)) as Vec;
      return { of, text: `:point { ${local.join(", ")} }`, local, world: toWorld(pose, local), normal: hit.normal?.toArray() ?? null, label: `${of.name}, at its surface` };
    }
    const free = this.space(ray);
    return free && { of: null, text: "", local: free, world: free, normal: null, label: "free space" };
  }

  // the ray's point in the plane through the camera's target that is perpendicular to viewAxis()
  private space(ray: THREE.Raycaster): Vec | null {
    const axis = this.viewAxis();
    const normal = new THREE.Vector3(...axis);
    const plane = new THREE.Plane().setFromNormalAndCoplanarPoint(normal, this.player.target);
    const hit = ray.ray.intersectPlane(plane, new THREE.Vector3());
    if (!hit) return null;
    return hit.toArray().map((c) => round(c, this.size)) as Vec;
  }

  // the unit vector x, y or z that is nearest to the line of view
  viewAxis(): Vec {
    const d = this.player.camera.getWorldDirection(new THREE.Vector3()).toArray();
    const k = d.map(Math.abs).indexOf(Math.max(...d.map(Math.abs)));
    return [0, 1, 2].map((i) => (i === k ? 1 : 0)) as Vec;
  }

  private hover(e: PointerEvent): void {
    const p = this.at(e);
    this.hovered = p && this.allowed(p) ? p : null;
  }

  private show(): void {
    this.list = places(this.player).slice(0, 4000);
    const marks: [Place, string][] = this.list.filter((p) => this.allowed(p)).slice(0, 400).map((p) => [p, ""]);
    if (this.hovered) marks.push([this.hovered, "hovered"]);
    for (const p of this.chosen) marks.push([p, "chosen"]);
    while (this.layer.children.length < marks.length) this.layer.append(document.createElement("i"));
    while (this.layer.children.length > marks.length) this.layer.lastChild!.remove();
    marks.forEach(([p, sort], i) => {
      const e = this.layer.children[i] as HTMLElement;
      const s = this.screen(p.world);
      e.className = sort;
      e.textContent = sort ? p.label : "";
      e.style.transform = `translate(${s.x.toFixed(1)}px, ${s.y.toFixed(1)}px)`;
      e.style.display = s.z < 1 ? "" : "none";
    });
  }
}
