// Finds the call that made an object, from the line that the engine reports and the object's kind.
import { isLiteral, parse, type Call, type Chunk, type Expr, type Statement, type Table } from "./parse";
import { LuaError } from "./scan";

// an object as the engine reports it: its class, kind, and the file and line where it was made
export interface Made {
  class: string;
  kind: string;
  id: number;
  name: string;
  file: string;
  line: number;
}

// error: the change cannot be written into this script; the message says why, and what to do
export class CannotEdit extends Error {}

const CONNECTED = ["point_to_nail", "point_to_point", "point_to_path"];

export class Script {
  readonly chunk: Chunk;

  // `file`: the script's name without its folder
  constructor(
    readonly source: string,
    readonly file: string,
  ) {
    try {
      this.chunk = parse(source);
    } catch (e) {
      if (!(e instanceof LuaError)) throw e;
      throw new CannotEdit(`${file}:${e.line}: ${e.message}: mend the script first`);
    }
  }

  // ---- names ----------------------------------------------------------------------------------

  private localOf(value: (e: Expr) => boolean): string | null {
    for (const s of this.chunk.block.statements)
      if (s.kind === "local")
        for (let i = 0; i < s.names.length; i++) if (s.values[i] && value(s.values[i])) return s.names[i];
    return null;
  }

  // name of the module in this script, `tw` in: local tw = require "tauwerk"
  get module(): string {
    const name = this.localOf((e) => e.call?.callee === "require" && e.call.args[0]?.value === "tauwerk");
    if (!name) throw new CannotEdit(`${this.file} has no line 'local tw = require "tauwerk"': objects cannot be written into it`);
    return name;
  }

  private isScene(e: Expr): boolean {
    return e.kind === "call" && e.call!.callee === `${this.module}.scene`;
  }

  // the scene's name and the statement that makes it; of several scenes the one that the script returns
  get scene(): { name: string; statement: Statement; call: Call } {
    const all: { name: string; statement: Statement; call: Call }[] = [];
    for (const s of this.chunk.block.statements)
      s.values.forEach((e, i) => {
        if ((s.kind === "local" || s.kind === "assign") && s.names[i] && this.isScene(e)) all.push({ name: s.names[i], statement: s, call: e.call! });
      });
    const back = this.chunk.block.statements.find((s) => s.kind === "return")?.values[0];
    const first = back?.kind === "table" ? back.table!.fields[0]?.value : back;
    const name = first?.kind === "name" ? this.source.slice(first.from, first.to) : null;
    const found = all.find((s) => s.name === name) ?? all[0];
    if (!found) throw new CannotEdit(`${this.file} has no line 'local scene = ${this.module}.scene { ... }': objects cannot be written into it`);
    return found;
  }

  get names(): Set<string> {
    return new Set([...this.chunk.uses.map((u) => u.name), ...this.chunk.tokens.filter((t) => t.type === "name").map((t) => t.text)]);
  }

  // the first of base1, base2, ... that is neither in the script nor in `taken`
  unused(base: string, taken: Iterable<string> = []): string {
    const used = this.names;
    for (const t of taken) used.add(t);
    for (const t of this.chunk.tokens) if (t.type === "string") used.add(String(t.value));
    for (let i = 1; ; i++) if (!used.has(`${base}${i}`)) return `${base}${i}`;
  }

  // ---- objects --------------------------------------------------------------------------------

  // the call that made an object; `all`: every object of the scene
  find(o: Made, all: readonly Made[]): Call {
    const where = `'${o.name}' was made at ${o.file}:${o.line}`;
    if (o.file !== this.file) throw new CannotEdit(`${where}, which is another file: change that one`);
    const fits = (c: Call, kind: string): boolean => c.colon && (c.method === kind || (c.method === "connect" && CONNECTED.includes(kind)));
    const here = this.chunk.calls.filter((c) => (c.line === o.line || c.openLine === o.line) && fits(c, o.kind));
    if (!here.length) throw new CannotEdit(`${where}, by a call that makes more than it: change the script there`);
    const repeated = here.find((c) => c.inside !== "main");
    if (repeated) throw new CannotEdit(`${where}, in a ${repeated.inside}: change the script there`);
    const made = all.filter((x) => x.file === o.file && x.line === o.line && here.some((c) => fits(c, x.kind))).sort((a, b) => a.id - b.id);
    const k = made.findIndex((x) => x.id === o.id);
    if (made.length !== here.length || k < 0) throw new CannotEdit(`${where}, where ${here.length} calls made ${made.length} objects: change the script there`);
    const c = here[k];
    if (!fits(c, o.kind)) throw new CannotEdit(`${where}, where the order of the calls is not known: change the script there`);
    return c;
  }

  // the local variable that the call's result is assigned to, if it is never assigned again; otherwise null
  nameOf(c: Call): string | null {
    const s = c.statement;
    const i = s.values.findIndex((e) => e.call === c);
    const name = i >= 0 && s.kind === "local" && s.block === this.chunk.block ? s.names[i] : undefined;
    if (!name) return null;
    return this.chunk.uses.filter((u) => u.name === name && u.declares).length === 1 ? name : null;
  }

  // the call's argument that is a table of fields; null: it has none
  tableOf(c: Call): Table | null {
    const last = c.args[c.args.length - 1];
    return last?.kind === "table" && (c.method !== "connect" || c.args.length === 3) ? last.table! : null;
  }

  // the fields of a call, by name: text of the value, its expression, and whether it is a literal (isLiteral)
  fields(c: Call): Map<string, { text: string; expr: Expr; plain: boolean }> {
    const out = new Map<string, { text: string; expr: Expr; plain: boolean }>();
    for (const f of this.tableOf(c)?.fields ?? [])
      if (f.key !== null) out.set(f.key, { text: this.source.slice(f.value.from, f.value.to), expr: f.value, plain: isLiteral(f.value) });
    return out;
  }

  // the numbers in a table of literal numbers, like { 1, -2, 0.5 }; null: some item is no number
  static numbers(t: Table | undefined): number[] | null {
    const x = t?.fields.filter((f) => f.positional).map((f) => (f.value.kind === "number" ? f.value.value : null));
    return x && x.every((n) => typeof n === "number") ? (x as number[]) : null;
  }

  // ---- parameters -----------------------------------------------------------------------------

  // the default value in tw.param(name, ...); null: it is no literal number, or not given exactly once
  parameter(name: string): Expr | null {
    const calls = this.chunk.calls.filter((c) => c.callee === `${this.module}.param` && c.args[0]?.kind === "string" && c.args[0].value === name);
    const value = calls.length === 1 ? calls[0].args[1] : undefined;
    return value?.kind === "number" ? value : null;
  }
}
