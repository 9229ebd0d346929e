// Kinds of objects and their fields, from the program's tables (message `kinds`).

export interface FieldKind {
  name: string;
  entry: "" | "number" | "integer" | "boolean" | "text" | "choice" | "color" | "vector" | "turn" | "body" | "point" | "joint" | "material";
  range: string;
  unit: string;
  doc: string;
  required?: boolean;
  choices?: string[];
  preset?: (number | null)[];
}
export interface Kind {
  class: "body" | "constraint" | "force";
  name: string;
  doc: string;
  fields: FieldKind[];
}
export interface Kinds {
  type: "kinds";
  common: Record<Kind["class"], FieldKind[]>;
  kinds: Kind[];
  materials: string[];
  colors: number[][]; // linear RGB of each of `materials`
}

export function fieldsOf(kinds: Kinds, k: Kind): FieldKind[] {
  return [...k.fields, ...kinds.common[k.class].filter((c) => !k.fields.some((f) => f.name === c.name))];
}

export function kindOf(kinds: Kinds | null, name: string): Kind | null {
  return kinds?.kinds.find((k) => k.name === name) ?? null;
}

// names of a scene's methods that make objects
export function makers(kinds: Kinds | null): Set<string> {
  return new Set([...(kinds?.kinds.map((k) => k.name) ?? []), "nail", "path", "connect", "group"]);
}

// values of a new body's fields; lengths for a scene of radius 1 m
const SIZES: Record<string, number | number[] | string> = {
  length: 0.5, height: 0.3, radius: 0.03, width: 0.2, major_radius: 0.2, minor_radius: 0.05, size: [0.2, 0.2, 0.2], radii: [0.1, 0.15, 0.2], mass: 1,
  inertia: "{ 0.1, 0.1, 0.1 }", file: '"mesh.obj"', parts: '{ { kind = "box", size = { 0.2, 0.2, 0.2 } } }', vertices: "", triangles: "",
};
const ROUND = new Set(["sphere", "disk", "cone", "cylinder"]); // kinds whose radius is 0.15, not the small one of rods

function nice(x: number): number {
  const k = 10 ** Math.floor(Math.log10(x));
  return Number((Math.round(x / k) * k).toPrecision(2));
}

// the fields that a new body begins with, and their values; size: the scene's radius, m
export function firstFields(k: Kind, size: number): [string, number | number[] | string][] {
  const out: [string, number | number[] | string][] = [];
  const wanted = (f: FieldKind): boolean => f.required === true || ["length", "height", "size", "radius"].includes(f.name) || (k.name === "mesh" && f.name === "file") || (k.name === "compound" && f.name === "parts");
  for (const f of k.fields) {
    if (!wanted(f)) continue;
    const v = f.name === "radius" && ROUND.has(k.name) ? 0.15 : SIZES[f.name];
    if (v === undefined || v === "") continue;
    if (f.name === "mass" || typeof v === "string") out.push([f.name, v]);
    else out.push([f.name, typeof v === "number" ? nice(v * size) : v.map((x) => nice(x * size))]);
  }
  return out;
}
