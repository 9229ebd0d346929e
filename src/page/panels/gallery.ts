// The scenes of a folder as cards with posters; a click on a card opens a view of that scene.
import type { Message, Say } from "../message";

interface Card {
  name: string;
  title: string;
}

export class Gallery {
  private box = document.createElement("div");
  private cards: HTMLButtonElement[] = [];

  constructor(private say: Say) {
    this.box.id = "gallery";
    this.box.hidden = true;
    document.body.append(this.box);
  }

  hear(m: Message): boolean {
    if (m.type === "gallery") this.show(m.name as string, m.scenes as Card[]);
    else if (m.type === "poster") this.poster(m);
    else if (m.type === "opened") location.href = m.address as string;
    else return false;
    return true;
  }

  private show(name: string, scenes: Card[]): void {
    document.title = `${name} – tauwerk`;
    const title = document.createElement("h1");
    const search = document.createElement("input");
    const grid = document.createElement("div");
    title.textContent = name;
    search.type = "search";
    search.placeholder = `search ${scenes.length} scenes`;
    search.addEventListener("input", () => {
      const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
      this.cards.forEach((c) => (c.hidden = !words.every((w) => (c.textContent ?? "").toLowerCase().includes(w))));
    });
    this.cards = scenes.map((scene, i) => {
      const card = document.createElement("button");
      const picture = document.createElement("span");
      const label = document.createElement("b");
      const text = document.createElement("small");
      picture.className = "poster";
      label.textContent = scene.name.replace(/\.lua$/, "");
      text.textContent = scene.title;
      card.append(picture, label, text);
      card.addEventListener("click", () => {
        card.dataset.opening = "yes";
        this.say({ type: "open", scene: i });
      });
      return card;
    });
    grid.className = "cards";
    grid.append(...this.cards);
    this.box.replaceChildren(title, search, grid);
    this.box.hidden = false;
    document.body.dataset.state = "gallery";
  }

  private poster(m: Message): void {
    const place = this.cards[m.scene as number]?.querySelector(".poster");
    if (!place) return;
    if (m.image) {
      const image = document.createElement("img");
      image.alt = "";
      image.src = `data:image/png;base64,${m.image as string}`;
      place.replaceChildren(image);
    } else {
      place.textContent = String(m.error);
      place.classList.add("failed");
    }
  }
}
