// The script as it stands in the page: one text and one history of it, whether a change was typed or made by hand. It
// runs from memory; the file on the disk changes by `save` alone.
import { history, isolateHistory, redo, redoDepth, undo, undoDepth } from "@codemirror/commands";
import { ChangeSet, EditorState, Transaction, type Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { apply, CannotEdit, Script, type Step } from "../lua/index";

// state of the script on the server (docs/view.md)
export interface SourceMessage {
  type: "source";
  edit: boolean;
  why: string;
  file: string;
  text: string;
  seen: string;
  saved: boolean;
  disk?: string;
  by: number;
}
export interface SavedMessage {
  type: "saved";
  good: boolean;
  changed: boolean;
  text: string;
  by: number;
}

const PAUSE = 300; // ms after the last key until the text runs
const SLIDE = 80; // ms between runs while a slider moves
const WAIT = 4000; // ms that a change waits for the scene of the present text

export class History {
  readonly view: EditorView;
  readonly me = Math.floor(Math.random() * 1e9) + 1; // the number of this window; the server keeps nine digits
  file = "";
  why = "nothing has come yet"; // the script cannot be edited; "": it can
  seen = ""; // digest of the file's text that this text stands over
  disk: string | null = null; // the file's text, where it has changed meanwhile
  private diskSeen = "";
  private base = ""; // the file's text as it was when it was seen
  private running = ""; // the text whose objects the film has
  private ready = false; // objects of `running` have come
  private shown: string | null = null; // a text that is tried, and in no history yet
  private crlf = false;
  private known = false;
  private timer = 0;
  private pending = false; // the text has changed since it was sent
  private lastSent = 0;
  private joined = "";
  private parsed: Script | null = null;
  private waiting: (() => void)[] = [];
  onChange: (() => void) | null = null; // of text, state, or what is known of the file
  onSaved: ((m: SavedMessage) => void) | null = null;

  constructor(
    parent: HTMLElement,
    private send: (m: object) => boolean,
    extensions: Extension[],
  ) {
    const listen = EditorView.updateListener.of((u) => {
      if (!u.docChanged) return;
      this.parsed = null;
      if (!u.transactions.some((t) => t.isUserEvent("server"))) this.typed(u.transactions.some((t) => t.isUserEvent("input.type.compose") || t.isUserEvent("made")));
      this.onChange?.();
    });
    this.view = new EditorView({
      parent,
      state: EditorState.create({ extensions: [EditorState.lineSeparator.of("\n"), history({ minDepth: 1000 }), listen, extensions] }),
    });
  }

  // ---- the text -------------------------------------------------------------------------------

  // as the file has it
  get text(): string {
    const t = this.view.state.doc.toString();
    return this.crlf ? t.replaceAll("\n", "\r\n") : t;
  }
  get dirty(): boolean {
    return this.text !== this.base;
  }
  get canUndo(): boolean {
    return undoDepth(this.view.state) > 0;
  }
  get canRedo(): boolean {
    return redoDepth(this.view.state) > 0;
  }

  // the text as statements; throws CannotEdit
  script(): Script {
    if (this.why) throw new CannotEdit(this.why);
    this.parsed ??= new Script(this.view.state.doc.toString(), this.file);
    return this.parsed;
  }

  // the film shows the present text: lines of objects are those of script()
  async synced(): Promise<void> {
    if (this.shown !== null) this.tryOut(null);
    const end = performance.now() + WAIT;
    while (!(this.ready && this.running === this.text)) {
      if (performance.now() > end) throw new CannotEdit("the script does not run as it stands: mend it first");
      await new Promise<void>((next) => {
        this.waiting.push(next);
        setTimeout(next, 250);
      });
    }
  }

  // ---- changes --------------------------------------------------------------------------------

  private set(steps: readonly Step[]): ChangeSet {
    let set = ChangeSet.empty(this.view.state.doc.length);
    let length = this.view.state.doc.length;
    for (const s of steps) {
      const next = ChangeSet.of({ from: s.from, to: s.to, insert: s.insert.split("\n").length > 1 ? this.view.state.toText(s.insert) : s.insert }, length);
      set = set.compose(next);
      length = next.newLength;
    }
    return set;
  }

  // one step of the history; changes with the same `join` that follow each other are one
  change(steps: readonly Step[], join = ""): void {
    this.shown = null;
    if (!steps.length) return;
    const changes = this.set(steps);
    const again = join !== "" && join === this.joined;
    const last = steps[steps.length - 1];
    this.view.dispatch({
      changes,
      selection: again ? undefined : { anchor: Math.min(last.from + last.insert.length, changes.newLength) },
      scrollIntoView: !again,
      // an event of this name always joins the one before
      annotations: again ? Transaction.userEvent.of("input.type.compose") : [Transaction.userEvent.of("made"), isolateHistory.of(join ? "before" : "full")],
    });
    this.joined = join;
  }

  // shows what the steps would give; null: what there is
  tryOut(steps: readonly Step[] | null): void {
    const text = steps ? apply(this.view.state.doc.toString(), steps) : null;
    if (text === this.shown) return;
    this.shown = text;
    this.post();
  }

  undo(): void {
    this.joined = "";
    undo(this.view);
  }
  redo(): void {
    this.joined = "";
    redo(this.view);
  }

  private typed(made: boolean): void {
    this.shown = null;
    this.pending = true;
    if (!made) this.joined = "";
    clearTimeout(this.timer);
    const rest = made ? Math.max(0, SLIDE - (performance.now() - this.lastSent)) : PAUSE;
    this.timer = window.setTimeout(() => this.post(), rest);
  }

  private post(): void {
    clearTimeout(this.timer);
    this.lastSent = performance.now();
    this.pending = false;
    const shown = this.shown !== null && this.crlf ? this.shown.replaceAll("\n", "\r\n") : this.shown;
    this.send({ type: "edit", text: shown ?? this.text, by: this.me });
  }

  save(): void {
    clearTimeout(this.timer);
    this.pending = false;
    this.shown = null;
    this.send({ type: "save", text: this.text, seen: this.seen, by: this.me });
  }
  // the choices when the file has changed meanwhile
  takeDisk(): void {
    if (this.disk === null) return;
    const text = this.disk;
    this.keepMine();
    this.replace(text, false);
  }
  keepMine(): void {
    if (this.disk === null) return;
    this.base = this.disk;
    this.seen = this.diskSeen;
    this.disk = null;
    this.onChange?.();
  }

  // another text, as little as possible of it
  private replace(text: string, fromServer: boolean): void {
    this.crlf = /\r\n/.test(text) && !/[^\r]\n|^\n|\r(?!\n)/.test(text);
    const now = this.view.state.doc.toString();
    const next = this.crlf ? text.replaceAll("\r\n", "\n") : text;
    if (now === next) return;
    let from = 0;
    while (from < now.length && from < next.length && now[from] === next[from]) from++;
    let tail = 0;
    while (tail < now.length - from && tail < next.length - from && now[now.length - 1 - tail] === next[next.length - 1 - tail]) tail++;
    const first = !this.known;
    this.view.dispatch({
      changes: { from, to: now.length - tail, insert: this.view.state.toText(next.slice(from, next.length - tail)) },
      annotations: [Transaction.userEvent.of(fromServer ? "server" : "made"), isolateHistory.of("full"), Transaction.addToHistory.of(!first)],
    });
  }

  // ---- what the server says -------------------------------------------------------------------

  take(m: SourceMessage): void {
    this.file = m.file;
    this.why = m.edit ? "" : m.why || "this script cannot be edited";
    this.view.contentDOM.contentEditable = String(m.edit);
    if (this.running !== m.text) this.ready = false;
    this.running = m.text;
    const mine = m.by === this.me || (this.known && (this.shown !== null || this.pending));
    // typed, but not sent before the file changed or the server began anew: it is newer
    const unsent = this.known && m.by === 0 && m.saved && this.dirty && this.text !== m.text;
    const disk = unsent ? m.text : m.disk;
    if (disk !== undefined && disk !== this.base) {
      this.disk = disk;
      this.diskSeen = m.seen;
    } else {
      this.disk = null;
      this.seen = m.seen;
      if (m.saved) this.base = m.text;
    }
    if (unsent) this.post();
    else if (!mine || !this.known) this.replace(m.text, true);
    this.known = true;
    this.parsed = null;
    this.onChange?.();
  }

  // the objects of the text that runs have come
  arrived(): void {
    this.ready = true;
    for (const next of this.waiting.splice(0)) next();
  }

  saved(m: SavedMessage): void {
    if (m.by !== this.me) return;
    this.onSaved?.(m);
  }
}
