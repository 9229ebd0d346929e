// The list of objects with its search, and the values of the picked object.
import type { Film, Item, Thing } from "../scene/film";

export interface Picked {
  name: string;
  item: Item | null; // object of the script; null: known from the picture only, as in a baked film
  key: number | null; // key of its thing in the film; null: it has none
}

const TITLES: [string, string][] = [
  ["body", "bodies"],
  ["constraint", "constraints"],
  ["force", "forces"],
  ["point", "points"],
];

const MOST = 2000; // largest number of entries shown for one class of objects

export class Tree {
  private told = "";

  constructor(
    private box: HTMLElement,
    private search: HTMLInputElement,
    private pick: (p: Picked) => void,
  ) {
    search.addEventListener("input", () => (this.told = ""));
    search.addEventListener("keydown", (e) => e.key === "ArrowDown" && this.move(e, 0));
    box.addEventListener("keydown", (e) => {
      const at = this.entries().indexOf(document.activeElement as HTMLElement);
      if (e.key === "ArrowDown" || e.key === "ArrowUp") this.move(e, at + (e.key === "ArrowDown" ? 1 : -1));
      if (e.key === "Enter") this.entries()[at]?.click();
    });
  }

  private entries(): HTMLElement[] {
    return [...this.box.querySelectorAll<HTMLElement>("[role=treeitem]")];
  }

  private move(e: KeyboardEvent, to: number): void {
    const entry = this.entries()[to];
    e.preventDefault();
    if (!entry) return;
    this.stop(entry);
    entry.focus();
  }

  // makes this entry the only one that Tab reaches; arrow keys reach the others
  private stop(entry: HTMLElement | undefined): void {
    for (const e of this.box.querySelectorAll<HTMLElement>("[tabindex='0']")) e.tabIndex = -1;
    if (entry) entry.tabIndex = 0;
  }

  // adds a line with the number of entries that are not shown
  private more(left: number): void {
    if (left <= 0) return;
    const p = document.createElement("p");
    p.textContent = `and ${left} more: search for them`;
    this.box.append(p);
  }

  show(film: Film, picked: Picked | null): void {
    const words = this.search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const told = `${film.listed}/${words.join(" ")}/${picked?.name}/${picked?.item?.class}`;
    if (told === this.told) return;
    this.told = told;
    const focused = this.entries().indexOf(document.activeElement as HTMLElement);
    this.box.replaceChildren();
    const fits = (o: { name: string; kind?: string }): boolean => words.every((w) => `${o.name} ${o.kind ?? ""}`.toLowerCase().includes(w));
    const add = (p: Picked, kind: string): void => {
      const e = document.createElement("div");
      e.setAttribute("role", "treeitem");
      e.tabIndex = -1;
      e.setAttribute("aria-selected", String(picked !== null && picked.name === p.name && picked.item?.class === p.item?.class));
      e.append(p.name, " ");
      const small = document.createElement("small");
      small.textContent = kind;
      e.append(small);
      e.title = p.item ? `${p.item.file}:${p.item.line}` : p.name;
      e.addEventListener("click", () => this.pick(p));
      this.box.append(e);
    };
    const title = (text: string): void => {
      const h = document.createElement("h3");
      h.textContent = text;
      this.box.append(h);
    };
    for (const [sort, name] of TITLES) {
      const list = film.items.filter((o) => o.class === sort && fits(o));
      if (list.length) title(name);
      for (const item of list.slice(0, MOST)) add({ name: item.name, item, key: sort === "body" ? item.id : null }, item.kind);
      this.more(list.length - MOST);
    }
    const known = new Set(film.items.filter((o) => o.class === "body").map((o) => o.id));
    const rest = new Map<number, Thing>();
    for (const t of film.things) if (!(t.body && known.has(t.key)) && fits(t)) rest.set(t.key, t);
    if (rest.size) title(film.items.length ? "in the picture only" : "things");
    for (const t of [...rest.values()].slice(0, MOST)) add({ name: t.name, item: null, key: t.key }, t.body ? "" : "prop");
    this.more(rest.size - MOST);
    const all = this.entries();
    this.stop(all[focused] ?? all[0]);
    all[focused]?.focus();
  }
}

const number = (x: number): string => (Number.isFinite(x) ? String(Number(x.toPrecision(6))) : "–");

export class Fields {
  constructor(private box: HTMLElement) {}

  show(film: Film, t: number, picked: Picked | null): void {
    const rows: [string, string][] = [];
    this.box.replaceChildren();
    const head = document.createElement("h2");
    head.textContent = picked ? picked.name : film.head.name;
    this.box.append(head);
    const { k } = film.at(t);
    const frame = film.frames[k];
    if (picked) this.fields(film, t, k, picked, rows);
    else {
      const count = (c: string): string => String(film.items.filter((o) => o.class === c).length);
      rows.push(["frames", String(film.frames.length)], ["fps", number(film.head.fps)]);
      if (film.items.length) rows.push(["bodies", count("body")], ["constraints", count("constraint")], ["forces", count("force")]);
    }
    const of = picked ? picked.item?.id : 0;
    film.curves.forEach((c, i) => {
      if (c.of === of && frame && i < frame.value.length) rows.push([c.name, `${number(frame.value[i])} ${c.unit ?? ""}`]);
    });
    const table = document.createElement("table");
    for (const [name, value] of rows) {
      const row = table.insertRow();
      row.insertCell().textContent = name;
      row.insertCell().textContent = value;
    }
    this.box.append(table);
  }

  private fields(film: Film, t: number, k: number, picked: Picked, rows: [string, string][]): void {
    const o = picked.item;
    if (o) {
      rows.push(["kind", o.kind], ["made at", `${o.file}:${o.line}`]);
      if (o.mass !== undefined) rows.push(["mass", `${number(o.mass)} kg`]);
      if (o.volume !== undefined) rows.push(["volume", `${number(o.volume)} m³`]);
      if (o.inertia) rows.push(["inertia", o.inertia.map(number).join(" ") + " kg m²"]);
      if (film.isOff(o.id, t)) rows.push(["switched off", "yes"]);
      if (o.fixed) rows.push(["fixed", "yes"]);
      if (o.driven) rows.push(["driven", "yes"]);
      if (o.tau !== undefined) rows.push(["tau", `${number(o.tau)} s`]);
      if (o.local) rows.push(["in body axes", o.local.map(number).join(" ") + " m"]);
      if (o.at) rows.push(["at", o.at.map(number).join(" ") + " m"]);
    }
    const pose = picked.key === null ? null : film.poseOf(k, picked.key);
    if (!pose) return;
    const p = Array.from(pose, number);
    rows.push(["position", p.slice(0, 3).join(" ") + " m"], ["orientation", p.slice(3).join(" ")]);
  }
}
