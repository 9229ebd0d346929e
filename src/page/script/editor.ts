// The text editor: coloured Lua, errors at their lines, completion of fields, save and undo.
import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap, type CompletionContext, type CompletionResult } from "@codemirror/autocomplete";
import { defaultKeymap, historyKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching, indentOnInput, indentUnit, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import { lua } from "@codemirror/legacy-modes/mode/lua";
import { lintGutter, setDiagnostics, type Diagnostic } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import type { Extension } from "@codemirror/state";
import { EditorView, highlightActiveLine, highlightActiveLineGutter, highlightSpecialChars, keymap, lineNumbers } from "@codemirror/view";
import { classHighlighter } from "@lezer/highlight";
import type { History } from "./history";
import { fieldsOf, type Kinds } from "../making/kinds";
import { parse } from "../lua/index";

export function extensions(kinds: () => Kinds | null): Extension[] {
  return [
    lineNumbers(),
    highlightSpecialChars(),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    StreamLanguage.define(lua),
    syntaxHighlighting(classHighlighter),
    indentUnit.of("  "),
    indentOnInput(),
    bracketMatching(),
    closeBrackets(),
    highlightSelectionMatches(),
    autocompletion({ override: [(c) => complete(c, kinds())] }),
    lintGutter(),
    keymap.of([...closeBracketsKeymap, ...completionKeymap, ...searchKeymap, ...historyKeymap, ...defaultKeymap, indentWithTab]),
    EditorView.contentAttributes.of({ "aria-label": "the script" }),
  ];
}

// ---- completion -------------------------------------------------------------------------------

// name of the method whose table contains the end of the text, like rod in scene:rod { ...; null: none
function kindAround(text: string): string | null {
  let depth = 0;
  for (let i = text.length - 1; i >= 0 && text.length - i < 4000; i--) {
    if (text[i] === "}") depth++;
    else if (text[i] === "{" && depth-- === 0) return /:([A-Za-z_]\w*)\s*\(?\s*$/.exec(text.slice(Math.max(0, i - 80), i))?.[1] ?? null;
  }
  return null;
}

function complete(c: CompletionContext, kinds: Kinds | null): CompletionResult | null {
  if (!kinds) return null;
  const text = c.state.sliceDoc(0, c.pos);
  const method = /:([A-Za-z_]\w*)?$/.exec(text);
  if (method)
    return {
      from: c.pos - (method[1]?.length ?? 0),
      options: kinds.kinds.map((k) => ({ label: k.name, type: "class", detail: k.class, info: k.doc })),
    };
  const word = c.matchBefore(/[A-Za-z_]\w*/);
  if (!word && !c.explicit) return null;
  const kind = kinds.kinds.find((k) => k.name === kindAround(text.slice(0, word?.from ?? c.pos)));
  const before = text.slice(0, word?.from ?? c.pos).trimEnd();
  if (!kind || !/[{,;]$/.test(before)) return null;
  return {
    from: word?.from ?? c.pos,
    options: fieldsOf(kinds, kind).map((f) => ({ label: f.name, apply: `${f.name} = `, type: "property", detail: f.unit, info: f.doc })),
  };
}

// ---- errors -----------------------------------------------------------------------------------

// shows an error message at its line; if it suggests a similar name, with a button that uses it
export function showError(h: History, text: string): void {
  const doc = h.view.state.doc;
  const found: Diagnostic[] = [];
  const m = /^(.*?):(\d+): ([^]*)$/.exec(text);
  if (m && (m[1].split("/").pop() ?? "") === h.file) {
    const line = doc.line(Math.min(Math.max(1, Number(m[2])), doc.lines));
    const lead = /^\s*/.exec(line.text)![0].length;
    const near = /did you mean '([^']+)'/.exec(m[3])?.[1];
    const wrong = near && /(?:field|name|parameter|scene): ?(?:unknown field )?'([^']+)'|unknown \w+ '([^']+)'/.exec(m[3]);
    const name = wrong ? (wrong[1] ?? wrong[2]) : "";
    const at = name ? places(line.text, name) : [];
    const fix = near && at.length === 1 ? [{ name: `use '${near}'`, apply: () => h.change([{ from: line.from + at[0], to: line.from + at[0] + name.length, insert: near }]) }] : [];
    const from = at.length === 1 ? line.from + at[0] : line.from + Math.min(lead, line.length);
    found.push({ from, to: at.length === 1 ? from + name.length : line.to, severity: "error", message: m[3], actions: fix });
  }
  h.view.dispatch(setDiagnostics(h.view.state, found));
}

function places(text: string, name: string): number[] {
  const out: number[] = [];
  const pattern = new RegExp(`(?<![A-Za-z0-9_])${name.replace(/[^A-Za-z0-9_]/g, "\\$&")}(?![A-Za-z0-9_])`, "g");
  for (const m of text.matchAll(pattern)) out.push(m.index);
  return out;
}

export function clearErrors(h: History): void {
  h.view.dispatch(setDiagnostics(h.view.state, []));
}

// true: the text is one Lua expression
export function isExpression(text: string): boolean {
  try {
    const s = parse(`return ${text}\n`).block.statements;
    return s.length === 1 && s[0].kind === "return" && s[0].values.length === 1;
  } catch {
    return false;
  }
}
