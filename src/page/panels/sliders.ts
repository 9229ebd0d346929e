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

// fills the box; one that is being moved stays
export function showSliders(box: HTMLElement, params: Param[], moved: (name: string, value: number) => void): void {
  const held = document.activeElement instanceof HTMLInputElement && box.contains(document.activeElement) ? document.activeElement.name : "";
  if (held && params.some((p) => p.name === held)) return;
  box.replaceChildren();
  if (!params.length) return;
  const title = document.createElement("h3");
  title.textContent = "parameters";
  box.append(title, ...params.map((p) => slider(p, (value) => moved(p.name, value))));
}
