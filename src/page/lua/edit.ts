// Changes of a script's text. Each function returns steps, to be applied in their order, each to the text
// that the one before leaves. Text outside the steps' ranges stays the same byte for byte.
import { CannotEdit, Script, type Made } from "./find";
import type { Call, Field, Statement, Table } from "./parse";
import { asName, isIdentity, pad, quoted, turn, value, vector, type Value } from "./write";

export interface Step {
  from: number;
  to: number;
  insert: string;
}

export function apply(source: string, steps: readonly Step[]): string {
  for (const s of steps) source = source.slice(0, s.from) + s.insert + source.slice(s.to);
  return source;
}

const WIDTH = 100; // largest width of a line, columns

// ---- lines ------------------------------------------------------------------------------------

function lineStart(source: string, at: number): number {
  return source.lastIndexOf("\n", at - 1) + 1;
}

function lineEnd(source: string, at: number): number {
  const n = source.indexOf("\n", at);
  const end = n < 0 ? source.length : n;
  return end > at && source[end - 1] === "\r" ? end - 1 : end;
}

const newline = (source: string): string => (source.includes("\r\n") ? "\r\n" : "\n");

function indentAt(source: string, at: number): string {
  const from = lineStart(source, at);
  return /^[ \t]*/.exec(source.slice(from, at))![0];
}

const isBlank = (text: string): boolean => /^\s*$/.test(text);

// ---- fields of a table --------------------------------------------------------------------------

function fieldOf(t: Table, key: string): Field | undefined {
  return t.fields.filter((f) => f.key === key).pop(); // if a key occurs twice, the last one counts
}

// true: every field begins a line
function isTall(source: string, t: Table): boolean {
  const first = t.fields[0];
  const own = (f: Field): boolean => isBlank(source.slice(lineStart(source, f.from), f.from));
  return first !== undefined && t.fields.every(own);
}

function insertField(s: Script, t: Table, text: string): Step[] {
  const { source } = s;
  const last = t.fields[t.fields.length - 1];
  const space = pad(source);
  if (!last) {
    const inside = source.slice(t.from + 1, t.to - 1);
    if (isBlank(inside)) return [{ from: t.from, to: t.to, insert: `{${space}${text}${space}}` }];
    // the table has only a comment
    const eol = newline(source);
    const indent = indentAt(source, t.from);
    return [{ from: t.from + 1, to: t.from + 1, insert: `${eol}${indent}  ${text},` }];
  }
  const end = last.separator >= 0 ? last.separator + 1 : last.to;
  const comma = last.separator >= 0 ? "" : ",";
  const tail = last.separator >= 0 ? "," : "";
  const column = end - lineStart(source, end);
  const tall = isTall(source, t);
  if (!tall && column + text.length + 4 <= Math.max(WIDTH, lineEnd(source, end) - lineStart(source, end)))
    return [{ from: end, to: end, insert: `${comma} ${text}${tail}` }];
  // a new line, after the comment that follows the last field
  const first = tall ? last : (t.fields.find((f) => lineStart(source, f.from) === lineStart(source, end)) ?? last);
  const indent = tall ? indentAt(source, first.from) : " ".repeat(first.from - lineStart(source, first.from));
  const put = `${newline(source)}${indent}${text}${tail}`;
  const rest = source.slice(end, lineEnd(source, end));
  const comment = /^[ \t]*--(?!\[=*\[)/.test(rest);
  if (!comment) return [{ from: end, to: end, insert: comma + put }];
  const at = lineEnd(source, end);
  const steps: Step[] = [{ from: at, to: at, insert: put }];
  if (comma) steps.push({ from: end, to: end, insert: comma });
  return steps;
}

function removeField(s: Script, t: Table, f: Field): Step[] {
  const { source } = s;
  const i = t.fields.indexOf(f);
  const [before, next] = [t.fields[i - 1], t.fields[i + 1]];
  const end = f.separator >= 0 ? f.separator + 1 : f.to;
  const from = lineStart(source, f.from);
  const to = lineEnd(source, end);
  const alone = isBlank(source.slice(from, f.from)) && /^[ \t]*(--(?!\[=*\[).*)?$/.test(source.slice(end, to)) && to < source.length;
  if (alone) {
    const through = source.startsWith("\r\n", to) ? to + 2 : to + 1;
    return [{ from, to: through, insert: "" }];
  }
  const clear = (a: number, b: number): boolean => !s.chunk.comments.some((c) => c.from < b && c.to > a);
  if (next && clear(end, next.from)) return [{ from: f.from, to: next.from, insert: "" }];
  const behind = before ? before.to : -1;
  if (!next && before && clear(behind, f.from)) return [{ from: behind, to: f.to, insert: "" }];
  if (!next && !before && clear(t.from, t.to)) return [{ from: t.from, to: t.to, insert: "{}" }];
  return [{ from: f.from, to: end, insert: "" }];
}

// sets the text of a field's value; null: removes the field
export function setField(s: Script, c: Call, key: string, text: string | null): Step[] {
  const t = s.tableOf(c);
  if (!t) {
    if (text === null) return [];
    const space = pad(s.source);
    const table = `{${space}${key} = ${text}${space}}`;
    if (c.method !== "connect" && c.args.length) throw new CannotEdit(`the fields of this ${c.method} are not a table in the script: change it there`);
    if (c.method === "connect" && c.args.length !== 2) throw new CannotEdit("the options of this connection are not a table in the script: change them there");
    const last = c.args[c.args.length - 1];
    if (last) return [{ from: last.to, to: last.to, insert: `, ${table}` }];
    return [{ from: c.argsFrom, to: c.argsTo, insert: ` ${table}` }];
  }
  const f = fieldOf(t, key);
  if (!f) return text === null ? [] : insertField(s, t, `${key} = ${text}`);
  return text === null ? removeField(s, t, f) : [{ from: f.value.from, to: f.value.to, insert: text }];
}

// sets several fields of one call, as setField does
export function setFields(s: Script, c: Call, fields: readonly (readonly [string, string | null])[]): Step[] {
  const steps: Step[] = [];
  let now = s;
  for (const [key, text] of fields) {
    const call = now.chunk.calls.find((x) => x.from === c.from && x.method === c.method && x.argsFrom === c.argsFrom);
    if (!call) throw new CannotEdit("the call has moved");
    const more = setField(now, call, key, text);
    steps.push(...more);
    if (more.length) now = new Script(apply(now.source, more), s.file);
  }
  return steps;
}

// sets the positional numbers of a call's table, like scene:nail { x, y, z }
export function setPlace(s: Script, c: Call, x: readonly number[]): Step[] {
  const t = s.tableOf(c);
  const found = t?.fields.filter((f) => f.positional) ?? [];
  if (!t || found.length !== x.length) throw new CannotEdit(`this ${c.method} does not have ${x.length} numbers in the script: change it there`);
  return found.map((f, i) => ({ from: f.value.from, to: f.value.to, insert: vector([x[i]], "").slice(1, -1) })).reverse();
}

// ---- statements -------------------------------------------------------------------------------

// the last statement of the main block that makes objects of the scene; if there is none, the one that makes the scene
function lastObject(s: Script, kinds: ReadonlySet<string>): Statement {
  const { name, statement } = s.scene;
  let last = statement;
  for (const c of s.chunk.calls)
    if (c.colon && c.inside !== "function" && kinds.has(c.method) && c.statement.top.from > last.from && (c.base === name || !c.base.includes(".")))
      last = c.statement.top;
  return last;
}

// the statement after which new text goes if it uses objects made at the offsets `after`
function placeFor(s: Script, kinds: ReadonlySet<string>, after: readonly number[]): Statement {
  let last = lastObject(s, kinds);
  for (const at of after)
    for (const x of s.chunk.block.statements) if (x.kind !== "return" && x.from <= at && at <= x.to && x.from > last.from) last = x;
  return last;
}

// inserts a statement into the main block, after the objects and the statements at the offsets `after`
export function insertStatement(s: Script, text: string, kinds: ReadonlySet<string>, after: readonly number[] = []): Step {
  const { source } = s;
  const last = placeFor(s, kinds, after);
  const eol = newline(source);
  const indent = indentAt(source, last.from);
  const next = s.chunk.tokens.find((t) => t.from >= last.to && t.text !== ";");
  let at = last.to;
  const semicolon = s.chunk.tokens.find((t) => t.from >= last.to);
  if (semicolon?.text === ";") at = semicolon.to;
  const end = lineEnd(source, at);
  // a comment at the end of the statement's line stays there
  const comment = s.chunk.comments.find((c) => c.from >= at && c.from <= end && isBlank(source.slice(at, c.from)));
  if (!next || next.type === "end" || next.from >= end) at = comment ? comment.to : end;
  const guard = next?.text === "(" ? ";" : "";
  const gap = last === s.scene.statement ? eol : ""; // an empty line between the scene and its first object
  const behind = source[at] === undefined || /[\r\n]/.test(source[at]) ? "" : eol + indent;
  const put = text.split("\n").join(eol + indent);
  return { from: at, to: at, insert: `${gap}${eol}${indent}${put}${guard}${behind}` };
}

// an expression for an object in the script, the steps that first give it a local name, and the offset where it is made
export function reference(s: Script, o: Made, all: readonly Made[], taken: Iterable<string>): { text: string; steps: Step[]; at: number } {
  let c: Call;
  try {
    c = s.find(o, all);
  } catch (e) {
    if (!(e instanceof CannotEdit)) throw e;
    return { text: `${s.scene.name}:find(${quoted(o.name)})`, steps: [], at: lineAt(s, o) };
  }
  const known = s.nameOf(c);
  if (known) return { text: known, steps: [], at: c.from };
  const statement = c.statement;
  const alone = statement.kind === "call" && statement.values[0].call === c && statement.block === s.chunk.block;
  if (!alone || s.chunk.block.locals >= 180) return { text: `${s.scene.name}:find(${quoted(o.name)})`, steps: [], at: c.from };
  const base = asName(o.name);
  const used = s.names;
  for (const t of taken) used.add(t);
  const name = used.has(base) ? s.unused(`${base}_`, taken) : base;
  return { text: name, steps: [{ from: statement.from, to: statement.from, insert: `local ${name} = ` }], at: c.from };
}

// offset of the first token of the line where an object is made; made in another file: of the script's last statement
function lineAt(s: Script, o: Made): number {
  if (o.file !== s.file) {
    const list = s.chunk.block.statements.filter((x) => x.kind !== "return");
    return list[list.length - 1]?.from ?? 0;
  }
  return s.chunk.tokens.find((t) => t.line >= o.line)?.from ?? 0;
}

// what a field or an argument refers to: an object, with `text` after its name, like .end1, or a new nail
export type Referred = { of: Made; text: string } | { nail: readonly number[] };

// an object to be added: scene:KIND { fields }, scene:nail { place }, scene:connect(p, q, { fields })
export interface New {
  kind: string;
  name: string;
  fields: readonly (readonly [string, Value])[];
  refers?: readonly { field: string; to: Referred }[];
  place?: readonly number[]; // of a nail
  connect?: readonly [Referred, Referred];
}

function fits(text: string, before: number): boolean {
  return before + text.length <= WIDTH;
}

// joins head and parts to HEAD{ PART, PART, ... } in lines of at most WIDTH columns
function layOut(head: string, parts: readonly string[], space: string): string {
  const one = `${head}{${space}${parts.join(", ")}${space}}`;
  if (fits(one, 0)) return one;
  const indent = " ".repeat(head.length + 1 + space.length);
  let out = `${head}{${space}`;
  let column = out.length;
  parts.forEach((p, i) => {
    const text = p + (i < parts.length - 1 ? "," : `${space}}`);
    if (i && column + 1 + text.length > WIDTH) {
      out += `\n${indent}`;
      column = indent.length;
    } else if (i) {
      out += " ";
      column++;
    }
    out += text;
    column += text.length;
  });
  return out;
}

export function addObject(s: Script, n: New, all: readonly Made[], kinds: ReadonlySet<string>): Step[] {
  const space = pad(s.source);
  const scene = s.scene.name;
  const before: Step[] = [];
  const after: number[] = [];
  const local = s.chunk.block.locals < 180 ? asName(n.name) : null;
  if (local && s.names.has(local)) throw new CannotEdit(`the name '${local}' is used in the script already`);
  const given = new Set(local ? [local] : []);
  const refer = (o: Made): string => {
    const r = reference(s, o, all, given);
    if (r.steps.length && !before.some((b) => b.from === r.steps[0].from)) before.push(...r.steps);
    given.add(r.text);
    after.push(r.at);
    return r.text;
  };
  const names = new Map<number, string>();
  const once = (r: Referred): string => {
    if ("nail" in r) return `${scene}:nail ${vector(r.nail, space)}`;
    const known = names.get(r.of.id) ?? refer(r.of);
    names.set(r.of.id, known);
    return known + r.text;
  };
  let text: string;
  const head = local ? `local ${local} = ` : "";
  if (n.connect) {
    const options = [`name = ${quoted(n.name)}`, ...n.fields.map(([k, v]) => `${k} = ${value(v, space)}`)];
    text = `${head}${scene}:connect(${n.connect.map(once).join(", ")}, {${space}${options.join(", ")}${space}})`;
  } else if (n.place) {
    text = `${head}${scene}:nail ${vector(n.place, space)}`;
  } else {
    const parts = [`name = ${quoted(n.name)}`, ...(n.refers ?? []).map((r) => `${r.field} = ${once(r.to)}`), ...n.fields.map(([k, v]) => `${k} = ${value(v, space)}`)];
    text = layOut(`${head}${scene}:${n.kind} `, parts, space);
  }
  const put = insertStatement(s, text, kinds, after);
  return [put, ...before.sort((a, b) => b.from - a.from)];
}

// ---- objects that are there -------------------------------------------------------------------

// sets a body's position x and orientation q through the fields that the script gives it
export function setPose(s: Script, o: Made, all: readonly Made[], x: readonly number[], q: readonly number[]): Step[] {
  const c = s.find(o, all);
  if (c.base !== s.scene.name) throw new CannotEdit(`'${o.name}' is part of a group, whose coordinates its fields are in: change the script there`);
  const f = s.fields(c);
  const space = pad(s.source);
  if (f.has("from") || f.has("to")) return setEnds(s, o, c, x, q);
  const turned: [string, string | null][] = isIdentity(q) ? (f.has("orientation") ? [["orientation", null]] : []) : [["orientation", turn(q, s.module, space)]];
  if (f.has("origin")) throw new CannotEdit(`'${o.name}' is placed by its field 'origin': change the script there`);
  return setFields(s, c, [["position", vector(x, space)], ...turned]);
}

function rotate(q: readonly number[], v: readonly number[]): number[] {
  const [w, a, b, c] = q;
  const t = [2 * (b * v[2] - c * v[1]), 2 * (c * v[0] - a * v[2]), 2 * (a * v[1] - b * v[0])];
  return [v[0] + w * t[0] + b * t[2] - c * t[1], v[1] + w * t[1] + c * t[0] - a * t[2], v[2] + w * t[2] + a * t[1] - b * t[0]];
}

// true: q is the orientation that a body given by its two ends has; along: the body's axis after the rotation q, a unit vector
function isOfEnds(q: readonly number[], along: readonly number[]): boolean {
  const least = [1 + along[2], -along[1], along[0], 0]; // the smallest rotation from z to `along`, not normalized
  const size = Math.hypot(...least) * Math.hypot(...q);
  return size > 1e-6 && Math.abs(least.reduce((sum, c, i) => sum + c * q[i], 0)) > (1 - 1e-13) * size;
}

// sets the pose of a body given by its two ends: moves the ends, or replaces them by position and orientation if they cannot give q
function setEnds(s: Script, o: Made, c: Call, x: readonly number[], q: readonly number[]): Step[] {
  const f = s.fields(c);
  const [a, b] = ["from", "to"].map((k) => Script.numbers(f.get(k)?.expr.table));
  if (!a || !b || a.length !== 3 || b.length !== 3) throw new CannotEdit(`'${o.name}' is placed by ends that are computed: change the script there`);
  const length = Math.hypot(b[0] - a[0], b[1] - a[1], b[2] - a[2]);
  const axis = rotate(q, [0, 0, 1]);
  const along = axis.map((v) => 0.5 * length * v);
  const space = pad(s.source);
  if (!isOfEnds(q, axis))
    return setFields(s, c, [["from", null], ["to", null], [["cylinder", "disk"].includes(o.kind) ? "height" : "length", value(length, space)], ["position", vector(x, space)], ["orientation", turn(q, s.module, space)]]);
  return setFields(s, c, [
    ["from", vector(x.map((v, i) => v - along[i]), space)],
    ["to", vector(x.map((v, i) => v + along[i]), space)],
  ]);
}

// sets the poses of several bodies; left: messages for those that cannot be written
export function setPoses(s: Script, poses: readonly { of: Made; x: readonly number[]; q: readonly number[] }[], all: readonly Made[]): { steps: Step[]; left: string[] } {
  const left: string[] = [];
  const found: { at: number; steps: Step[] }[] = [];
  for (const p of poses)
    try {
      found.push({ at: s.find(p.of, all).from, steps: setPose(s, p.of, all, p.x, p.q) });
    } catch (e) {
      if (!(e instanceof CannotEdit)) throw e;
      left.push(e.message);
    }
  return { steps: found.sort((a, b) => b.at - a.at).flatMap((f) => f.steps), left };
}

// the statement that makes an object and all that use the object and must be removed with it, in the order of the text
export function dependents(s: Script, o: Made, all: readonly Made[], kinds: ReadonlySet<string>): Statement[] {
  const c = s.find(o, all);
  const statement = c.statement;
  if (statement.block !== s.chunk.block || statement.values.length !== 1 || statement.values[0].call !== c)
    throw new CannotEdit(`'${o.name}' is made within a larger statement at line ${o.line}: change the script there`);
  const out = [statement];
  const gone = (name: string): void => {
    for (const u of s.chunk.uses) {
      if (u.name !== name || out.some((x) => u.at >= x.from && u.at < x.to)) continue;
      const t = u.top;
      const call = t.values.length === 1 ? t.values[0].call : undefined;
      const plain = (t.kind === "call" || (t.kind === "local" && t.names.length === 1)) && call?.colon && kinds.has(call.method) && t.block === s.chunk.block;
      if (!plain) throw new CannotEdit(`line ${lineOf(s.source, u.at)} of the script uses '${name}': remove that first`);
      out.push(t);
      if (t.kind === "local") gone(t.names[0]);
    }
  };
  if (statement.kind === "local") gone(statement.names[0]);
  // statements that look the object up by its name
  for (const x of s.chunk.calls)
    if (x.colon && x.method === "find" && x.args[0]?.value === o.name && !out.some((t) => x.from >= t.from && x.from < t.to)) {
      const t = x.statement.top;
      const call = t.values.length === 1 ? t.values[0].call : undefined;
      if (!call?.colon || !kinds.has(call.method) || t.block !== s.chunk.block) throw new CannotEdit(`line ${x.line} of the script uses '${o.name}': remove that first`);
      out.push(t);
      if (t.kind === "local") gone(t.names[0]);
    }
  return out.sort((a, b) => a.from - b.from);
}

export function lineOf(source: string, at: number): number {
  return source.slice(0, at).split("\n").length;
}

export function removeStatements(s: Script, list: readonly Statement[]): Step[] {
  const { source } = s;
  return [...list]
    .sort((a, b) => b.from - a.from)
    .map((x) => {
      const semicolon = s.chunk.tokens.find((t) => t.from >= x.to);
      const end = semicolon?.text === ";" ? semicolon.to : x.to;
      const from = lineStart(source, x.from);
      const to = lineEnd(source, end);
      const alone = isBlank(source.slice(from, x.from)) && /^[ \t]*(--(?!\[=*\[).*)?$/.test(source.slice(end, to));
      if (!alone) return { from: x.from, to: end, insert: "" };
      const through = source.startsWith("\r\n", to) ? to + 2 : Math.min(to + 1, source.length);
      return { from, to: through, insert: "" };
    });
}

// ---- events -----------------------------------------------------------------------------------

// adds an event at time t, s, after all objects: scene:at(t, function() ... end); lines: makes its statements from names of objects
export function addEvent(s: Script, t: number, lines: (refer: (o: Made) => string) => string[], all: readonly Made[], kinds: ReadonlySet<string>): Step[] {
  const before: Step[] = [];
  const after: number[] = [];
  const names = new Map<number, string>();
  const given = new Set<string>();
  const body = lines((o) => {
    const known = names.get(o.id);
    if (known) return known;
    const r = reference(s, o, all, given);
    before.push(...r.steps);
    after.push(r.at);
    given.add(r.text);
    names.set(o.id, r.text);
    return r.text;
  });
  const text = `${s.scene.name}:at(${value(t, "")}, function()\n${body.map((l) => `  ${l}`).join("\n")}\nend)`;
  const put = insertStatement(s, text, kinds, after);
  return [put, ...before.sort((a, b) => b.from - a.from)];
}
