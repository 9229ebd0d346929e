// Making by hand: adding objects, changing their fields, deleting, poses kept. All of it is text of the script.
import GUI from "lil-gui";
import { addEntry, numbersOf, type Given } from "./fields";
import type { Item, Vec } from "./film";
import type { History } from "./history";
import { fieldsOf, firstFields, kindOf, makers, type FieldKind, type Kind, type Kinds } from "./kinds";
import { addEvent, addObject, apply, CannotEdit, dependents, lineOf, removeStatements, Scanner, Script, setField, setPlace, setPoses, value, vector, pad, type Call, type New, type Referred, type Step } from "./lua/index";
import type { Player } from "./main";
import { axisToBody, Picker, poseAtStart, type Place } from "./pick";

const FIRST = ["name", "enabled", "position", "orientation", "tau", "radius", "length", "mass", "density", "material", "color", "fixed", "velocity"];

// which no table has: every object takes it
const NAME: FieldKind = { name: "name", entry: "text", range: "any", unit: "", doc: "by which scene:find and the tree know it" };

interface KeptPose {
  sort: "pose";
  time: number;
  bodies: { id: number; name: string; position: number[]; orientation: number[] }[];
}
interface KeptPull {
  sort: "pull";
  time: number;
  end: number;
  id: number;
  point: number[];
  tau: number;
  max_force: number | null;
  keys: number[][];
}
interface Changed {
  time: number;
  id: number;
  field: string;
  value: number | boolean | number[];
}

export class Maker {
  readonly picker: Picker;
  kinds: Kinds | null = null;
  private panel = document.createElement("div");
  private note = document.createElement("p");
  private gui: GUI | null = null;
  private shownFor = "";
  private anchor = -1; // of the call that made what is picked, in the present text
  private method = "";
  private making = false;

  constructor(
    private player: Player,
    private history: History,
  ) {
    this.picker = new Picker(player);
    const fields = document.getElementById("fields")!;
    const side = document.createElement("aside");
    side.id = "side";
    this.panel.id = "panel";
    this.note.id = "note";
    this.note.hidden = true;
    fields.replaceWith(side);
    side.append(this.note, this.panel, ...document.querySelectorAll("#touch"), fields);
    window.addEventListener("keydown", (e) => {
      if (e.key === "Escape" && this.making) this.cancel();
    });
  }

  // ---- words ----------------------------------------------------------------------------------

  say(text: string, bad = false): void {
    this.note.textContent = text;
    this.note.hidden = !text;
    this.note.className = bad ? "bad" : "";
  }

  // what cannot be done is said
  private async attempt(f: () => Promise<void>): Promise<void> {
    try {
      await f();
    } catch (e) {
      if (!(e instanceof CannotEdit)) throw e;
      this.say(e.message, true);
    }
  }

  private get items(): Item[] {
    return this.player.film.items;
  }

  // ---- what is picked -------------------------------------------------------------------------

  // the panel of what is picked, when that or the text has changed
  refresh(): void {
    if (this.making) return;
    const o = this.player.picked?.item ?? null;
    const told = `${o?.class}/${o?.name}/${this.history.why}`;
    if (told === this.shownFor && !this.stalePanel) return;
    if (this.panel.contains(document.activeElement) && told === this.shownFor) return;
    this.shownFor = told;
    this.stalePanel = false;
    this.say("");
    this.clear();
    if (!o || !this.kinds || this.history.why) return;
    void this.attempt(() => this.openPanel(told));
  }
  private stalePanel = false;

  // the text has changed: the panel's values may be others
  textChanged(): void {
    if (!this.making) this.stalePanel = !this.sliding;
  }
  private sliding = false;

  private clear(): void {
    this.gui?.destroy();
    this.gui = null;
    this.panel.replaceChildren();
  }

  private async openPanel(told: string): Promise<void> {
    await this.history.synced();
    const now = this.player.picked?.item;
    if (this.shownFor !== told || !now || this.making) return;
    const s = this.history.script();
    const c = s.find(now, this.items);
    this.anchor = c.from;
    this.method = c.method;
    this.clear();
    this.gui = new GUI({ container: this.panel, title: `${now.name} (${now.kind})`, width: 240 });
    if (now.kind === "nail") this.nailEntry(this.gui, s, c);
    else this.entries(this.gui, now.kind, s, c);
    this.gui.add({ delete: () => void this.attempt(() => this.remove(now)) }, "delete").domElement.dataset.field = "delete";
  }

  private entries(gui: GUI, name: string, s: Script, c: Call): void {
    const kind = kindOf(this.kinds, name);
    if (!kind) return;
    const written = s.fields(c);
    const all = [NAME, ...fieldsOf(this.kinds!, kind)];
    const first = (f: FieldKind): boolean => written.has(f.name) || f.required === true || FIRST.includes(f.name);
    const rank = (f: FieldKind): number => (FIRST.indexOf(f.name) + 1 || 99) + (written.has(f.name) ? 0 : 40);
    const add = (g: GUI, f: FieldKind): void => {
      const w = written.get(f.name);
      const given: Given = w ? { text: w.text, plain: w.plain } : null;
      addEntry(g, { field: f, given, set: (t, sliding) => this.setField(f.name, t, sliding) }, this.kinds!, s.source);
    };
    for (const f of all.filter(first).sort((a, b) => rank(a) - rank(b))) add(gui, f);
    const rest = gui.addFolder("more fields").close();
    for (const f of all.filter((f) => !first(f))) add(rest, f);
  }

  private nailEntry(gui: GUI, s: Script, c: Call): void {
    const x = Script.numbers(s.tableOf(c) ?? undefined);
    const box = { position: x ? x.join(", ") : "computed" };
    const entry = gui.add(box, "position").onFinishChange((t: string) => {
      const n = numbersOf(t);
      if (n?.length === 3) void this.attempt(async () => this.history.change(setPlace(this.history.script(), this.anchored(), n), ""));
    });
    if (!x) entry.disable();
    entry.domElement.dataset.field = "position";
  }

  // the call that the panel is of, in the present text
  private anchored(): Call {
    const c = this.history.script().chunk.calls.find((x) => x.from === this.anchor && x.method === this.method);
    if (!c) throw new CannotEdit("the script has changed at this object: pick it again");
    return c;
  }

  // the text has moved
  map(to: (at: number) => number): void {
    if (this.anchor >= 0) this.anchor = to(this.anchor);
  }

  private setField(name: string, text: string | null, sliding: boolean): void {
    void this.attempt(async () => {
      const s = this.history.script();
      const c = this.anchored();
      if (s.fields(c).get(name)?.text === text) return;
      this.sliding = sliding;
      this.history.change(setField(s, c, name, text), sliding ? `${this.anchor}/${name}` : "");
      this.sliding = false;
      if (name === "name" && text && this.player.picked) this.player.picked = { ...this.player.picked, name: String(new Scanner(text).tokens[0].value ?? "") };
      if (!sliding) this.stalePanel = true;
    });
  }

  // ---- removing -------------------------------------------------------------------------------

  async remove(o: Item): Promise<void> {
    await this.history.synced();
    const s = this.history.script();
    const all = dependents(s, o, this.items, makers(this.kinds));
    const go = (): void => {
      this.history.change(removeStatements(this.history.script(), dependents(this.history.script(), o, this.items, makers(this.kinds))));
      this.player.pick(null);
      this.say("");
    };
    if (all.length === 1) return go();
    this.say(`'${o.name}' is used: lines ${all.map((x) => lineOf(s.source, x.from)).join(", ")} go with it. `);
    const b = document.createElement("button");
    b.textContent = `delete ${all.length} statements`;
    b.dataset.do = "delete-all";
    b.addEventListener("click", go);
    this.note.append(b);
  }

  // ---- adding ---------------------------------------------------------------------------------

  add(what: string): void {
    void this.attempt(async () => {
      this.cancel();
      await this.history.synced();
      this.history.script().scene; // says what is missing
      this.player.pick(null);
      this.making = true;
      document.body.dataset.making = what;
      this.player.setFilmCamera(false); // which would follow what is made, away from under the pointer
      if (what === "nail") return this.addNail();
      const kind = kindOf(this.kinds, what);
      if (what === "connect") return this.addConnect();
      if (kind?.class === "body") return this.addBody(kind);
      if (kind) return this.addRelation(kind);
    });
  }

  cancel(): void {
    this.picker.end();
    if (this.making) this.history.tryOut(null);
    this.making = false;
    delete document.body.dataset.making;
    this.clear();
    this.shownFor = "";
    this.say("");
  }

  private steps(n: New): Step[] {
    return addObject(this.history.script(), n, this.items, makers(this.kinds));
  }

  // the panel of what is to be added; each change of it is tried out
  private draft(title: string, fields: Map<string, string>, list: FieldKind[], build: () => New | null): GUI {
    this.clear();
    const gui = new GUI({ container: this.panel, title, width: 240 });
    this.gui = gui;
    const attempt = (): void => {
      try {
        const n = build();
        this.history.tryOut(n ? this.steps(n) : null);
        if (n) this.say("");
      } catch (e) {
        if (!(e instanceof CannotEdit)) throw e;
        this.say(e.message, true);
      }
    };
    const add = (g: GUI, f: FieldKind): void => {
      const text = fields.get(f.name);
      addEntry(g, {
        field: f,
        given: text === undefined ? null : { text, plain: !/[a-zA-Z_]\s*[.(:]/.test(text) },
        set: (t) => {
          if (t === null) fields.delete(f.name);
          else fields.set(f.name, t);
          attempt();
        },
      }, this.kinds!, this.history.text);
    };
    const first = (f: FieldKind): boolean => fields.has(f.name) || f.required === true || ["material", "color", "tau", "fixed", "collide"].includes(f.name);
    for (const f of list.filter(first)) add(gui, f);
    const rest = gui.addFolder("more fields").close();
    for (const f of list.filter((f) => !first(f) && f.name !== "name")) add(rest, f);
    const keep = (): void => {
      void this.attempt(async () => {
        const n = build();
        if (!n) throw new CannotEdit("something is missing still: see above");
        const steps = this.steps(n);
        this.picker.end();
        this.making = false;
        delete document.body.dataset.making;
        this.history.change(steps);
        this.clear();
        this.say("");
        const made = this.items.find((o) => o.name === n.name) ?? null;
        this.player.pick({ name: n.name, item: made, key: made?.class === "body" ? made.id : null });
        this.shownFor = "";
      });
    };
    gui.add({ add: keep }, "add").name("add to the script").domElement.dataset.field = "add";
    gui.add({ cancel: () => this.cancel() }, "cancel").domElement.dataset.field = "cancel";
    attempt();
    return gui;
  }

  private name(base: string): string {
    return this.history.script().unused(base, this.items.map((o) => o.name));
  }

  private addBody(kind: Kind): void {
    const space = pad(this.history.text);
    const name = this.name(kind.name);
    const fields = new Map(firstFields(kind, this.picker.size).map(([k, v]) => [k, typeof v === "string" ? v : value(v, space)]));
    this.likeLast(kind, fields);
    const ends = ["from", "to"].every((k) => kind.fields.some((f) => f.name === k));
    const list = fieldsOf(this.kinds!, kind);
    fields.set("position", vector(this.player.target.toArray().map((c) => Number(c.toPrecision(2))), space));
    const build = (): New => ({ kind: kind.name, name, fields: [...fields].map(([k, t]) => [k, { lua: t }]) });
    const show = (): void => void this.draft(`new ${kind.name}: ${name}`, fields, list, build);
    show();
    const ask = (chosen: Place[]): void => {
      this.say(ends ? (chosen.length ? "Click where it ends." : "Click where it begins and where it ends; or give its length and position.") : "Click where it stands, or give its position.");
      this.picker.begin(chosen, () => true, (p) => {
        if (!ends) {
          fields.set("position", vector(p.world, space));
          show();
          return ask([p]);
        }
        if (!chosen.length || chosen.length === 2) return ask([p]);
        if (Math.hypot(...p.world.map((c, i) => c - chosen[0].world[i])) === 0) return this.say("Click another place than the first.", true);
        for (const k of ["length", "height", "position", "orientation"]) fields.delete(k);
        fields.set("from", vector(chosen[0].world, space));
        fields.set("to", vector(p.world, space));
        show();
        ask([chosen[0], p]);
      });
    };
    ask([]);
  }

  // sizes and looks are those of the last body of the kind
  private likeLast(kind: Kind, fields: Map<string, string>): void {
    const last = this.items.filter((o) => o.class === "body" && o.kind === kind.name).pop();
    if (!last) return;
    try {
      const s = this.history.script();
      const written = s.fields(s.find(last, this.items));
      for (const k of [...fields.keys(), "material", "color", "density"]) {
        const w = written.get(k);
        if (w?.plain) fields.set(k, w.text);
      }
    } catch (e) {
      if (!(e instanceof CannotEdit)) throw e; // it was made elsewhere
    }
  }

  private addNail(): void {
    const name = this.name("nail");
    const space = pad(this.history.text);
    const field: FieldKind = { name: "position", entry: "vector", range: "any", unit: "m", doc: "in the world", required: true };
    const fields = new Map([["position", vector(this.player.target.toArray().map((c) => Number(c.toPrecision(2))), space)]]);
    const build = (): New | null => {
      const x = numbersOf(fields.get("position") ?? "");
      return x?.length === 3 ? { kind: "nail", name, fields: [], place: x } : null;
    };
    const show = (): void => void this.draft(`new nail: ${name}`, fields, [field], build);
    show();
    this.say("Click where it is.");
    this.picker.begin([], () => true, (p) => {
      fields.set("position", vector(p.world, space));
      show();
    });
  }

  // ---- relations between objects --------------------------------------------------------------

  // asks for so many places, then for the rest in a panel
  private ask(hints: string[], allowed: (p: Place, before: Place[]) => boolean, then: (p: Place[]) => void): void {
    const got: Place[] = [];
    const next = (): void => {
      if (got.length === hints.length) {
        this.picker.end();
        return then(got);
      }
      this.clear();
      this.gui = new GUI({ container: this.panel, title: document.body.dataset.making, width: 240 });
      this.gui.add({ cancel: () => this.cancel() }, "cancel").domElement.dataset.field = "cancel";
      this.say(hints[got.length]);
      this.picker.begin(got, (p) => allowed(p, got), (p) => {
        got.push(p);
        next();
      });
    };
    next();
  }

  private refer(p: Place): Referred {
    return p.of ? { of: p.of, text: p.text } : { nail: p.world };
  }

  private options(kind: Kind, without: string[]): FieldKind[] {
    return fieldsOf(this.kinds!, kind).filter((f) => !without.includes(f.name));
  }

  private addConnect(): void {
    const kind = kindOf(this.kinds, "point_to_point")!;
    const isBody = (p: Place): boolean => p.of?.class === "body";
    this.ask(
      ["Click a point of a body.", "Click a point of another body, a nail, or a place in space."],
      (p, before) => (before.length ? p.of?.id !== before[0].of?.id : isBody(p)),
      ([a, b]) => {
        const name = this.name("joint");
        const fields = new Map<string, string>();
        const build = (): New => ({ kind: "connect", name, fields: [...fields].map(([k, t]) => [k, { lua: t }]), connect: [this.refer(a), this.refer(b)] });
        this.draft(`${a.label} to ${b.label}`, fields, this.options(kind, ["a", "b", "name"]), build);
      },
    );
  }

  private addRelation(kind: Kind): void {
    const own = kind.fields;
    if (own.some((f) => f.name === "at_a")) return this.addJoint(kind);
    const places = own.filter((f) => (f.entry === "point" || f.entry === "body") && f.required);
    const joints = own.filter((f) => f.entry === "joint" && f.required);
    this.ask(
      places.map((f) => `Click ${f.entry === "body" ? "a body" : "a point"}: ${f.doc || f.name}.`),
      (p, before) => (places[before.length].entry === "body" ? p.of?.class === "body" : true) && !before.some((b) => p.of !== null && p.of.id === b.of?.id),
      (got) => {
        const name = this.name(kind.name);
        const space = pad(this.history.text);
        const fields = new Map<string, string>();
        for (const f of own) {
          if (!f.required || places.includes(f) || joints.includes(f)) continue;
          if (f.entry === "vector") fields.set(f.name, vector([0, 0, 1], space));
          else if (f.entry === "number" || f.entry === "integer") fields.set(f.name, f.name === "length" && got.length === 2 ? value(Number(Math.hypot(...got[0].world.map((c, i) => c - got[1].world[i])).toPrecision(3)), "") : "1");
          else if (f.entry === "choice") fields.set(f.name, JSON.stringify(f.choices?.[0] ?? ""));
        }
        if (kind.name === "motor") fields.set("speed", "1");
        const chosen = new Map<string, Item>();
        const candidates = this.items.filter((o) => o.class === "constraint");
        for (const f of joints) if (candidates.length) chosen.set(f.name, candidates[candidates.length - 1]);
        const build = (): New | null => {
          if (chosen.size < joints.length) return null;
          const refers = places.map((f, i) => ({ field: f.name, to: f.entry === "body" ? { of: got[i].of!, text: "" } : this.refer(got[i]) }));
          const links = joints.map((f) => ({ field: f.name, to: { of: chosen.get(f.name)!, text: "" } }));
          return { kind: kind.name, name, refers: [...refers, ...links], fields: [...fields].map(([k, t]) => [k, { lua: t }]) };
        };
        const gui = this.draft(`new ${kind.name}: ${name}`, fields, this.options(kind, ["name", ...places.map((f) => f.name), ...joints.map((f) => f.name)]), build);
        if (joints.length && !candidates.length) this.say(`There is no joint yet that a ${kind.name} could be of: add a hinge first.`, true);
        for (const f of joints) {
          const names = candidates.map((o) => o.name);
          const c = gui.add({ [f.name]: chosen.get(f.name)?.name ?? "" }, f.name, names).onChange((n: string) => {
            chosen.set(f.name, candidates.find((o) => o.name === n)!);
            const b = build();
            this.history.tryOut(b && this.steps(b));
          });
          c.domElement.dataset.field = f.name;
        }
      },
    );
  }

  // between two bodies, or a body and the world: points and axes in body coordinates, so that it holds wherever they begin
  private addJoint(kind: Kind): void {
    this.ask(
      ["Click a point or a face of a body.", "Click a point or a face of another body; a nail or free space stand for the world."],
      (p, before) => (before.length ? p.of?.id !== before[0].of?.id : p.of?.class === "body"),
      ([a, b]) => {
        const name = this.name(kind.name);
        const space = pad(this.history.text);
        const second = b.of?.class === "body" ? b.of : null;
        const poses = [poseAtStart(this.player, a.of!), second && poseAtStart(this.player, second)];
        const axes = ["axis_a", "axis_b"].filter((k) => kind.fields.some((f) => f.name === k));
        const fields = new Map<string, string>();
        const side = (p: Place, isBody: boolean): Vec => (isBody ? p.local : p.world);
        fields.set("at_a", vector(side(a, true), space));
        fields.set("at_b", vector(side(b, second !== null), space));
        const turn = (axis: Vec, other: Vec): void => {
          const v = [poses[0] ? axisToBody(poses[0], axis) : axis, second && poses[1] ? axisToBody(poses[1], other) : other];
          axes.forEach((k, i) => fields.set(k, vector(v[i].map((c) => Number(c.toFixed(6))), space)));
        };
        const choices: Record<string, () => void> = {};
        (["x", "y", "z"] as const).forEach((k, i) => {
          const v = [0, 1, 2].map((j) => (i === j ? 1 : 0)) as Vec;
          choices[`world ${k}`] = () => turn(v, v);
        });
        const opposite = (v: Vec): Vec => v.map((c) => -c) as Vec;
        if (a.normal || b.normal) choices["of the face"] = () => turn(a.normal ?? opposite(b.normal!), b.normal ? opposite(b.normal) : a.normal!);
        let axis = "of the face" in choices ? "of the face" : `world ${"xyz"[this.picker.viewAxis().indexOf(1)]}`;
        if (axes.length) choices[axis]();
        const refers = [{ field: "a", to: { of: a.of!, text: "" } }, ...(second ? [{ field: "b", to: { of: second, text: "" } }] : [])];
        const build = (): New => ({ kind: kind.name, name, refers, fields: [...fields].map(([k, t]) => [k, { lua: t }]) });
        const show = (): void => {
          const gui = this.draft(`new ${kind.name}: ${name}`, fields, this.options(kind, ["a", "b", "at", "axis", "name"]), build);
          if (!axes.length) return;
          const c = gui.add({ axis }, "axis", Object.keys(choices)).onChange((k: string) => {
            axis = k;
            choices[k]();
            show();
          });
          c.domElement.dataset.field = "axis";
        };
        show();
      },
    );
  }

  // ---- what has been done in the picture ------------------------------------------------------

  // bodies stand as they do at the cursor when the scene begins
  keepPoses(): void {
    const { k } = this.player.film.at(this.player.time);
    const bodies = this.items.filter((o) => o.class === "body" && !o.fixed && !o.driven);
    const poses = bodies.flatMap((o) => {
      const p = this.player.film.poseOf(k, o.id);
      return p ? [{ id: o.id, position: Array.from(p.slice(0, 3)), orientation: Array.from(p.slice(3, 7)) }] : [];
    });
    this.writePoses(poses);
  }

  private writePoses(list: { id: number; position: number[]; orientation: number[] }[]): void {
    void this.attempt(async () => {
      await this.history.synced();
      const poses = list.flatMap((p) => {
        const of = this.items.find((o) => o.class === "body" && o.id === p.id);
        return of ? [{ of, x: p.position, q: p.orientation }] : [];
      });
      const { steps, left } = setPoses(this.history.script(), poses, this.items);
      this.history.change(steps);
      if (left.length) this.say(left.slice(0, 3).join("\n") + (left.length > 3 ? `\n… and ${left.length - 3} more` : ""), true);
    });
  }

  kept(m: KeptPose | KeptPull): void {
    if (m.sort === "pose" && m.time <= this.player.film.begin) return this.writePoses(m.bodies);
    if (m.sort === "pose") return this.writeLater(m);
    void this.attempt(async () => {
      await this.history.synced();
      const of = this.items.find((o) => o.class === "body" && o.id === m.id);
      if (!of) throw new CannotEdit("the body that was pulled is not in the scene any more");
      const s = this.history.script();
      const space = pad(s.source);
      const [tw, scene] = [s.module, s.scene.name];
      const keys = m.keys.map(([t, ...x]) => `  { ${value(t, "")}, ${vector(x, space)} },`);
      const force = m.max_force ? `, max_force = ${value(m.max_force, "")}` : "";
      const steps = addEvent(s, m.time, (refer) => [
        `local way = ${tw}.spline {`,
        ...keys,
        "}",
        `local pull = ${scene}:connect(${refer(of)}:point ${vector(m.point, space)}, ${scene}:path(way), { tau = ${value(m.tau, "")}${force} })`,
        `${scene}:at(${value(m.end, "")}, function() pull:remove() end)`,
      ], this.items, makers(this.kinds));
      this.history.change(steps);
    });
  }

  // bodies that were moved while the scene stood at a later time
  private writeLater(m: KeptPose): void {
    void this.attempt(async () => {
      await this.history.synced();
      const s = this.history.script();
      const space = pad(s.source);
      const steps = addEvent(s, m.time, (refer) => m.bodies.flatMap((b) => {
        const of = this.items.find((o) => o.class === "body" && o.id === b.id);
        return of ? [`${refer(of)}.position = ${vector(b.position, space)}`, `${refer(of)}.orientation = ${s.module}.quat(${b.orientation.map((c) => value(c, "")).join(", ")})`] : [];
      }), this.items, makers(this.kinds));
      this.history.change(steps);
    });
  }

  // a field that was changed in the running scene
  changed(m: Changed): void {
    void this.attempt(async () => {
      await this.history.synced();
      const of = this.items.find((o) => o.id === m.id);
      if (!of) return;
      const s = this.history.script();
      const text = value(m.value, pad(s.source));
      if (m.time <= this.player.film.begin) this.history.change(setField(s, s.find(of, this.items), m.field, text));
      else this.history.change(addEvent(s, m.time, (refer) => [`${refer(of)}.${m.field} = ${text}`], this.items, makers(this.kinds)));
    });
  }

  // a slider of tw.param; false: the script has no plain default
  parameter(name: string, x: number): boolean {
    try {
      const s = this.history.script();
      const e = s.parameter(name);
      if (!e) return false;
      const step = { from: e.from, to: e.to, insert: value(x, "") };
      if (apply(s.source, [step]) !== s.source) this.history.change([step], `param/${name}`);
      return true;
    } catch (error) {
      if (!(error instanceof CannotEdit)) throw error;
      return false;
    }
  }
}
