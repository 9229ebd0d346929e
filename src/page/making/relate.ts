// Adding constraints and forces: the user clicks the places that they connect, then fills in the other fields in a panel.
import type { Item, Vec } from "../scene/film";
import { fieldsOf, kindOf, type FieldKind, type Kind } from "./kinds";
import { value, vector, pad, type New, type Referred } from "../lua/index";
import type { Maker } from "./make";
import { axisToBody, poseAtStart, type Place } from "./pick";

interface Question {
  hint: string;
  world?: boolean; // true: the world, at the place clicked before, is an answer, too
}

export class Relations {
  constructor(private maker: Maker) {}

  // asks for one place after the other, and calls `then` with all
  private ask(questions: Question[], allowed: (p: Place, before: Place[]) => boolean, then: (p: Place[]) => void): void {
    const { maker } = this;
    const got: Place[] = [];
    const next = (): void => {
      if (got.length === questions.length) {
        maker.picker.end();
        return void maker.attempt(async () => then(got));
      }
      const q = questions[got.length];
      const answer = (p: Place): void => {
        got.push(p);
        next();
      };
      const gui = maker.open(document.body.dataset.making ?? "");
      const before = got[got.length - 1];
      const world = before && q.world ? { ...before, of: null, text: "", local: before.world, normal: null, label: "the world" } : null;
      if (world) gui.add({ world: () => answer(world) }, "world").name("the world, at this place").domElement.dataset.field = "world";
      gui.add({ cancel: () => maker.cancel() }, "cancel").domElement.dataset.field = "cancel";
      maker.say(q.hint);
      maker.picker.begin(got, (p) => allowed(p, got), answer, (e) => {
        if (world && maker.picker.isNear(world, e)) answer(world);
        else maker.say(`That does not fit here. ${q.hint}`, true);
      });
    };
    next();
  }

  private refer(p: Place): Referred {
    return p.of ? { of: p.of, text: p.text } : { nail: p.world };
  }

  private options(kind: Kind, without: string[]): FieldKind[] {
    return fieldsOf(this.maker.kinds!, kind).filter((f) => !without.includes(f.name));
  }

  connect(): void {
    const kind = kindOf(this.maker.kinds, "point_to_point")!;
    const isBody = (p: Place): boolean => p.of?.class === "body";
    this.ask(
      [{ hint: "Click a point of a body." }, { hint: "Click a point of another body, a nail, or a place in space; the same place again is the world there.", world: true }],
      (p, before) => (before.length ? p.of?.id !== before[0].of?.id : isBody(p)),
      ([a, b]) => {
        const name = this.maker.name("joint");
        const fields = new Map<string, string>();
        const build = (): New => ({ kind: "connect", name, fields: [...fields].map(([k, t]) => [k, { lua: t }]), connect: [this.refer(a), this.refer(b)] });
        this.maker.draft(`${a.label} to ${b.label}`, fields, this.options(kind, ["a", "b", "name"]), build);
      },
    );
  }

  add(kind: Kind): void {
    const own = kind.fields;
    if (own.some((f) => f.name === "at_a")) return this.joint(kind);
    const places = own.filter((f) => (f.entry === "point" || f.entry === "body") && f.required);
    const joints = own.filter((f) => f.entry === "joint" && f.required);
    this.ask(
      places.map((f) => ({ hint: `Click ${f.entry === "body" ? "a body" : "a point"}: ${f.doc || f.name}.` })),
      (p, before) => (places[before.length].entry === "body" ? p.of?.class === "body" : true) && !before.some((b) => p.of !== null && p.of.id === b.of?.id),
      (got) => {
        const name = this.maker.name(kind.name);
        const space = pad(this.maker.history.text);
        const fields = new Map<string, string>();
        for (const f of own) {
          if (!f.required || places.includes(f) || joints.includes(f)) continue;
          if (f.entry === "vector") fields.set(f.name, vector([0, 0, 1], space));
          else if (f.entry === "number" || f.entry === "integer") fields.set(f.name, f.name === "length" && got.length === 2 ? value(Number(Math.hypot(...got[0].world.map((c, i) => c - got[1].world[i])).toPrecision(3)), "") : "1");
          else if (f.entry === "choice") fields.set(f.name, JSON.stringify(f.choices?.[0] ?? ""));
        }
        if (kind.name === "motor") fields.set("speed", "1");
        const chosen = new Map<string, Item>();
        const candidates = this.maker.items.filter((o) => o.class === "constraint");
        for (const f of joints) if (candidates.length) chosen.set(f.name, candidates[candidates.length - 1]);
        const build = (): New | null => {
          if (chosen.size < joints.length) return null;
          const refers = places.map((f, i) => ({ field: f.name, to: f.entry === "body" ? { of: got[i].of!, text: "" } : this.refer(got[i]) }));
          const links = joints.map((f) => ({ field: f.name, to: { of: chosen.get(f.name)!, text: "" } }));
          return { kind: kind.name, name, refers: [...refers, ...links], fields: [...fields].map(([k, t]) => [k, { lua: t }]) };
        };
        const gui = this.maker.draft(`new ${kind.name}: ${name}`, fields, this.options(kind, ["name", ...places.map((f) => f.name), ...joints.map((f) => f.name)]), build);
        if (joints.length && !candidates.length) this.maker.say(`There is no joint yet that a ${kind.name} could be of: add a hinge first.`, true);
        for (const f of joints) {
          const names = candidates.map((o) => o.name);
          const c = gui.add({ [f.name]: chosen.get(f.name)?.name ?? "" }, f.name, names).onChange((n: string) => {
            chosen.set(f.name, candidates.find((o) => o.name === n)!);
            void this.maker.attempt(async () => {
              const b = build();
              this.maker.history.tryOut(b && this.maker.steps(b));
            });
          });
          c.domElement.dataset.field = f.name;
        }
      },
    );
  }

  // adds a joint of two bodies, or of a body and the world; points and axes are in body coordinates, so that later poses do not change it
  private joint(kind: Kind): void {
    this.ask(
      [
        { hint: "Click a point or a face of a body." },
        { hint: "Click a point or a face of another body; a nail, free space, or the same place again stand for the world.", world: true },
      ],
      (p, before) => (before.length ? p.of?.id !== before[0].of?.id : p.of?.class === "body"),
      ([a, b]) => {
        const name = this.maker.name(kind.name);
        const space = pad(this.maker.history.text);
        const second = b.of?.class === "body" ? b.of : null;
        const poses = [poseAtStart(this.maker.player, a.of!), second && poseAtStart(this.maker.player, second)];
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
        let axis = "of the face" in choices ? "of the face" : `world ${"xyz"[this.maker.picker.viewAxis().indexOf(1)]}`;
        if (axes.length) choices[axis]();
        const refers = [{ field: "a", to: { of: a.of!, text: "" } }, ...(second ? [{ field: "b", to: { of: second, text: "" } }] : [])];
        const build = (): New => ({ kind: kind.name, name, refers, fields: [...fields].map(([k, t]) => [k, { lua: t }]) });
        const show = (): void => {
          const gui = this.maker.draft(`new ${kind.name}: ${name}`, fields, this.options(kind, ["a", "b", "at", "axis", "name"]), build);
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
}
