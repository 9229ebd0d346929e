// The live page's connection to the server; passes each message to the part of the page that handles it.
import type { Message, Say } from "./message";
import { Gallery } from "./panels/gallery";
import { Render } from "./panels/render";
import { showSliders } from "./panels/sliders";
import { Touch } from "./making/touch";
import type { Player } from "./scene/player";

// the part of the page with the script's editor
export interface Partner {
  hear: (m: Message) => boolean; // true: the message is handled, no other part needs it
  slide: (name: string, value: number) => boolean; // true: the slider's value was written into the script
}

const by = <T extends HTMLElement>(id: string): T => document.getElementById(id) as T;
const AGAIN = 1000; // ms from the loss of the connection to the next attempt

export class Live {
  private socket: WebSocket | null = null;
  private first = true; // true: nothing was shown yet
  private fresh = false; // true: a film has begun, but none of its frames was received
  private came = false; // true: frames have come that are not shown yet
  private notice = ""; // the server's message about this film, shown when it is complete
  private parts: { hear: (m: Message) => boolean }[];
  private partner: Partner;

  constructor(
    private player: Player,
    partner: (say: Say) => Partner,
  ) {
    const say: Say = (m) => this.say(m);
    const render = new Render(player, say);
    const touch = new Touch(player, say);
    player.onDraw.push(() => render.check());
    // words that come and go, over the picture
    const words = document.createElement("div");
    words.id = "words";
    by("state").before(words);
    words.append(...["state", "pace", "timestep", "reset", "progress"].map((id) => by(id)));
    this.partner = partner(say);
    this.parts = [this.partner, touch, render, new Gallery(say)];
    // several messages may come between two drawings
    player.onTick = () => {
      if (this.came) this.show();
    };
    this.open();
  }

  private say(m: object): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(m));
    return true;
  }

  private open(): void {
    const token = new URLSearchParams(location.search).get("token") ?? "";
    const socket = new WebSocket(`ws://${location.host}/live?token=${encodeURIComponent(token)}`);
    this.socket = socket;
    socket.binaryType = "arraybuffer";
    socket.onmessage = (e: MessageEvent<string | ArrayBuffer>) => {
      if (typeof e.data === "string") return this.hear(JSON.parse(e.data) as Message);
      this.player.film.takeFrames(e.data);
      this.came = true;
    };
    socket.onclose = () => {
      this.state("tauwerk view has ended; waiting for it", undefined, "");
      setTimeout(() => this.open(), AGAIN);
    };
  }

  // bad: something went wrong, and what, if the text does not say it; small screens show it beside all parts of the page
  private state(text: string, name?: string, bad?: string): void {
    by("state").textContent = text;
    if (bad === undefined) delete by("state").dataset.bad;
    else by("state").dataset.bad = bad;
    if (name) document.body.dataset.state = name;
  }

  private hear(m: Message): void {
    if (this.parts.some((part) => part.hear(m))) return;
    if (m.type === "error") {
      by("error").textContent = String(m.text ?? "");
      by("error").hidden = false;
      this.state("stopped", "error", m.text ? `: ${String(m.text)}` : "");
    } else if (m.type === "running") {
      by("error").hidden = true;
      this.state("simulating …", "running");
    } else if (m.type === "done") this.state(this.notice, "done");
    else if (m.type === "notice") this.notice = String(m.text ?? "");
    else if (this.player.film.take(m) && m.type === "film") this.begin();
    else if (!this.fresh) this.show();
  }

  // the server starts to send another film
  private begin(): void {
    by("error").hidden = true;
    this.notice = "";
    this.state("simulating …", "running");
    this.player.restart();
    showSliders(by("sliders"), this.player.film.head.params ?? [], (name, value) => {
      if (!this.partner.slide(name, value)) this.say({ type: "set", name, value });
    });
    this.fresh = true;
    this.came = false;
  }

  private show(): void {
    this.player.refresh(this.first);
    this.player.pickAgain();
    this.first = this.fresh = this.came = false;
    document.body.dataset.ready = "yes";
  }
}
