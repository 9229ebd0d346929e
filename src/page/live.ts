// The live page: what the server says as the scene runs, errors, and sliders of its parameters.
import { Gallery } from "./gallery";
import type { Player } from "./main";
import { Render } from "./render";
import { Touch } from "./touch";

const by = <T extends HTMLElement>(id: string): T => document.getElementById(id) as T;

// what else of the page hears the server, and writes sliders into the script
export interface Partner {
  hear: (m: { type: string } & Record<string, unknown>) => boolean; // true: it was for it
  slide: (name: string, value: number) => boolean; // true: it has written it
}

// says a message to the server; false: there is no connection
export type Say = (m: object) => boolean;

export function connect(player: Player, partner: (say: Say) => Partner): void {
  const token = new URLSearchParams(location.search).get("token") ?? "";
  let socket: WebSocket | null = null;
  let first = true;
  let fresh = false; // no frame of this film has come yet
  const say: Say = (m) => {
    if (socket?.readyState !== WebSocket.OPEN) return false;
    socket.send(JSON.stringify(m));
    return true;
  };
  const touch = new Touch(player, say);
  const render = new Render(player, say);
  const gallery = new Gallery(say);
  player.onDraw.push(() => render.check());
  const other = partner(say);
  const state = (text: string): void => {
    by("state").textContent = text;
  };

  const show = (): void => {
    player.refresh(first);
    player.pickAgain();
    first = fresh = false;
    document.body.dataset.ready = "yes";
  };

  const words = (text: string): void => {
    const m = JSON.parse(text) as { type: string; text?: string } & Record<string, unknown>;
    if (other.hear(m) || touch.hear(m) || render.hear(m) || gallery.hear(m)) return;
    if (m.type === "error") {
      by("error").textContent = m.text ?? "";
      by("error").hidden = false;
      state("stopped");
      document.body.dataset.state = "error";
    } else if (m.type === "done") {
      state("");
      document.body.dataset.state = "done";
    } else if (player.film.take(m) && m.type === "film") {
      by("error").hidden = true;
      state("simulating …");
      document.body.dataset.state = "running";
      player.restart();
      sliders();
      fresh = true;
    } else if (!fresh) show();
  };

  const sliders = (): void => {
    const box = by("sliders");
    const held = document.activeElement instanceof HTMLInputElement ? document.activeElement.name : "";
    const params = player.film.head.params ?? [];
    // a slider that is being moved stays
    if (held && params.some((p) => p.name === held) && box.contains(document.activeElement)) return;
    box.replaceChildren();
    if (!params.length) return;
    const title = document.createElement("h3");
    title.textContent = "parameters";
    box.append(title);
    for (const p of params) {
      const label = document.createElement("label");
      const input = document.createElement("input");
      const told = document.createElement("span");
      const low = p.min ?? Math.min(0, 2 * p.value);
      const high = p.max ?? (p.value === 0 ? 1 : Math.max(0, 2 * p.value));
      input.type = "range";
      input.name = p.name;
      input.min = String(low);
      input.max = String(high);
      input.step = Number.isInteger(p.value) && high - low >= 4 && high - low <= 100 ? "1" : "any";
      input.value = String(p.value);
      told.textContent = String(Number(p.value.toPrecision(6)));
      label.title = p.doc || p.name;
      label.append(p.name, told, input);
      input.addEventListener("input", () => {
        told.textContent = String(Number(Number(input.value).toPrecision(6)));
        if (!other.slide(p.name, Number(input.value))) say({ type: "set", name: p.name, value: Number(input.value) });
      });
      box.append(label);
    }
  };

  const open = (): void => {
    socket = new WebSocket(`ws://${location.host}/live?token=${encodeURIComponent(token)}`);
    socket.binaryType = "arraybuffer";
    socket.onmessage = (e: MessageEvent<string | ArrayBuffer>) => {
      if (typeof e.data === "string") return words(e.data);
      player.film.takeFrames(e.data);
      show();
    };
    socket.onclose = () => {
      state("tauwerk view has ended; waiting for it");
      setTimeout(open, 1000);
    };
  };
  open();
}
