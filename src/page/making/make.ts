// Adding objects, changing their fields and deleting them by mouse; every change is made in the script's text.
import GUI from "lil-gui";
import { addEntry, numbersOf, type Given } from "./fields";
import type { Item } from "../scene/film";
import type { History } from "../script/history";
import { fieldsOf, firstFields, kindOf, makers, type FieldKind, type Kind, type Kinds } from "./kinds";
import { addObject, CannotEdit, dependents, lineOf, removeStatements, Scanner, Script, setField, setPlace, value, vector, pad, type Call, type New, type Step } from "../lua/index";
import type { Player } from "../scene/player";
import { Picker, type Place } from "./pick";
import { Relations } from "./relate";

const FIRST = ["name", "enabled", "position", "orientation", "tau", "radius", "length", "mass", "density", "material", "color", "fixed", "velocity"];

// the field `name`, which all objects have and no kind's table lists
const NAME: FieldKind = { name: "name", entry: "text", range: "any", unit: "", doc: "by which scene:find and the tree know it" };

export class Maker {
  readonly picker: Picker;
  private relations = new Relations(this);
  kinds: Kinds | null = null;
  private panel = document.createElement("div");
  private note = document.createElement("p");
  private gui: GUI | null = null;
  private shownFor = "";
  private anchor = -1; // offset in the present text of the call that made the picked object; -1: none
  private method = "";
  private making = false;
  private before: Item[] = []; // objects of the last film that was that of the text alone

  constructor(
    readonly player: Player,
    readonly history: History,
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

  // calls f and shows a CannotEdit that it throws; mere: as a note, since the user asked for no change
  async attempt(f: () => Promise<void>, mere = false): Promise<void> {
    try {
      await f();
    } catch (e) {
      if (!(e instanceof CannotEdit)) throw e;
      this.say(e.message, !mere);
    }
  }

  get items(): Item[] {
    return this.player.film.items;
  }

  // the objects of the present text: while a trial is shown, or comes in, the film has others or not all of them
  private get written(): Item[] {
    if (this.history.settled) this.before = this.items;
    return this.before;
  }

  // ---- what is picked -------------------------------------------------------------------------

  // opens the panel of the picked object anew if the object or the text has changed
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
    void this.attempt(() => this.openPanel(told), true);
  }
  private stalePanel = false;

  // to be called after a change of the text: the panel's values may be out of date
  textChanged(): void {
    if (!this.making) this.stalePanel = !this.sliding;
  }
  private sliding = false;

  private clear(): void {
    this.gui?.destroy();
    this.gui = null;
    this.panel.replaceChildren();
  }

  // replaces the present panel by an empty one
  open(title: string): GUI {
    this.clear();
    this.gui = new GUI({ container: this.panel, title, width: 240 });
    return this.gui;
  }

  private async openPanel(told: string): Promise<void> {
    await this.history.synced();
    const now = this.player.picked?.item;
    if (this.shownFor !== told || !now || this.making) return;
    const s = this.history.script();
    const c = s.find(now, this.items);
    this.anchor = c.from;
    this.method = c.method;
    const gui = this.open(`${now.name} (${now.kind})`);
    if (now.kind === "nail") this.nailEntry(gui, s, c);
    else this.entries(gui, now.kind, s, c);
    gui.add({ delete: () => this.remove(now) }, "delete").domElement.dataset.field = "delete";
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
      addEntry(g, { field: f, given, set: (t, sliding) => this.setField(f.name, t, sliding), material: written.get("material")?.text }, this.kinds!, s.source);
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

  // the call, in the present text, whose fields the panel shows
  private anchored(): Call {
    const c = this.history.script().chunk.calls.find((x) => x.from === this.anchor && x.method === this.method);
    if (!c) throw new CannotEdit("the script has changed at this object: pick it again");
    return c;
  }

  // to be called after a change of the text; to: from offsets before it to offsets after it
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

  remove(o: Item): void {
    void this.attempt(() => this.removeNow(o));
  }

  private async removeNow(o: Item): Promise<void> {
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
      this.history.script().scene; // throws if the script has no scene
      this.before = this.items;
      this.player.pick(null);
      this.making = true;
      document.body.dataset.making = what;
      this.player.setFilmCamera(false); // the film's camera could move with the new object, so that it leaves the pointer
      if (what === "nail") return this.addNail();
      const kind = kindOf(this.kinds, what);
      if (what === "connect") return this.relations.connect();
      if (kind?.class === "body") return this.addBody(kind);
      if (kind) return this.relations.add(kind);
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

  steps(n: New): Step[] {
    return addObject(this.history.script(), n, this.written, makers(this.kinds));
  }

  // opens a panel for an object to be added; the scene is shown with the object after each change of a field
  draft(title: string, fields: Map<string, string>, list: FieldKind[], build: () => New | null): GUI {
    const gui = this.open(title);
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
        material: fields.get("material"),
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

  name(base: string): string {
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

  // replaces values in `fields` by those of the scene's last body of the kind
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
      if (!(e instanceof CannotEdit)) throw e; // the script's text does not show the call that made the body
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
}
