// Curves of the picked object's quantities over the film's time; a click on them sets the film's time.
import uPlot from "uplot";
import type { Film, Item } from "../scene/film";

const STROKES = ["#5aa9ff", "#ffb454", "#7fd88f", "#e57ab8"];

// a number at an axis: short, and with its power of ten where it is very small or large
const short = (x: number | null): string => {
  if (x === null) return "";
  const size = Math.abs(x);
  return size !== 0 && (size < 1e-3 || size >= 1e6) ? x.toExponential(1).replace("e+", "e") : String(Number(x.toPrecision(6)));
};

interface Curve {
  label: string;
  unit: string; // curves with the same unit share a scale
  values: (number | null)[];
}

export class Curves {
  private plot: uPlot | null = null;
  private told = "";
  private changed = -1; // film.changed for which the curves were drawn

  constructor(
    private box: HTMLElement,
    private seek: (t: number) => void,
  ) {
    new ResizeObserver(() => this.plot?.setSize({ width: this.width(), height: 130 })).observe(box);
  }

  private width(): number {
    return Math.max(200, this.box.clientWidth - 16);
  }

  // draws the curves of an object, or of the scene (null); key: thing whose position is drawn. True: there is another plot
  show(film: Film, item: Item | null, key: number | null): boolean {
    const of = `${item?.class}/${item?.id}/${key}/`;
    if (film.changed === this.changed && this.told.startsWith(of)) return false;
    this.changed = film.changed;
    const list = film.frames.length < 2 ? [] : this.pick(film, item, key);
    const told = of + list.map((c) => c.label).join("/");
    const data = [film.frames.map((f) => f.time), ...list.map((c) => c.values)] as uPlot.AlignedData;
    if (told === this.told) {
      this.plot?.setData(data);
      return false;
    }
    this.told = told;
    // without a plot, as while the first frame is dragged, the box keeps its height: else the picture would move under the pointer
    if (this.plot) this.box.style.minHeight = `${this.box.getBoundingClientRect().height}px`;
    this.plot?.destroy();
    this.plot = null;
    if (!list.length) return false;
    this.box.style.minHeight = "";
    const units = [...new Set(list.map((c) => c.unit))];
    const axis = { grid: { stroke: "#8a93a340" }, ticks: { show: false }, values: (_: uPlot, places: number[]) => places.map(short) };
    const second = list.findIndex((c) => c.unit === units[1]);
    const options: uPlot.Options = {
      width: this.width(),
      height: 130,
      cursor: { y: false, drag: { x: false, y: false }, points: { size: 5 } },
      scales: { x: { time: false } },
      axes: [
        { ...axis, stroke: "#8a93a3", size: 24 },
        { ...axis, scale: `in ${units[0]}`, stroke: second < 0 ? "#8a93a3" : STROKES[0], size: 62 },
        ...(second < 0 ? [] : [{ ...axis, scale: `in ${units[1]}`, stroke: STROKES[second], side: 1, size: 62, grid: { show: false } }]),
      ],
      series: [
        { label: "t", value: (_, x) => (x === null ? "" : `${x.toFixed(3)} s`) },
        ...list.map((c, i) => ({ label: c.label, scale: `in ${c.unit}`, stroke: STROKES[i % 4], width: 1.5, value: (_: uPlot, x: number | null) => (x === null ? "" : x.toPrecision(5)) })),
      ],
    };
    this.plot = new uPlot(options, data, this.box);
    const over = this.plot.over;
    const go = (e: PointerEvent): void => {
      if (e.buttons & 1 && this.plot) this.seek(this.plot.posToVal(e.offsetX, "x"));
    };
    over.addEventListener("pointerdown", go);
    over.addEventListener("pointermove", go);
    return true;
  }

  private pick(film: Film, item: Item | null, key: number | null): Curve[] {
    const of = item ? item.id : 0;
    const list = film.curves
      .map((c, i) => ({ c, i }))
      .filter(({ c }) => c.of === of)
      .map(({ c, i }) => ({
        unit: c.unit ?? "",
        label: `${item ? item.name + " " : ""}${c.name}${c.unit ? `, ${c.unit}` : ""}`,
        values: film.frames.map((f) => (i < f.value.length && Number.isFinite(f.value[i]) ? f.value[i] : null)),
      }));
    if (key !== null) {
      const poses = film.frames.map((_, k) => film.poseOf(k, key));
      ["x", "y", "z"].forEach((label, a) => list.push({ unit: "m", label: `${label}, m`, values: poses.map((p) => (p ? p[a] : null)) }));
    }
    return list.slice(0, 4);
  }

  cursor(t: number): void {
    if (!this.plot) return;
    const left = this.plot.valToPos(t, "x");
    this.plot.setCursor({ left, top: 20 }, false);
    this.plot.setLegend({ idx: this.plot.posToIdx(left) }, false);
  }
}
