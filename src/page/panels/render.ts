// The renderer's pictures in place of the canvas: of one frame, first as a draft, or of the whole film, as `tauwerk run` draws it.
import type { Player } from "../scene/player";
import type { Message, Say } from "../message";

const by = <T extends HTMLElement>(id: string): T => document.getElementById(id) as T;

export class Render {
  private image = document.createElement("img");
  private one: HTMLButtonElement;
  private all: HTMLButtonElement;
  private told = document.createElement("span");
  private at: number | null = null; // time, s, of the picture that is shown or awaited; null: none
  private film: { pictures: number; of: number; running: boolean } = { pictures: 0, of: 0, running: false };
  private plays = false; // true: the whole film's pictures are shown instead of the canvas
  private pictures = new Map<number, string>();
  private asked = 0;

  constructor(
    private player: Player,
    private say: Say,
  ) {
    this.image.id = "picture";
    this.image.alt = "the film's own picture";
    this.image.hidden = true;
    this.image.addEventListener("click", () => this.hide());
    by("view").append(this.image);
    const make = (id: string, text: string, title: string, act: () => void): HTMLButtonElement => {
      const b = document.createElement("button");
      b.id = id;
      b.textContent = text;
      b.title = title;
      b.addEventListener("click", act);
      return b;
    };
    const group = document.createElement("span");
    group.className = "group";
    this.one = make("render", "render", "the film's own picture of this frame (r)", () => this.frame());
    this.all = make("render-film", "render film", "draws all pictures as `tauwerk run` does, and plays them", () => this.whole());
    this.told.id = "progress";
    group.append(this.one, this.all);
    by("film-camera").parentElement?.after(group, this.told);
    window.addEventListener("keydown", (e) => {
      if (e.key === "Escape") this.hide();
    });
  }

  hear(m: Message): boolean {
    if (m.type === "picture") this.take(m);
    else if (m.type === "progress") this.progress(m);
    else {
      if (m.type === "film" || m.type === "running") this.forget();
      return false;
    }
    return true;
  }

  // to be called after the canvas was drawn: hides the picture if the time or the camera is no longer the picture's
  check(): void {
    if (this.plays) this.next();
    else if (this.at !== null && (Math.abs(this.player.time - this.at) > 1e-9 || !this.player.usesFilmCamera)) this.hide();
  }

  private number(): number {
    return Math.max(0, this.player.film.at(this.player.time).k) + 1;
  }

  private frame(): void {
    const { player } = this;
    const k = this.number() - 1;
    player.play(false);
    player.go(player.film.frames[k]?.time ?? 0);
    player.setFilmCamera(true);
    this.plays = false;
    this.at = player.time;
    this.told.textContent = "drawing …";
    this.say({ type: "render", frame: k });
  }

  private whole(): void {
    this.hide();
    this.pictures.clear();
    this.say({ type: "render-film", on: !this.film.running });
  }

  private take(m: Message): void {
    const quality = m.quality as string;
    const url = `data:image/png;base64,${m.image as string}`;
    if (quality === "film") {
      this.asked = 0;
      this.pictures.set((m.frame as number) + 1, url);
      if (this.plays && (m.frame as number) + 1 === this.number()) this.show(url, quality, this.number());
      return;
    }
    const time = this.player.film.frames[m.frame as number]?.time;
    if (this.at === null || time === undefined || Math.abs(time - this.at) > 1e-9) return;
    this.told.textContent = quality === "draft" ? "draft …" : quality;
    this.show(url, quality, (m.frame as number) + 1);
  }

  private show(url: string, quality: string, number: number): void {
    this.image.src = url;
    this.image.dataset.quality = quality;
    this.image.dataset.number = String(number);
    this.image.hidden = false;
  }

  private progress(m: Message): void {
    const was = this.film.running;
    this.film = { pictures: m.pictures as number, of: m.of as number, running: m.running as boolean };
    const { pictures, of, running } = this.film;
    this.all.textContent = running ? "stop rendering" : "render film";
    this.told.textContent = running ? `${pictures} of ${of} pictures` : pictures ? `${pictures} pictures` : "";
    document.body.dataset.rendered = running ? "no" : String(pictures);
    if (was && !running && pictures > 0 && pictures === of) {
      this.plays = true;
      this.player.setFilmCamera(true);
      this.player.go(this.player.film.begin);
      this.player.play(true);
    }
  }

  // shows the picture of the film's present time, if it is here, and asks the server for the next missing one
  private next(): void {
    if (!this.player.usesFilmCamera) return this.hide();
    const n = this.number();
    const url = this.pictures.get(n);
    if (url) this.show(url, "film", n);
    const ahead = [n, n + 1, n + 2, n + 3].find((k) => k <= this.film.of && !this.pictures.has(k));
    if (ahead && this.asked !== ahead) {
      this.asked = ahead;
      this.say({ type: "picture", number: ahead });
    }
    if (this.pictures.size > 120) this.pictures.delete(this.pictures.keys().next().value as number);
  }

  private hide(): void {
    this.image.hidden = true;
    this.at = null;
    this.plays = false;
    if (!this.film.running) this.told.textContent = "";
  }

  private forget(): void {
    this.hide();
    this.pictures.clear();
  }
}
