// Curves of the picked object's quantities over the film's time; a click on them sets the film's time.
import uPlot from "uplot";
import type { Film, Item } from "../scene/film";
import { labels } from "./axis";

const STROKES = ["#5aa9ff", "#ffb454", "#7fd88f", "#e57ab8"];

const HEIGHT = 130; // of the plot, pixels
const WIDTH = 62; // least width of an axis at the side

interface Curve {
  label: string;
  unit: string; // curves with the same unit share a scale
  values: (number | null)[];
}

export class Curves {
  private plot: uPlot | null = null;
  private told = "";
  private changed = -1; // film.changed for which the curves were drawn
  private height = 0; // of the box with its last plot

  constructor(
    private box: HTMLElement,
    private seek: (t: number) => void,
  ) {
    new ResizeObserver(() => this.plot?.setSize({ width: this.width(), height: HEIGHT })).observe(box);
  }

  private width(): number {
    return Math.max(200, this.box.clientWidth - 16);
  }

  // draws the curves of an object, or of the scene (null); key: thing whose position is drawn; whole: no more frames are to come.
  // True: the box may have another height
  show(film: Film, item: Item | null, key: number | null, whole: boolean): boolean {
    const drawn = this.draw(film, item, key);
    // without a plot, as while the first frame is dragged, the box keeps its height: else the picture would move under the pointer
    const keeps = !this.plot && !whole && film.frames.length < 2;
    const least = keeps && this.height > 0 ? `${this.height}px` : "";
    if (least === this.box.style.minHeight) return drawn;
    this.box.style.minHeight = least;
    return true;
  }

  // true: there is another plot
  private draw(film: Film, item: Item | null, key: number | null): boolean {
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
    if (this.plot) this.height = this.box.getBoundingClientRect().height;
    this.plot?.destroy();
    this.plot = null;
    if (!list.length) return true;
    const units = [...new Set(list.map((c) => c.unit))];
    const axis = { grid: { stroke: "#8a93a340" }, ticks: { show: false }, values: (_: uPlot, places: number[]) => labels(places) };
    const beside = { ...axis, size: (_: uPlot, texts: string[] | null) => Math.max(WIDTH, ...(texts ?? []).map((t) => 14 + 7 * t.length)) };
    const second = list.findIndex((c) => c.unit === units[1]);
    const options: uPlot.Options = {
      width: this.width(),
      height: HEIGHT,
      cursor: { y: false, drag: { x: false, y: false }, points: { size: 5 } },
      scales: { x: { time: false } },
      axes: [
        { ...axis, stroke: "#8a93a3", size: 24 },
        { ...beside, scale: `in ${units[0]}`, stroke: second < 0 ? "#8a93a3" : STROKES[0] },
        ...(second < 0 ? [] : [{ ...beside, scale: `in ${units[1]}`, stroke: STROKES[second], side: 1, grid: { show: false } }]),
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
