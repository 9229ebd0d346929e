// Sliders of the script's parameters (tw.param).
interface Param {
  name: string;
  value: number;
  min: number | null;
  max: number | null;
  doc: string;
}

const short = (x: number): string => String(Number(x.toPrecision(6)));

function slider(p: Param, moved: (value: number) => void): HTMLLabelElement {
  const label = document.createElement("label");
  const input = document.createElement("input");
  const shown = document.createElement("span");
  const low = p.min ?? Math.min(0, 2 * p.value);
  const high = p.max ?? (p.value === 0 ? 1 : Math.max(0, 2 * p.value));
  input.type = "range";
  input.name = p.name;
  input.min = String(low);
  input.max = String(high);
  input.step = Number.isInteger(p.value) && high - low >= 4 && high - low <= 100 ? "1" : "any";
  input.value = String(p.value);
  shown.textContent = short(p.value);
  label.title = p.doc || p.name;
  label.append(p.name, shown, input);
  input.addEventListener("input", () => {
    shown.textContent = short(Number(input.value));
    moved(Number(input.value));
  });
  return label;
}

// fills the box with sliders; keeps the element of the slider that has the focus, so that a drag of it goes on
export function showSliders(box: HTMLElement, params: Param[], moved: (name: string, value: number) => void): void {
  const input = document.activeElement instanceof HTMLInputElement && box.contains(document.activeElement) ? document.activeElement : null;
  const held = params.some((p) => p.name === input?.name) ? input!.parentElement : null;
  for (const e of [...box.children]) if (e !== held) e.remove();
  if (!params.length) return;
  const title = document.createElement("h3");
  title.textContent = "parameters";
  const all = [title, ...params.map((p) => (held && p.name === input!.name ? held : slider(p, (value) => moved(p.name, value))))];
  const at = held ? all.indexOf(held) : 0;
  if (held) held.before(...all.slice(0, at));
  box.append(...all.slice(held ? at + 1 : 0));
}
