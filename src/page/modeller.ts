// The live page: the film while it is simulated, the script's text, and the panels for adding and changing objects.
import { ViewPlugin, type ViewUpdate } from "@codemirror/view";
import { clearErrors, extensions, showError } from "./script/editor";
import { History, type SavedMessage, type SourceMessage } from "./script/history";
import type { Kinds } from "./making/kinds";
import { Live, type Partner } from "./live";
import type { Say } from "./message";
import { isTyping, Player } from "./scene/player";
import { Recorder } from "./making/kept";
import { Maker } from "./making/make";

const by = <T extends HTMLElement>(id: string): T => document.getElementById(id) as T;

function button(id: string, text: string, title: string, act: () => void): HTMLButtonElement {
  const b = document.createElement("button");
  b.id = id;
  b.textContent = text;
  b.title = title;
  b.addEventListener("click", act);
  return b;
}

class Modeller implements Partner {
  readonly history: History;
  readonly maker: Maker;
  private recorder: Recorder;
  private pane = document.createElement("section");
  private choice = document.createElement("div");
  private addMenu = document.createElement("select");
  private error = "";

  constructor(
    readonly player: Player,
    say: Say,
  ) {
    this.pane.id = "script";
    this.choice.id = "choice";
    this.choice.hidden = true;
    const bar = document.createElement("div");
    bar.id = "script-bar";
    const text = document.createElement("div");
    text.id = "text";
    this.pane.append(bar, this.choice, text);
    by("view").after(this.pane);
    const follow = ViewPlugin.define(() => ({
      update: (u: ViewUpdate) => {
        if (u.docChanged) this.maker?.map((at) => u.changes.mapPos(at, 1));
      },
    }));
    this.history = new History(text, say, [follow, ...extensions(() => this.maker?.kinds ?? null)]);
    this.maker = new Maker(player, this.history);
    this.recorder = new Recorder(this.maker);
    this.history.onChange = () => this.changed();
    this.history.onSaved = (m) => this.saved(m);
    this.buttons(bar);
    player.onDraw.push(() => this.maker.refresh());
    window.addEventListener("keydown", (e) => this.key(e), { capture: true });
    window.addEventListener("beforeunload", (e) => {
      if (this.history.dirty && !this.history.why) e.preventDefault();
    });
  }

  private buttons(bar: HTMLElement): void {
    const name = document.createElement("b");
    name.id = "script-name";
    const gap = document.createElement("span");
    gap.className = "gap";
    bar.append(
      name,
      gap,
      button("undo", "undo", "take the last change back (Ctrl-Z)", () => this.history.undo()),
      button("redo", "redo", "do it again (Ctrl-Y)", () => this.history.redo()),
      button("save", "save", "write the file (Ctrl-S)", () => this.history.save()),
    );
    const group = document.createElement("span");
    group.className = "group";
    group.id = "make";
    this.addMenu.id = "add";
    this.addMenu.title = "make a new object";
    this.addMenu.addEventListener("change", () => {
      const what = this.addMenu.value;
      this.addMenu.value = "";
      this.addMenu.blur();
      if (what) this.maker.add(what);
      if (what) this.show("view");
    });
    const toggle = button("show-script", "script", "the script's text (s)", () => this.toggle());
    group.append(
      this.addMenu,
      button("keep-poses", "begin here", "the poses of this frame become those that the scene begins with", () => this.recorder.keepPoses()),
      toggle,
    );
    by("layers").before(group);
    const tabs = document.createElement("span");
    tabs.id = "tabs";
    tabs.className = "group";
    for (const t of ["view", "objects", "fields", "script"]) tabs.append(button(`tab-${t}`, t, t, () => this.show(t)));
    by("title").after(tabs);
    this.show("view");
    this.toggle(innerWidth > 1000);
  }

  // small screens show only this part of the page
  private show(part: string): void {
    document.body.dataset.part = part;
    for (const b of by("tabs").children) b.setAttribute("aria-pressed", String(b.id === `tab-${part}`));
  }

  private toggle(on = document.body.dataset.script !== "open"): void {
    document.body.dataset.script = on ? "open" : "";
    by("show-script").setAttribute("aria-pressed", String(on));
    this.history.view.requestMeasure();
  }

  private menu(kinds: Kinds): void {
    const group = (label: string, names: [string, string][]): HTMLOptGroupElement => {
      const g = document.createElement("optgroup");
      g.label = label;
      for (const [n, doc] of names) {
        const o = new Option(n, n);
        o.title = doc;
        g.append(o);
      }
      return g;
    };
    const of = (c: string): [string, string][] => kinds.kinds.filter((k) => k.class === c && !k.name.startsWith("point_to_") && k.name !== "constraint" && k.name !== "custom_force").map((k) => [k.name, k.doc]);
    this.addMenu.replaceChildren(
      new Option("add …", "", true, true),
      group("bodies", of("body")),
      group("points", [["nail", "a point fixed in space"]]),
      group("joints and other constraints", [["connect", "two points meet"], ...of("constraint")]),
      group("forces", of("force")),
    );
  }

  // ---- what changes ---------------------------------------------------------------------------

  private changed(): void {
    const h = this.history;
    by("script-name").textContent = `${h.file}${h.dirty ? " •" : ""}`;
    by("script-name").title = h.why || (h.dirty ? "not saved" : "as on the disk");
    by<HTMLButtonElement>("undo").disabled = !h.canUndo;
    by<HTMLButtonElement>("redo").disabled = !h.canRedo;
    by<HTMLButtonElement>("save").disabled = !h.dirty || h.why !== "";
    this.addMenu.disabled = h.why !== "";
    by<HTMLButtonElement>("keep-poses").disabled = h.why !== "";
    document.body.dataset.saved = h.dirty ? "no" : "yes";
    this.pane.dataset.why = h.why;
    this.choose(h.disk !== null, `${h.file} has changed on the disk meanwhile.`);
    this.maker.textChanged();
    if (h.why) this.maker.say("");
  }

  private choose(on: boolean, why: string): void {
    if (on === !this.choice.hidden) return;
    this.choice.hidden = !on;
    this.choice.replaceChildren();
    if (!on) return;
    this.toggle(true);
    this.choice.append(
      why,
      " ",
      button("take-disk", "take the disk's", "the text here becomes that of the disk; undo takes it back", () => this.history.takeDisk()),
      button("keep-mine", "keep mine", "save will write this text over it", () => this.history.keepMine()),
    );
  }

  private saved(m: SavedMessage): void {
    if (m.good) return this.maker.say("");
    if (m.changed) this.choose(true, `Not saved: ${m.text}.`);
    else this.maker.say(`Not saved: ${m.text}`, true);
  }

  private key(e: KeyboardEvent): void {
    const typing = isTyping(e.target);
    if ((e.ctrlKey || e.metaKey) && !e.altKey) {
      const k = e.key.toLowerCase();
      const act = k === "s" ? () => this.history.save() : typing && !(e.target as HTMLElement).isContentEditable ? null : k === "z" ? () => (e.shiftKey ? this.history.redo() : this.history.undo()) : k === "y" ? () => this.history.redo() : null;
      if (!act) return;
      e.preventDefault();
      e.stopPropagation();
      act();
    } else if (typing) return;
    else if (e.key === "s" && !e.altKey) this.toggle();
    else if (e.key === "Delete" && this.player.picked?.item) this.maker.remove(this.player.picked.item);
  }

  // ---- the server -----------------------------------------------------------------------------

  hear(m: { type: string } & Record<string, unknown>): boolean {
    switch (m.type) {
      case "source":
        this.history.take(m as unknown as SourceMessage);
        if (this.history.why && !this.history.text) this.toggle(false); // a baked film has no script
        return true;
      case "saved":
        this.history.saved(m as unknown as SavedMessage);
        return true;
      case "kinds":
        this.maker.kinds = m as unknown as Kinds;
        this.menu(this.maker.kinds);
        return true;
      case "kept":
        this.recorder.kept(m as never);
        return true;
      case "changed":
        this.recorder.changed(m as never);
        return true;
      case "error":
        this.error = String(m.text);
        showError(this.history, this.error);
        return false;
      case "film":
      case "running":
        if (this.error) clearErrors(this.history);
        this.error = "";
        return false;
      case "objects":
        // the film stores the objects after this handler, so wait for that
        setTimeout(() => this.history.arrived(), 0);
        return false;
    }
    return false;
  }

  slide(name: string, value: number): boolean {
    return this.recorder.parameter(name, value);
  }
}

const player = new Player();
(window as unknown as { tauwerk: Player }).tauwerk = player;
new Live(player, (say) => {
  const m = new Modeller(player, say);
  (window as unknown as { modeller: Modeller }).modeller = m;
  return m;
});
