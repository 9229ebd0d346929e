// The script's text in the page and its history of changes, both typed and made by mouse. The server runs this text
// from memory; only `save` changes the file on the disk.
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

const PAUSE = 300; // ms from the last key to the text's run
const SLIDE = 80; // least time between two runs while a slider moves, ms
const WAIT = 4000; // longest time that a change waits for the scene of the present text, ms

export class History {
  readonly view: EditorView;
  readonly me = Math.floor(Math.random() * 1e9) + 1; // number of this window in messages; the server keeps nine digits
  file = "";
  why = "nothing has come yet"; // reason why the script cannot be edited; "": it can
  seen = ""; // digest of the file's text on which this text is based
  disk: string | null = null; // the file's text if another program has changed it; null: it has not changed
  private diskSeen = "";
  private base = ""; // the file's text on which this text is based
  private running = ""; // text that the server runs
  private ready = false; // true: the objects of `running` were received
  private shown: string | null = null; // text of tryOut, which is not in the history; null: none
  private crlf = false;
  private known = false;
  private timer = 0;
  private pending = false; // true: the text has changed since it was last sent
  private lastSent = 0;
  private joined = "";
  private parsed: Script | null = null;
  private waiting: (() => void)[] = [];
  onChange: (() => void) | null = null; // called after changes of the text, of the state, or of what is known about the file
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

  // the text with the file's line ends
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

  // the parsed text; throws CannotEdit
  script(): Script {
    if (this.why) throw new CannotEdit(this.why);
    this.parsed ??= new Script(this.view.state.doc.toString(), this.file);
    return this.parsed;
  }

  // true: the film's objects are those of the present text, and their lines those of script()
  get settled(): boolean {
    return this.ready && this.running === this.text;
  }

  // waits until the film shows the present text, so that the lines of its objects are those of script(); throws CannotEdit
  async synced(): Promise<void> {
    if (this.shown !== null) this.tryOut(null);
    const end = performance.now() + WAIT;
    while (!this.settled) {
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

  // applies the steps as one change to undo; successive calls with the same `join` (not "") count as one change
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
      // CodeMirror always joins an event of this name to the one before it
      annotations: again ? Transaction.userEvent.of("input.type.compose") : [Transaction.userEvent.of("made"), isolateHistory.of(join ? "before" : "full")],
    });
    this.joined = join;
  }

  // runs the text that the steps would give, without changing the present text; null: runs the present text
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
  // if another program has changed the file: takeDisk uses the file's text, keepMine keeps this one
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

  // replaces the text, but only from its first to its last difference
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
    // true: this text was typed before the file changed or the server restarted, but not sent: it is newer
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

  // to be called when the film has the objects of the running text
  arrived(): void {
    this.ready = true;
    for (const next of this.waiting.splice(0)) next();
  }

  saved(m: SavedMessage): void {
    if (m.by !== this.me) return;
    this.onSaved?.(m);
  }
}
