// Writes changes made in the running scene into the script: kept drags and pulls, switches, fields, sliders.
import { addEvent, apply, CannotEdit, pad, setField, setPoses, value, vector } from "../lua/index";
import { makers } from "./kinds";
import type { Maker } from "./make";

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

export class Recorder {
  constructor(private maker: Maker) {}

  // makes the bodies' poses at the time shown their first poses in the script
  keepPoses(): void {
    const { k } = this.maker.player.film.at(this.maker.player.time);
    const bodies = this.maker.items.filter((o) => o.class === "body" && !o.fixed && !o.driven);
    const poses = bodies.flatMap((o) => {
      const p = this.maker.player.film.poseOf(k, o.id);
      return p ? [{ id: o.id, position: Array.from(p.slice(0, 3)), orientation: Array.from(p.slice(3, 7)) }] : [];
    });
    this.writePoses(poses);
  }

  private writePoses(list: { id: number; position: number[]; orientation: number[] }[]): void {
    void this.maker.attempt(async () => {
      await this.maker.history.synced();
      const poses = list.flatMap((p) => {
        const of = this.maker.items.find((o) => o.class === "body" && o.id === p.id);
        return of ? [{ of, x: p.position, q: p.orientation }] : [];
      });
      const { steps, left } = setPoses(this.maker.history.script(), poses, this.maker.items);
      this.maker.history.change(steps);
      if (left.length) this.maker.say(left.slice(0, 3).join("\n") + (left.length > 3 ? `\n… and ${left.length - 3} more` : ""), true);
    });
  }

  kept(m: KeptPose | KeptPull): void {
    if (m.sort === "pose" && m.time <= this.maker.player.film.begin) return this.writePoses(m.bodies);
    if (m.sort === "pose") return this.writeLater(m);
    void this.maker.attempt(async () => {
      await this.maker.history.synced();
      const of = this.maker.items.find((o) => o.class === "body" && o.id === m.id);
      if (!of) throw new CannotEdit("the body that was pulled is not in the scene any more");
      const s = this.maker.history.script();
      const space = pad(s.source);
      const scene = s.scene.name;
      const force = m.max_force ? `, max_force = ${value(m.max_force, "")}` : "";
      const [[, ...first], ...moves] = m.keys;
      // in the script the hand is a nail, moved at the times when the hand moved
      const steps = addEvent(s, m.time, (refer) => [
        `local hand = ${scene}:nail ${vector(first, space)}`,
        `local pull = ${scene}:connect(${refer(of)}:point ${vector(m.point, space)}, hand, {${space}tau = ${value(m.tau, "")}${force}${space}})`,
        "for _, move in ipairs {",
        ...moves.map(([t, ...x]) => `  { ${value(t, "")}, ${vector(x, space)} },`),
        `} do ${scene}:at(move[1], function() hand.position = move[2] end) end`,
        `${scene}:at(${value(m.end, "")}, function() pull:remove() hand:remove() end)`,
      ], this.maker.items, makers(this.maker.kinds));
      this.maker.history.change(steps);
    });
  }

  // writes poses of bodies that were moved when the scene's time was later than its begin: an event at that time
  private writeLater(m: KeptPose): void {
    void this.maker.attempt(async () => {
      await this.maker.history.synced();
      const s = this.maker.history.script();
      const space = pad(s.source);
      const steps = addEvent(s, m.time, (refer) => m.bodies.flatMap((b) => {
        const of = this.maker.items.find((o) => o.class === "body" && o.id === b.id);
        return of ? [`${refer(of)}.position = ${vector(b.position, space)}`, `${refer(of)}.orientation = ${s.module}.quat(${b.orientation.map((c) => value(c, "")).join(", ")})`] : [];
      }), this.maker.items, makers(this.maker.kinds));
      this.maker.history.change(steps);
    });
  }

  // writes a field that was changed in the running scene: at the scene's begin in the object's call, later as an event
  changed(m: Changed): void {
    void this.maker.attempt(async () => {
      await this.maker.history.synced();
      const of = this.maker.items.find((o) => o.id === m.id);
      if (!of) return;
      const s = this.maker.history.script();
      const text = value(m.value, pad(s.source));
      if (m.time <= this.maker.player.film.begin) this.maker.history.change(setField(s, s.find(of, this.maker.items), m.field, text));
      else this.maker.history.change(addEvent(s, m.time, (refer) => [`${refer(of)}.${m.field} = ${text}`], this.maker.items, makers(this.maker.kinds)));
    });
  }

  // writes a slider's value as the default in tw.param; false: that default is no literal number
  parameter(name: string, x: number): boolean {
    try {
      const s = this.maker.history.script();
      const e = s.parameter(name);
      if (!e) return false;
      const step = { from: e.from, to: e.to, insert: value(x, "") };
      if (apply(s.source, [step]) !== s.source) this.maker.history.change([step], `param/${name}`);
      return true;
    } catch (error) {
      if (!(error instanceof CannotEdit)) throw error;
      return false;
    }
  }
}
