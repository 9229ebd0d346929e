// Entries of a panel for the fields of an object, made from its kind's table of fields.
import GUI, { type Controller } from "lil-gui";
import { isExpression } from "../script/editor";
import type { FieldKind, Kinds } from "./kinds";
import { number, pad, quoted, vector } from "../lua/index";

export type Given = { text: string; plain: boolean } | null; // the value in the script; plain: a literal; null: no value

export interface Entry {
  field: FieldKind;
  given: Given;
  set: (text: string | null, sliding: boolean) => void; // text: Lua text of the value, null removes the field; sliding: more changes follow
  material?: string; // Lua text of the material of the object
}

const NUMBER = /^-?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

export function numbersOf(text: string): number[] | null {
  const parts = text.trim().replace(/^\{/, "").replace(/\}$/, "").split(",").map((p) => p.trim());
  if (parts[parts.length - 1] === "") parts.pop();
  return parts.length && parts.every((p) => NUMBER.test(p)) ? parts.map(Number) : null;
}

function presetOf(f: FieldKind): string {
  const p = f.preset?.filter((x): x is number => x !== null) ?? [];
  if (!p.length) return "";
  if (f.entry === "choice") return f.choices?.[p[0]] ?? "";
  if (f.entry === "boolean") return p[0] ? "true" : "false";
  if (f.entry === "vector") return p.slice(0, 3).map(number).join(", ");
  return number(p[0]);
}

// sets the entry's help; if the script gives the field, adds a button that removes it
function mark(c: Controller, e: Entry): void {
  c.domElement.title = `${e.field.doc}${e.field.unit ? ` (${e.field.unit})` : ""}`;
  c.domElement.dataset.field = e.field.name;
  if (!e.given || e.field.required) return;
  const b = document.createElement("button");
  b.className = "drop";
  b.textContent = "×";
  b.title = `take '${e.field.name}' out of the script`;
  b.addEventListener("click", () => e.set(null, false));
  c.domElement.append(b);
}

function numberEntry(gui: GUI, e: Entry, value: number): void {
  const f = e.field;
  const box = { [f.name]: value };
  const low = f.range === "any" ? -Infinity : 0;
  const whole = f.entry === "integer";
  let c: Controller;
  if (f.range === "unit" || f.range === "share") c = gui.add(box, f.name, 0, 1, 0.01);
  else if (low === 0 && value > 0) {
    const top = Number((value * 4).toPrecision(2));
    c = gui.add(box, f.name, f.range === "positive" ? top / 400 : 0, top, whole ? 1 : top / 400);
  } else c = gui.add(box, f.name, low === 0 ? 0 : undefined, undefined, whole ? 1 : undefined);
  c.onChange((x: number) => Number.isFinite(x) && (f.range !== "positive" || x > 0) && e.set(number(x), true));
  c.onFinishChange(() => e.set(number(box[f.name]), false));
  mark(c, e);
}

function textEntry(gui: GUI, e: Entry, shown: string, take: (text: string) => string | null): void {
  const box = { [e.field.name]: shown };
  const c = gui.add(box, e.field.name);
  c.onFinishChange((text: string) => {
    if (text === shown) return;
    const lua = text.trim() === "" && !e.field.required ? null : take(text);
    const bad = lua === null && text.trim() !== "";
    c.domElement.classList.toggle("bad", bad);
    if (!bad) e.set(lua, false);
  });
  mark(c, e);
}

const lua = (text: string): string | null => (isExpression(text) ? text.trim() : null);

export function addEntry(gui: GUI, e: Entry, kinds: Kinds, source: string): void {
  const f = e.field;
  const given = e.given?.text ?? "";
  const space = pad(source);
  // a computed value is edited as text
  if (e.given && !e.given.plain && f.entry !== "material") return textEntry(gui, e, given, lua);
  const boxed = { [f.name]: given || presetOf(f) };
  switch (f.entry) {
    case "number":
    case "integer": {
      const n = Number(given || presetOf(f) || NaN);
      if (Number.isFinite(n)) return numberEntry(gui, e, n);
      return textEntry(gui, e, given, lua);
    }
    case "vector":
      return textEntry(gui, e, (numbersOf(given) ?? []).map(number).join(", ") || (given ? given : presetOf(f)), (t) => {
        const n = numbersOf(t);
        return n ? (n.length === 3 ? vector(n, space) : null) : lua(t);
      });
    case "boolean": {
      const box = { [f.name]: (given || presetOf(f)) === "true" };
      const c = gui.add(box, f.name).onChange((on: boolean) => e.set(String(on), false));
      return mark(c, e);
    }
    case "choice": {
      const box = { [f.name]: given ? given.replace(/^["']|["']$/g, "") : presetOf(f) };
      const c = gui.add(box, f.name, f.choices ?? []).onChange((v: string) => e.set(quoted(v), false));
      return mark(c, e);
    }
    case "material": {
      const named = given.replace(/^["']|["']$/g, "");
      const choices = ["", ...kinds.materials];
      if (!choices.includes(named)) return textEntry(gui, e, given, lua);
      const c = gui.add({ [f.name]: named }, f.name, choices).onChange((v: string) => e.set(v ? quoted(v) : null, false));
      return mark(c, e);
    }
    case "color":
      return colorEntry(gui, e, given, kinds, space);
    case "text":
      return textEntry(gui, e, given.replace(/^["']|["']$/g, ""), quoted);
    default:
      boxed[f.name] = given;
      return textEntry(gui, e, given, lua);
  }
}

const linear = (c: number): number => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
const shown = (c: number): number => (c <= 0.0031308 ? 12.92 * c : 1.055 * c ** (1 / 2.4) - 0.055);

// an entry for a colour: linear numbers or text "#rrggbb" in the script, sRGB in the panel
function colorEntry(gui: GUI, e: Entry, given: string, kinds: Kinds, space: string): void {
  const n = numbersOf(given);
  const own = n ?? kinds.colors[kinds.materials.indexOf((e.material ?? "").replace(/^["']|["']$/g, ""))];
  const hex = /^["'](#[0-9a-fA-F]{6})["']$/.exec(given)?.[1];
  if (given && !n && !hex) return textEntry(gui, e, given, lua);
  const start = hex ?? (own ? `#${own.map((c) => Math.round(255 * Math.min(1, Math.max(0, shown(c)))).toString(16).padStart(2, "0")).join("")}` : "#b0b0b0");
  const box = { [e.field.name]: start };
  const write = (v: string): string => (n ? vector([1, 3, 5].map((i) => Number(linear(parseInt(v.slice(i, i + 2), 16) / 255).toPrecision(3))), space) : quoted(v));
  const c = gui.addColor(box, e.field.name);
  c.onChange((v: string) => e.set(write(v), true));
  c.onFinishChange((v: string) => e.set(write(v), false));
  mark(c, e);
}
