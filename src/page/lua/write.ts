// Lua text of values, as people write it.

export type Value = number | string | boolean | number[] | { lua: string };

// seven significant digits, since poses are received as 32-bit floats
export function number(x: number): string {
  if (!Number.isFinite(x)) throw new RangeError(`not a number that a script can hold: ${x}`);
  const r = Math.abs(x) < 1e-8 ? 0 : Number(x.toPrecision(7));
  return String(r === 0 ? 0 : r);
}

export function quoted(text: string): string {
  const escapes: Record<string, string> = { '"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" };
  // eslint-disable-next-line no-control-regex
  return `"${text.replace(/["\\\u0000-\u001f\u007f]/g, (c) => escapes[c] ?? `\\${String(c.charCodeAt(0)).padStart(3, "0")}`)}"`;
}

// the space inside braces as in most of the script's tables: " " for "{ 1, 2 }", "" for "{1, 2}"
export function pad(source: string): string {
  const spaced = source.match(/\{ \S/g)?.length ?? 0;
  const tight = source.match(/\{[^\s}]/g)?.length ?? 0;
  return tight > spaced ? "" : " ";
}

export function vector(x: readonly number[], space: string): string {
  return `{${space}${x.map(number).join(", ")}${space}}`;
}

// a unit quaternion (w, x, y, z): TW.axis_angle if its axis is x, y or z, otherwise TW.quat; tw: the module's name
export function turn(q: readonly number[], tw: string, space: string): string {
  const [w, ...v] = q;
  const k = v.findIndex((c) => Math.abs(c) > 1e-7);
  const alone = k >= 0 && v.every((c, i) => i === k || Math.abs(c) <= 1e-7);
  if (!alone) return `${tw}.quat(${q.map(number).join(", ")})`;
  const axis = [0, 1, 2].map((i) => (i === k ? 1 : 0));
  let degrees = (360 / Math.PI) * Math.atan2(v[k], w);
  if (degrees > 180) degrees -= 360;
  if (degrees <= -180) degrees += 360;
  return `${tw}.axis_angle(${vector(axis, space)}, ${tw}.deg(${number(degrees)}))`;
}

export function isIdentity(q: readonly number[]): boolean {
  return q.slice(1).every((c) => Math.abs(c) <= 1e-7);
}

export function value(v: Value, space: string): string {
  if (typeof v === "number") return number(v);
  if (typeof v === "string") return quoted(v);
  if (typeof v === "boolean") return String(v);
  return Array.isArray(v) ? vector(v, space) : v.lua;
}

const WORDS = new Set("and break do else elseif end false for function goto if in local nil not or repeat return then true until while".split(" "));

export function isName(text: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(text) && !WORDS.has(text);
}

// the text as a Lua name: "chain/link 3" becomes chain_link_3
export function asName(text: string): string {
  const t = text.replace(/[^A-Za-z0-9_]+/g, "_").replace(/^(?=[0-9])/, "_").replace(/^_+$/, "");
  return isName(t) ? t : t ? `${t}_` : "object";
}
