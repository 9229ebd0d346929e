// Dragging bodies with the mouse, in the standing or the running scene, and switches and fields of the live scene. The server
// moves the bodies (src/app/view/live/stand.c); this file handles the mouse and shows the state.
import * as THREE from "three";
import type { Item } from "../scene/film";
import type { Player } from "../scene/player";
import type { Message, Say } from "../message";

interface Live {
  frame: number;
  running: boolean;
  touched: boolean;
  stepper: string;
}

const by = <T extends HTMLElement>(id: string): T => document.getElementById(id) as T;

function button(id: string, text: string, title: string, act: () => void): HTMLButtonElement {
  const b = document.createElement("button");
  b.id = id;
  b.textContent = text;
  b.title = title;
  b.addEventListener("click", act);
  return b;
}

export class Touch {
  private live: Live | null = null;
  private held: { key: number; local: THREE.Vector3; plane: THREE.Plane; playing: boolean } | null = null;
  private target = new THREE.Vector3();
  private moved = false;
  private line: THREE.Line;
  private box = document.createElement("div");
  private told = document.createElement("span");
  private reset: HTMLButtonElement;
  private step: HTMLButtonElement;
  private shown = ""; // key of the box's present contents

  constructor(
    private player: Player,
    private say: Say,
  ) {
    const geometry = new THREE.BufferGeometry().setFromPoints([new THREE.Vector3(), new THREE.Vector3()]);
    this.line = new THREE.Line(geometry, new THREE.LineBasicMaterial({ color: 0xffc14d, depthTest: false, fog: false }));
    this.line.frustumCulled = this.line.visible = false;
    this.line.renderOrder = 10;
    player.studio.scene.add(this.line);
    this.reset = button("reset", "as the script says", "forgets what was touched: the script's own film", () => this.say({ type: "reset" }));
    this.step = button("timestep", "use timestep", "goes on with the stepper `timestep`, which is made for previews", () => this.useTimestep());
    this.told.id = "pace";
    this.box.id = "touch";
    this.reset.hidden = this.step.hidden = true;
    by("state").after(this.told, this.step, this.reset);
    by("sliders").before(this.box);
    player.onGrab = (ray) => this.grab(ray);
    player.onEnd = () => this.goOn();
    player.onDraw.push(() => this.draw());
    window.addEventListener("pointermove", (e) => this.move(e));
    window.addEventListener("pointerup", () => this.letGo(true));
    window.addEventListener("keydown", (e) => {
      if (e.key === "Escape" && this.held) {
        this.letGo(false);
        e.stopImmediatePropagation();
      }
    }, { capture: true });
    const tick = (): void => {
      requestAnimationFrame(tick);
      if (this.held && this.moved) this.say({ type: "drag", what: "move", target: this.target.toArray() });
      this.moved = false;
    };
    tick();
  }

  // ---- what the server says -------------------------------------------------------------------

  // true: the message is handled, no other part needs it
  hear(m: Message): boolean {
    if (m.type === "live") this.stands(m as unknown as Live);
    else if (m.type === "pace") this.pace(m.ratio as number, m.stepper as string);
    else if (m.type === "refused") this.tell(String(m.text), "refused");
    else {
      if (m.type === "film") this.begins();
      if (m.type === "done" || m.type === "error") this.ends();
      return false;
    }
    return true;
  }

  private begins(): void {
    this.live = null;
    this.held = null;
    this.player.growing = true;
    this.player.edge = false;
    this.tell("");
    this.reset.hidden = this.step.hidden = true;
  }

  // the film is at its end: how fast it was simulated no longer matters
  private ends(): void {
    this.player.growing = false;
    this.step.hidden = true;
    if (this.told.dataset.of === "pace") this.tell(this.live?.touched ? "touched" : "");
    this.player.redraw();
  }

  private tell(text: string, of: "pace" | "refused" | "" = ""): void {
    this.told.textContent = text;
    this.told.dataset.of = of;
  }

  private stands(live: Live): void {
    this.live = live;
    this.player.growing = live.running;
    this.reset.hidden = !live.touched;
    document.body.dataset.live = live.running ? "running" : "standing";
    if (!live.running) this.step.hidden = true;
    if (live.stepper === "timestep") this.step.hidden = true;
    this.tell(live.touched ? "touched" : "");
    this.shown = "";
    this.draw();
  }

  private pace(ratio: number, stepper: string): void {
    this.tell(`${ratio.toPrecision(2)} of real time with ${stepper}`, "pace");
    this.step.hidden = stepper === "timestep";
  }

  private frame(): number {
    return Math.max(0, this.player.film.at(this.player.time).k);
  }

  private useTimestep(): void {
    this.say({ type: "stepper", frame: this.frame(), name: "timestep" });
    this.say({ type: "advance", on: true });
    this.player.growing = true;
    this.step.hidden = true;
  }

  // `play` at the last frame: a touched scene is simulated further; false: it is not touched, or the film is complete
  private goOn(): boolean {
    if (!this.live?.touched || document.body.dataset.state === "done") return false;
    this.player.growing = true;
    return this.say({ type: "advance", on: true });
  }

  // ---- the hand -------------------------------------------------------------------------------

  private grab(ray: THREE.Raycaster): boolean {
    const { player } = this;
    const hit = player.studio.pick(ray);
    if (!hit || player.film.things[hit.thing]?.key !== player.picked?.key) return false;
    const item = player.picked?.item;
    if (!item || item.class !== "body" || item.fixed || item.driven) return false;
    const group = player.studio.bodies[hit.thing].group;
    group.updateMatrixWorld(true);
    const local = group.worldToLocal(hit.point.clone());
    const frame = this.frame();
    const playing = player.playing;
    if (!playing) player.go(player.film.frames[frame].time);
    player.setFilmCamera(false);
    const normal = player.camera.getWorldDirection(new THREE.Vector3());
    this.held = { key: item.id, local, plane: new THREE.Plane().setFromNormalAndCoplanarPoint(normal, hit.point), playing };
    this.target.copy(hit.point);
    player.growing = player.edge = playing;
    document.body.dataset.state = "running";
    this.say({ type: "drag", what: "begin", frame, playing, id: item.id, point: local.toArray(), target: hit.point.toArray() });
    return true;
  }

  private move(e: PointerEvent): void {
    if (!this.held) return;
    if (this.player.rayAt(e).ray.intersectPlane(this.held.plane, this.target)) this.moved = true;
    this.draw();
    this.player.redraw();
  }

  private letGo(keep: boolean): void {
    if (!this.held) return;
    if (this.moved) this.say({ type: "drag", what: "move", target: this.target.toArray() });
    this.say({ type: "drag", what: "end", keep });
    this.held = null;
    this.moved = this.player.edge = false;
    this.line.visible = false;
    this.player.redraw();
  }

  // ---- what is shown --------------------------------------------------------------------------

  private draw(): void {
    const body = this.held && this.player.studio.bodies.find((b) => b.group.visible && this.player.film.things[b.thing].key === this.held?.key);
    this.line.visible = !!body;
    if (this.held && body) {
      body.group.updateMatrixWorld(true);
      const p = this.line.geometry.getAttribute("position") as THREE.BufferAttribute;
      const from = body.group.localToWorld(this.held.local.clone());
      p.setXYZ(0, from.x, from.y, from.z);
      p.setXYZ(1, this.target.x, this.target.y, this.target.z);
      p.needsUpdate = true;
    }
    this.show(this.player.picked?.item ?? null);
  }

  // shows the switch and sliders of the picked object with its present values
  private show(item: Item | null): void {
    const { film, time } = this.player;
    const off = item !== null && film.isOff(item.id, time);
    const shown = item && !this.player.playing ? `${item.class}/${item.id}/${this.live?.touched}/${off}` : "";
    if (shown === this.shown) return;
    this.shown = shown;
    this.box.replaceChildren();
    if (!item || !shown) return;
    const set = (name: string, value: number): void => {
      this.say({ type: "field", frame: this.frame(), id: item.id, name, value });
    };
    if (item.class === "constraint" || item.class === "force") {
      const on = button("switch", off ? "switch on" : "switch off", "from this frame on", () => {
        this.say({ type: "enable", frame: this.frame(), id: item.id, on: off });
        // until the film has come that goes on from here
        film.events.push({ t: film.frames[this.frame()]?.time ?? time, sort: "switch", of: item.id, on: off });
        this.player.redraw();
      });
      this.box.append(on);
    }
    if (item.tau !== undefined) this.box.append(this.slider("tau", item.tau, (v) => set("tau", (item.tau = v))));
    for (const [name, value] of Object.entries(item.values ?? {}))
      this.box.append(
        this.slider(name, value, (v) => {
          if (item.values) item.values[name] = v;
          set(name, v);
        }),
      );
  }

  private slider(name: string, value: number, act: (v: number) => void): HTMLElement {
    const label = document.createElement("label");
    const input = document.createElement("input");
    const told = document.createElement("span");
    const high = value > 0 ? 4 * value : 1;
    input.type = "range";
    input.name = name;
    input.min = String(high / 400);
    input.max = String(high);
    input.step = "any";
    input.value = String(value);
    told.textContent = String(Number(value.toPrecision(4)));
    input.addEventListener("input", () => {
      told.textContent = String(Number(Number(input.value).toPrecision(4)));
    });
    input.addEventListener("change", () => act(Number(input.value)));
    label.append(name, told, input);
    return label;
  }
}
