// The player of the film: time, camera, the picked object, and the switches of what is shown.
import * as THREE from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import { OutlinePass } from "three/addons/postprocessing/OutlinePass.js";
import { EffectComposer } from "three/addons/postprocessing/EffectComposer.js";
import { RenderPass } from "three/addons/postprocessing/RenderPass.js";
import { OutputPass } from "three/addons/postprocessing/OutputPass.js";
import { Curves } from "../panels/curves";
import { Film, type FilmEvent } from "./film";
import { LAYERS, Layers } from "./layers";
import { Fields, Tree, type Picked } from "../panels/tree";
import { Studio } from "./stage";

const by = <T extends HTMLElement>(id: string): T => document.getElementById(id) as T;
const EVENT_COLORS: Record<string, string> = { contact: "#f07c3e", conflict: "#ff4d4d", cut: "#8a93a3" };

export class Player {
  readonly film = new Film();
  readonly studio = new Studio(by<HTMLCanvasElement>("canvas"));
  readonly layers = new Layers(by("names"));
  private perspective = new THREE.PerspectiveCamera(40, 1, 0.01, 1000);
  private parallel = new THREE.OrthographicCamera(-1, 1, 1, -1, 0.01, 1000);
  camera: THREE.PerspectiveCamera | THREE.OrthographicCamera = this.perspective;
  private controls: OrbitControls;
  private composer: EffectComposer;
  private pass: RenderPass;
  private outline: OutlinePass;
  private tree: Tree;
  private fields = new Fields(by("fields"));
  private curves: Curves;
  time = 0;
  private wanted = 0; // time that the user chose, s; a growing film may not have it yet
  playing = false;
  private loop = true;
  private follow = false;
  private filmCamera = true;
  picked: Picked | null = null;
  private last = 0;
  private stale = true;
  private lit: unknown = null; // film.stage for which the lights were made
  private followed: THREE.Vector3 | null = null;
  private marks: FilmEvent[] = [];
  private cutMarks: FilmEvent[] = [];
  private cutsOf = -1; // film.filmed for which the marks of cuts were made
  private size = { width: 1, height: 1 };
  // called when the pointer is pressed on the picture; true: the event is handled
  onGrab: ((ray: THREE.Raycaster, e: PointerEvent) => boolean) | null = null;
  onEnd: (() => boolean) | null = null; // called for `play` at the film's end; true: more frames follow
  onTick: (() => void) | null = null; // called before each drawing of the canvas, also where nothing is drawn
  onDraw: (() => void)[] = []; // called after each drawing of the canvas
  growing = false; // true: the film is not complete, so at its last frame the player waits for more
  edge = false; // true: while playing, the time is that of the last frame

  constructor() {
    this.perspective.up.set(0, 0, 1);
    this.parallel.up.set(0, 0, 1);
    this.studio.scene.add(this.layers.group);
    this.controls = this.control();
    this.composer = new EffectComposer(this.studio.renderer);
    this.pass = new RenderPass(this.studio.scene, this.camera);
    this.outline = new OutlinePass(new THREE.Vector2(1, 1), this.studio.scene, this.camera);
    this.outline.visibleEdgeColor.set(0xffc14d);
    this.outline.hiddenEdgeColor.set(0x8a5f14);
    this.outline.edgeStrength = 5;
    this.outline.edgeThickness = 1;
    this.composer.addPass(this.pass);
    this.composer.addPass(this.outline);
    this.composer.addPass(new OutputPass());
    this.tree = new Tree(by("tree"), by<HTMLInputElement>("search"), (p) => this.pick(p));
    this.curves = new Curves(by("curves"), (t) => this.go(t));
    this.wire();
    new ResizeObserver(() => this.resize()).observe(by("view"));
    this.resize();
    requestAnimationFrame((t) => this.tick(t));
  }

  // ---- what comes in --------------------------------------------------------------------------

  // to be called after a change of the film; fresh: it is the first one, so begin at its start
  refresh(fresh: boolean): void {
    const film = this.film;
    this.studio.grow(film);
    by("title").textContent = film.head.name || "tauwerk";
    document.title = `${film.head.name} – tauwerk`;
    if (fresh) this.seek(film.begin);
    else this.seek(this.playing ? this.time : this.wanted);
    this.studio.show(film, this.time);
    if (film.stage && film.stage !== this.lit) this.studio.light(film.stage, this.reach());
    this.lit = film.stage;
    if (fresh && !film.frames[0]?.camera) this.fit();
    if (film.filmed !== this.cutsOf) this.cutMarks = this.cuts();
    this.cutsOf = film.filmed;
    this.marks = [...film.events.filter((e) => e.sort !== "switch"), ...this.cutMarks];
    by<HTMLInputElement>("scrub").min = String(film.begin);
    by<HTMLInputElement>("scrub").max = String(film.end);
    this.stale = true;
    this.drawMarks();
  }

  private cuts(): FilmEvent[] {
    const out: FilmEvent[] = [];
    this.film.frames.forEach((f, k) => {
      const before = this.film.frames[k - 1]?.camera;
      if (k && before && f.camera && f.camera[11] !== before[11]) out.push({ t: f.time, sort: "cut" });
    });
    return out;
  }

  private reach(): THREE.Sphere {
    return this.studio.bounds();
  }

  // to be called when another film of the same scene begins: keeps the picked object, time and camera
  restart(): void {
    this.studio.clear();
    if (!this.playing) this.wanted = this.time;
  }

  // finds the picked object in the new film by its name
  pickAgain(): void {
    const p = this.picked;
    if (!p) return;
    const item = this.film.items.find((o) => o.class === (p.item?.class ?? "body") && o.name === p.name) ?? null;
    const thing = this.film.things.find((x) => x.name === p.name);
    if (item || thing) this.picked = { name: p.name, item, key: item?.class === "body" ? item.id : (thing?.key ?? null) };
  }

  // ---- time -----------------------------------------------------------------------------------

  // shows the time t, s, and keeps it as the user's choice
  go(t: number): void {
    this.wanted = t;
    this.seek(t);
  }

  seek(t: number): void {
    this.time = Math.min(Math.max(t, this.film.begin), this.film.end);
    this.stale = true;
  }

  step(by: number): void {
    this.play(false);
    const { k } = this.film.at(this.time);
    const next = this.film.frames[Math.min(Math.max(k + by, 0), this.film.frames.length - 1)];
    if (next) this.go(next.time);
  }

  play(on: boolean): void {
    if (on && this.time >= this.film.end - 1e-9 && !this.onEnd?.()) this.seek(this.film.begin);
    if (this.playing && !on) this.wanted = this.time;
    this.playing = on;
    by("play").innerHTML = on ? "&#x25AE;&#x25AE;" : "&#x25B6;";
  }

  redraw(): void {
    this.stale = true;
  }

  get usesFilmCamera(): boolean {
    return this.filmCamera;
  }

  private tick(now: number): void {
    requestAnimationFrame((t) => this.tick(t));
    const dt = Math.min(0.25, (now - this.last) / 1000);
    this.last = now;
    this.onTick?.();
    if (this.playing) {
      let t = this.time + dt * Number(by<HTMLSelectElement>("speed").value);
      if (this.edge || (this.growing && t > this.film.end)) t = this.film.end;
      else if (t > this.film.end) {
        if (this.loop && this.film.end > this.film.begin) t = this.film.begin + ((t - this.film.begin) % (this.film.end - this.film.begin));
        else this.play(false);
      }
      this.seek(t);
    }
    if (this.controls.update()) this.stale = true;
    if (this.stale) this.draw();
  }

  // ---- camera ---------------------------------------------------------------------------------

  private control(): OrbitControls {
    const c = new OrbitControls(this.camera, by("canvas"));
    c.enableDamping = true;
    c.dampingFactor = 0.2;
    c.zoomToCursor = true;
    c.addEventListener("start", () => this.setFilmCamera(false));
    return c;
  }

  // the film's camera and one that follows what is picked exclude each other
  setFilmCamera(on: boolean): void {
    this.filmCamera = on;
    by("film-camera").setAttribute("aria-pressed", String(on));
    if (on) this.setFollow(false);
    this.stale = true;
  }

  private setFollow(on: boolean): void {
    this.follow = on;
    by("follow").setAttribute("aria-pressed", String(on));
    if (on) this.setFilmCamera(false);
  }

  fit(): void {
    this.setFilmCamera(false);
    const s = this.picked?.key != null ? this.boundsOf(this.picked.key) : this.reach();
    const away = new THREE.Vector3().subVectors(this.camera.position, this.controls.target);
    if (!(away.length() > 0)) away.set(1, -2, 0.8);
    if (this.camera === this.parallel) this.swap(this.perspective);
    const half = (this.perspective.fov * Math.PI) / 360;
    const k = Math.sin(Math.min(half, Math.atan(Math.tan(half) * this.perspective.aspect)));
    this.controls.target.copy(s.center);
    this.camera.position.copy(s.center).addScaledVector(away.normalize(), (1.1 * s.radius) / k);
    this.stale = true;
  }

  private boundsOf(key: number): THREE.Sphere {
    const box = new THREE.Box3();
    for (const b of this.studio.bodies) if (b.group.visible && this.film.things[b.thing].key === key) box.expandByObject(b.group);
    return box.isEmpty() ? this.reach() : box.getBoundingSphere(new THREE.Sphere());
  }

  private swap(to: THREE.PerspectiveCamera | THREE.OrthographicCamera): void {
    to.position.copy(this.camera.position);
    to.quaternion.copy(this.camera.quaternion);
    this.camera = to;
    this.controls.object = to;
    this.pass.camera = to;
    this.outline.renderCamera = to;
  }

  private placeFilmCamera(): void {
    const { k, u } = this.film.at(this.time);
    const a = this.film.frames[k]?.camera;
    if (!a) return;
    const b = u > 0 ? this.film.frames[k + 1]?.camera : null;
    const c = b && b[11] === a[11] ? a.map((x, i) => x + u * (b[i] - x)) : a;
    const high = c[10];
    this.swap(high > 0 ? this.parallel : this.perspective);
    // the canvas shows at least the whole picture of the film
    const own = this.film.head.width / this.film.head.height;
    const aspect = this.size.width / this.size.height;
    const wider = Math.max(1, own / aspect);
    this.camera.up.set(c[6], c[7], c[8]);
    this.camera.position.set(c[0], c[1], c[2]);
    this.controls.target.set(c[3], c[4], c[5]);
    this.camera.lookAt(this.controls.target);
    if (high > 0) {
      this.parallel.top = (high * wider) / 2;
      this.parallel.zoom = 1;
    } else this.perspective.fov = (360 / Math.PI) * Math.atan(Math.tan(c[9] / 2) * wider);
    this.project();
  }

  private project(): void {
    const aspect = this.size.width / this.size.height;
    const far = this.camera.position.distanceTo(this.controls.target);
    this.perspective.aspect = aspect;
    this.parallel.right = this.parallel.top * aspect;
    this.parallel.left = -this.parallel.right;
    this.parallel.bottom = -this.parallel.top;
    this.camera.near = far / 200;
    this.camera.far = far * 400;
    this.camera.updateProjectionMatrix();
  }

  private followPicked(): void {
    const key = this.picked?.key;
    if (!this.follow || key == null) {
      this.followed = null;
      return;
    }
    const center = this.boundsOf(key).center;
    if (this.followed) {
      const d = center.clone().sub(this.followed);
      this.camera.position.add(d);
      this.controls.target.add(d);
    }
    this.followed = center;
  }

  // ---- picking --------------------------------------------------------------------------------

  get target(): THREE.Vector3 {
    return this.controls.target;
  }

  rayAt(e: { clientX: number; clientY: number }): THREE.Raycaster {
    const r = by("canvas").getBoundingClientRect();
    const ray = new THREE.Raycaster();
    this.camera.updateMatrixWorld();
    ray.setFromCamera(new THREE.Vector2((2 * (e.clientX - r.left)) / r.width - 1, 1 - (2 * (e.clientY - r.top)) / r.height), this.camera);
    return ray;
  }

  pick(p: Picked | null): void {
    this.picked = p;
    this.followed = null;
    this.stale = true;
  }

  private pickAt(e: PointerEvent): void {
    const hit = this.studio.pick(this.rayAt(e));
    if (!hit) return this.pick(null);
    const thing = this.film.things[hit.thing];
    const item = (thing.body && this.film.items.find((o) => o.class === "body" && o.id === thing.key)) || null;
    this.pick({ name: thing.name, item, key: thing.key });
  }

  // ---- drawing --------------------------------------------------------------------------------

  private resize(): void {
    const box = by("view").getBoundingClientRect();
    this.size = { width: Math.max(1, box.width), height: Math.max(1, box.height) };
    const ratio = Math.min(2, window.devicePixelRatio);
    this.studio.renderer.setPixelRatio(ratio);
    this.studio.renderer.setSize(this.size.width, this.size.height, false);
    this.composer.setPixelRatio(ratio);
    this.composer.setSize(this.size.width, this.size.height);
    this.stale = true;
    this.drawMarks();
  }

  draw(): void {
    this.stale = false;
    const film = this.film;
    const key = this.picked?.key;
    this.studio.apart = key ?? null;
    this.studio.show(film, this.time);
    this.followPicked();
    if (this.filmCamera) this.placeFilmCamera();
    else this.project();
    this.camera.updateMatrixWorld();
    this.layers.show(film, this.time, this.camera, this.size.width, this.size.height);
    this.outline.selectedObjects = key == null ? [] : this.studio.bodies.filter((b) => b.group.visible && film.things[b.thing].key === key).map((b) => b.group);
    if (this.outline.selectedObjects.length) this.composer.render();
    else this.studio.renderer.render(this.studio.scene, this.camera);
    by<HTMLInputElement>("scrub").value = String(this.time);
    const { k } = film.at(this.time);
    by("time").textContent = `${this.time.toFixed(3)} s   frame ${k + 1} of ${film.frames.length}`;
    const near = this.marks.filter((m) => Math.abs(m.t - this.time) <= 0.5 * film.period);
    by("happened").textContent = near.map(tell).join("; ");
    this.tree.show(film, this.picked);
    this.fields.show(film, this.time, this.picked);
    if (this.curves.show(film, this.picked?.item ?? null, this.picked?.key ?? null, document.body.dataset.state !== "running")) this.stale = true;
    this.curves.cursor(this.time);
    for (const f of this.onDraw) f();
  }

  private drawMarks(): void {
    const canvas = by<HTMLCanvasElement>("marks");
    const ratio = window.devicePixelRatio;
    const [w, h] = [canvas.clientWidth, canvas.clientHeight];
    canvas.width = w * ratio;
    canvas.height = h * ratio;
    const g = canvas.getContext("2d");
    const span = this.film.end - this.film.begin;
    if (!g || !(span > 0)) return;
    g.scale(ratio, ratio);
    for (const m of this.marks) {
      const x = 8 + ((m.t - this.film.begin) / span) * (w - 16);
      g.fillStyle = EVENT_COLORS[m.sort] ?? "#7fd88f";
      g.fillRect(x - 0.75, 2, 1.5, 12);
    }
  }

  // ---- buttons and keys -----------------------------------------------------------------------

  private wire(): void {
    const toggle = (id: string, get: () => boolean, set: (on: boolean) => void): void => {
      by(id).addEventListener("click", () => {
        set(!get());
        by(id).setAttribute("aria-pressed", String(get()));
        this.stale = true;
      });
    };
    by("play").addEventListener("click", () => this.play(!this.playing));
    by("back").addEventListener("click", () => this.step(-1));
    by("step").addEventListener("click", () => this.step(1));
    by("fit").addEventListener("click", () => this.fit());
    toggle("loop", () => this.loop, (on) => (this.loop = on));
    toggle("follow", () => this.follow, (on) => this.setFollow(on));
    toggle("film-camera", () => this.filmCamera, (on) => this.setFilmCamera(on));
    by<HTMLInputElement>("scrub").addEventListener("input", (e) => {
      this.play(false);
      this.go(Number((e.target as HTMLInputElement).value));
    });
    by("search").addEventListener("input", () => (this.stale = true));
    for (const layer of LAYERS) {
      const b = document.createElement("button");
      b.id = `layer-${layer}`;
      b.textContent = layer;
      b.setAttribute("aria-pressed", "false");
      by("layers").append(b);
      toggle(b.id, () => this.layers.on.get(layer) ?? false, (on) => this.layers.on.set(layer, on));
    }
    const times = by<HTMLSelectElement>("arrow-length");
    times.addEventListener("change", () => {
      this.layers.times = Number(times.value);
      this.stale = true;
    });
    this.wirePointer();
    window.addEventListener("keydown", (e) => this.key(e));
  }

  private wirePointer(): void {
    const canvas = by("canvas");
    let from: PointerEvent | null = null;
    canvas.addEventListener(
      "pointerdown",
      (e) => {
        from = e;
        if (e.button === 0 && this.onGrab?.(this.rayAt(e), e)) {
          from = null;
          e.stopImmediatePropagation();
        }
      },
      { capture: true },
    );
    canvas.addEventListener("pointerup", (e) => {
      if (from && e.button === 0 && Math.hypot(e.clientX - from.clientX, e.clientY - from.clientY) < 4) this.pickAt(e);
    });
  }

  private key(e: KeyboardEvent): void {
    if (isTyping(e.target)) return;
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    const does: Record<string, () => void> = {
      " ": () => this.play(!this.playing),
      ",": () => this.step(-1),
      ".": () => this.step(1),
      f: () => this.fit(),
      c: () => this.setFilmCamera(!this.filmCamera),
      Escape: () => this.pick(null),
    };
    const act = does[e.key];
    if (!act) return;
    e.preventDefault();
    act();
  }
}

// true: keys typed at this element enter text
export function isTyping(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !["range", "checkbox", "color", "button"].includes(target.type);
  return target instanceof HTMLElement && (target.isContentEditable || target instanceof HTMLSelectElement);
}

function tell(m: FilmEvent): string {
  if (m.sort === "contact") return `${m.a} meets ${m.b}${m.rate !== undefined ? ` at ${Math.abs(m.rate).toPrecision(3)} m/s` : ""}`;
  if (m.sort === "conflict") return m.text ?? "conflict";
  if (m.sort === "cut") return "cut";
  return `${m.sort} (${m.file}:${m.line})`;
}
