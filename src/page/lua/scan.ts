// Tokens of Lua 5.4 and their offsets in the text, in UTF-16 units like the editor's; lines count from 1.

export type TokenType = "name" | "keyword" | "number" | "string" | "op" | "end";

export interface Token {
  type: TokenType;
  text: string;
  from: number;
  to: number;
  line: number; // line of the token's first character
  value?: string | number; // value of a number or string
}

export interface Comment {
  from: number;
  to: number;
}

export class LuaError extends Error {
  constructor(
    message: string,
    readonly line: number,
    readonly at: number,
  ) {
    super(message);
  }
}

const KEYWORDS = new Set(
  "and break do else elseif end false for function goto if in local nil not or repeat return then true until while".split(" "),
);
const OPS = ["...", "<<", ">>", "//", "==", "~=", "<=", ">=", "::", ".."];
const SINGLE = "+-*/%^#&~|<>=(){}[];:,.";
const NUMBER = /0[xX](?:[0-9a-fA-F]*\.?[0-9a-fA-F]*)(?:[pP][+-]?[0-9]+)?|(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?/y;
const NAME = /[A-Za-z_][A-Za-z0-9_]*/y;
const ESCAPES: Record<string, string> = { a: "\x07", b: "\b", f: "\f", n: "\n", r: "\r", t: "\t", v: "\v", "\\": "\\", '"': '"', "'": "'" };

export class Scanner {
  readonly tokens: Token[] = [];
  readonly comments: Comment[] = [];
  private at = 0;
  private line = 1;

  constructor(readonly source: string) {
    if (source.startsWith("\ufeff")) this.at = 1;
    if (source[this.at] === "#") this.toLineEnd(); // a first line like "#!/usr/bin/..." is skipped
    for (;;) {
      this.space();
      const from = this.at;
      const line = this.line;
      if (from >= source.length) {
        this.tokens.push({ type: "end", text: "", from, to: from, line });
        return;
      }
      this.tokens.push({ ...this.token(), from, to: this.at, line });
    }
  }

  private fail(message: string): never {
    throw new LuaError(message, this.line, this.at);
  }

  private toLineEnd(): void {
    while (this.at < this.source.length && this.source[this.at] !== "\n" && this.source[this.at] !== "\r") this.at++;
  }

  // "\r\n" and "\n\r" are one end of a line
  private newline(): void {
    const a = this.source[this.at++];
    const b = this.source[this.at];
    if ((b === "\n" || b === "\r") && b !== a) this.at++;
    this.line++;
  }

  private space(): void {
    for (; this.at < this.source.length; ) {
      const c = this.source[this.at];
      if (c === "\n" || c === "\r") this.newline();
      else if (c === " " || c === "\t" || c === "\v" || c === "\f") this.at++;
      else if (c === "-" && this.source[this.at + 1] === "-") this.comment();
      else return;
    }
  }

  private comment(): void {
    const from = this.at;
    this.at += 2;
    const level = this.longLevel();
    if (level >= 0) this.long(level, "comment");
    else this.toLineEnd();
    this.comments.push({ from, to: this.at });
  }

  // if a long bracket begins here, its number of = signs; otherwise -1
  private longLevel(): number {
    if (this.source[this.at] !== "[") return -1;
    let n = this.at + 1;
    while (this.source[n] === "=") n++;
    return this.source[n] === "[" ? n - this.at - 1 : -1;
  }

  private long(level: number, what: string): string {
    this.at += level + 2;
    if (this.source[this.at] === "\n" || this.source[this.at] === "\r") this.newline();
    const close = `]${"=".repeat(level)}]`;
    const from = this.at;
    while (!this.source.startsWith(close, this.at)) {
      if (this.at >= this.source.length) this.fail(`unfinished long ${what}`);
      if (this.source[this.at] === "\n" || this.source[this.at] === "\r") this.newline();
      else this.at++;
    }
    const text = this.source.slice(from, this.at);
    this.at += close.length;
    return text;
  }

  private match(pattern: RegExp): string | null {
    pattern.lastIndex = this.at;
    const m = pattern.exec(this.source);
    return m && m[0] ? m[0] : null;
  }

  private token(): Pick<Token, "type" | "text" | "value"> {
    const c = this.source[this.at];
    const name = this.match(NAME);
    if (name) {
      this.at += name.length;
      return { type: KEYWORDS.has(name) ? "keyword" : "name", text: name };
    }
    if (/[0-9]/.test(c) || (c === "." && /[0-9]/.test(this.source[this.at + 1] ?? ""))) return this.number();
    if (c === '"' || c === "'") return this.quoted(c);
    const level = this.longLevel();
    if (level >= 0) {
      const from = this.at;
      const value = this.long(level, "string");
      return { type: "string", text: this.source.slice(from, this.at), value };
    }
    const op = OPS.find((o) => this.source.startsWith(o, this.at)) ?? (SINGLE.includes(c) ? c : null);
    if (!op) this.fail(`unexpected symbol near '${c}'`);
    this.at += op.length;
    return { type: "op", text: op };
  }

  private number(): Pick<Token, "type" | "text" | "value"> {
    const text = this.match(NUMBER) ?? "";
    this.at += text.length;
    if (!text || /[A-Za-z0-9_.]/.test(this.source[this.at] ?? "")) this.fail(`malformed number near '${text}${this.source[this.at] ?? ""}'`);
    const plain = /^0[xX]/.test(text) ? (/[.pP]/.test(text) ? NaN : Number(text)) : Number(text);
    return { type: "number", text, value: plain };
  }

  private quoted(quote: string): Pick<Token, "type" | "text" | "value"> {
    const from = this.at++;
    let value = "";
    for (;;) {
      const c = this.source[this.at];
      if (c === undefined || c === "\n" || c === "\r") this.fail("unfinished string");
      if (c === quote) break;
      value += c === "\\" ? this.escape() : c;
      if (c !== "\\") this.at++;
    }
    this.at++;
    return { type: "string", text: this.source.slice(from, this.at), value };
  }

  private escape(): string {
    const c = this.source[this.at + 1] ?? "";
    const take = (pattern: RegExp): string => {
      const t = this.match(pattern);
      if (t === null) this.fail("invalid escape sequence");
      this.at += t.length;
      return t;
    };
    if (c in ESCAPES) {
      this.at += 2;
      return ESCAPES[c];
    }
    if (c === "\n" || c === "\r") {
      this.at++;
      this.newline();
      return "\n";
    }
    if (c === "z") {
      this.at += 2;
      for (let s = this.source[this.at]; s !== undefined && /\s/.test(s); s = this.source[this.at])
        if (s === "\n" || s === "\r") this.newline();
        else this.at++;
      return "";
    }
    if (c === "x") return String.fromCharCode(parseInt(take(/\\x[0-9a-fA-F]{2}/y).slice(2), 16));
    if (c === "u") {
      const code = parseInt(take(/\\u\{[0-9a-fA-F]{1,8}\}/y).slice(3, -1), 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : "\ufffd";
    }
    const code = Number(take(/\\[0-9]{1,3}/y).slice(1));
    if (code > 255) this.fail("decimal escape too large");
    return String.fromCharCode(code);
  }
}
