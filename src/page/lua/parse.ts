// A parser of Lua 5.4 as far as editing needs it: statements, blocks, calls and tables, with their offsets in the text.
import { LuaError, Scanner, type Comment, type Token } from "./scan";

// where code is: in a loop or a function it may run any number of times
export type Inside = "main" | "loop" | "function";

export interface Block {
  statements: Statement[];
  inside: Inside;
  from: number;
  to: number;
  locals: number; // number of local variables declared directly in the block
}

export interface Statement {
  kind: "local" | "assign" | "call" | "return" | "function" | "block" | "other";
  from: number;
  to: number; // end of the statement, before a semicolon
  names: string[]; // names that a `local` declares or an assignment sets ("" for a target that is no name)
  values: Expr[];
  block: Block;
  top: Statement; // the statement of the main block that is or contains this one
}

export interface Field {
  from: number;
  to: number; // without the separator
  key: string | null; // null: the field is positional, or its key is computed
  positional: boolean;
  value: Expr;
  separator: number; // offset of the comma or semicolon; -1: none
}

export interface Table {
  from: number; // offset of the opening brace
  to: number; // offset after the closing brace
  fields: Field[];
}

export interface Call {
  from: number; // offset of the called expression
  to: number;
  line: number; // line of `from`, which Lua reports for the call
  openLine: number; // line where the arguments begin
  callee: string; // text before the arguments, without spaces: scene:rod, tw.param
  base: string; // text before the last . or :
  method: string; // the last name of the callee
  colon: boolean;
  args: Expr[];
  argsFrom: number; // offset of the parenthesis, table or string
  argsTo: number;
  parens: boolean;
  inside: Inside;
  statement: Statement;
}

export interface Expr {
  kind: "number" | "string" | "constant" | "name" | "table" | "call" | "function" | "other";
  from: number;
  to: number;
  value?: number | string | boolean | null; // value of a literal; numbers with their sign
  table?: Table;
  call?: Call;
}

export interface Use {
  name: string;
  at: number;
  declares: boolean; // true: the name is declared or assigned here
  top: Statement;
}

export interface Chunk {
  source: string;
  block: Block;
  calls: Call[]; // in the order in which they end in the text, which is the order of evaluation
  uses: Use[];
  tokens: Token[];
  comments: Comment[];
}

const BINARY: Record<string, number> = {
  or: 1, and: 2, "<": 3, ">": 3, "<=": 3, ">=": 3, "~=": 3, "==": 3, "|": 4, "~": 5, "&": 6, "<<": 7, ">>": 7, "..": 9, "+": 10, "-": 10, "*": 11, "/": 11, "//": 11, "%": 11, "^": 14,
};
const RIGHT: Record<string, number> = { "..": 8, "^": 13 };
const UNARY = 12;
const DEPTH = 190; // largest nesting depth; Lua's own is 200

class Parser {
  private at = 0;
  private depth = 0;
  private readonly tokens: Token[];
  readonly calls: Call[] = [];
  readonly uses: Use[] = [];
  private inside: Inside = "main";
  private statement!: Statement;
  private top: Statement | null = null;

  constructor(readonly scanner: Scanner) {
    this.tokens = scanner.tokens;
  }

  // ---- tokens ---------------------------------------------------------------------------------

  private get now(): Token {
    return this.tokens[this.at];
  }
  private get last(): Token {
    return this.tokens[this.at - 1];
  }
  private fail(message: string): never {
    const t = this.now;
    throw new LuaError(`${message} near ${t.type === "end" ? "<eof>" : `'${t.text}'`}`, t.line, t.from);
  }
  private is(text: string): boolean {
    return this.now.text === text && (this.now.type === "op" || this.now.type === "keyword");
  }
  private skip(text: string): boolean {
    if (!this.is(text)) return false;
    this.at++;
    return true;
  }
  private need(text: string): Token {
    if (!this.is(text)) this.fail(`'${text}' expected`);
    return this.tokens[this.at++];
  }
  private name(): Token {
    if (this.now.type !== "name") this.fail("<name> expected");
    return this.tokens[this.at++];
  }
  private deeper<T>(f: () => T): T {
    if (++this.depth > DEPTH) this.fail("too many levels");
    const r = f();
    this.depth--;
    return r;
  }
  private within<T>(inside: Inside, f: () => T): T {
    const before = this.inside;
    // code of a loop in a function counts as code of a function
    if (before !== "function") this.inside = inside === "main" ? before : inside;
    const r = f();
    this.inside = before;
    return r;
  }
  private use(t: Token, declares: boolean): void {
    this.uses.push({ name: t.text, at: t.from, declares, top: this.statement.top });
  }

  // ---- statements -----------------------------------------------------------------------------

  chunk(): Block {
    const b = this.block();
    if (this.now.type !== "end") this.fail("'<eof>' expected");
    return b;
  }

  private block(): Block {
    return this.deeper(() => {
      const b: Block = { statements: [], inside: this.inside, from: this.now.from, to: 0, locals: 0 };
      for (;;) {
        while (this.skip(";"));
        if (this.now.type === "end" || ["end", "else", "elseif", "until"].some((w) => this.is(w))) break;
        const done = this.one(b);
        b.statements.push(done);
        if (done.kind === "return") {
          this.skip(";");
          break;
        }
      }
      b.to = this.now.from;
      return b;
    });
  }

  private one(block: Block): Statement {
    const s: Statement = { kind: "other", from: this.now.from, to: 0, names: [], values: [], block, top: null as unknown as Statement };
    const [outer, top] = [this.statement, this.top];
    s.top = top ?? s;
    this.top = s.top;
    this.statement = s;
    this.read(s);
    s.to = this.last.to;
    this.statement = outer;
    this.top = top;
    return s;
  }

  private read(s: Statement): void {
    if (this.skip("local")) return this.local(s);
    if (this.skip("return")) {
      s.kind = "return";
      if (this.now.type !== "end" && !["end", "else", "elseif", "until", ";"].some((w) => this.is(w))) s.values = this.list();
      return;
    }
    if (this.skip("function")) {
      s.kind = "function";
      const first = this.name();
      let plain = true;
      while (this.skip(".") || this.skip(":")) {
        this.name();
        plain = false;
      }
      this.use(first, plain);
      return this.body();
    }
    if (this.skip("break")) return;
    if (this.skip("goto")) return void this.name();
    if (this.skip("::")) {
      this.name();
      this.need("::");
      return;
    }
    if (this.control(s)) return;
    this.assignment(s);
  }

  private control(s: Statement): boolean {
    s.kind = "block";
    if (this.skip("do")) this.block();
    else if (this.skip("while")) {
      this.within("loop", () => {
        this.expression();
        this.need("do");
        this.block();
      });
    } else if (this.skip("repeat")) {
      this.within("loop", () => {
        this.block();
        this.need("until");
        this.expression();
      });
      return true;
    } else if (this.skip("if")) {
      do {
        this.expression();
        this.need("then");
        this.block();
      } while (this.skip("elseif"));
      if (this.skip("else")) this.block();
    } else if (this.skip("for")) this.loop();
    else {
      s.kind = "other";
      return false;
    }
    this.need("end");
    return true;
  }

  private loop(): void {
    do this.use(this.name(), true);
    while (this.skip(","));
    if (!this.skip("=")) this.need("in");
    this.list();
    this.need("do");
    this.within("loop", () => this.block());
  }

  private local(s: Statement): void {
    if (this.skip("function")) {
      s.kind = "function";
      this.use(this.name(), true);
      s.block.locals++;
      return this.body();
    }
    s.kind = "local";
    do {
      const t = this.name();
      s.names.push(t.text);
      this.use(t, true);
      s.block.locals++;
      if (this.skip("<")) {
        this.name();
        this.need(">");
      }
    } while (this.skip(","));
    if (this.skip("=")) s.values = this.list();
  }

  private assignment(s: Statement): void {
    const targets = [this.suffixed()];
    if (!this.is("=") && !this.is(",")) {
      if (targets[0].kind !== "call") this.fail("syntax error");
      s.kind = "call";
      s.values = targets;
      return;
    }
    s.kind = "assign";
    while (this.skip(",")) targets.push(this.suffixed());
    this.need("=");
    s.names = targets.map((t) => (t.kind === "name" ? this.scanner.source.slice(t.from, t.to) : ""));
    for (const t of targets) {
      const use = t.kind === "name" && this.uses.find((u) => u.at === t.from);
      if (use) use.declares = true;
    }
    s.values = this.list();
  }

  // ---- expressions ----------------------------------------------------------------------------

  private list(): Expr[] {
    const out = [this.expression()];
    while (this.skip(",")) out.push(this.expression());
    return out;
  }

  private expression(limit = 0): Expr {
    return this.deeper(() => {
      let e = this.unary();
      for (;;) {
        const op = this.now.type === "op" || this.now.type === "keyword" ? this.now.text : "";
        const left = BINARY[op];
        if (left === undefined || left <= limit) return e;
        this.at++;
        const right = this.expression(RIGHT[op] ?? left);
        e = { kind: "other", from: e.from, to: right.to };
      }
    });
  }

  private unary(): Expr {
    const t = this.now;
    if (!["-", "not", "#", "~"].some((w) => this.is(w))) return this.simple();
    this.at++;
    const e = this.expression(UNARY);
    if (t.text === "-" && e.kind === "number" && typeof e.value === "number") return { ...e, from: t.from, value: -e.value };
    return { kind: "other", from: t.from, to: e.to };
  }

  private simple(): Expr {
    const t = this.now;
    const literal = (kind: Expr["kind"], value: Expr["value"]): Expr => {
      this.at++;
      return { kind, from: t.from, to: t.to, value };
    };
    if (t.type === "number" || t.type === "string") return literal(t.type, t.value);
    if (this.is("nil")) return literal("constant", null);
    if (this.is("true") || this.is("false")) return literal("constant", t.text === "true");
    if (this.is("...")) return literal("other", undefined);
    if (this.is("{")) return this.table();
    if (this.skip("function")) {
      this.body();
      return { kind: "function", from: t.from, to: this.last.to };
    }
    return this.suffixed();
  }

  // reads the parameters and the block of a function
  private body(): void {
    this.within("function", () => {
      this.need("(");
      if (!this.is(")"))
        do {
          if (this.skip("...")) break;
          this.use(this.name(), true);
        } while (this.skip(","));
      this.need(")");
      this.block();
      this.need("end");
    });
  }

  private suffixed(): Expr {
    const first = this.now;
    let e: Expr;
    if (this.skip("(")) {
      this.expression();
      this.need(")");
      e = { kind: "other", from: first.from, to: this.last.to };
    } else {
      this.use(this.name(), false);
      e = { kind: "name", from: first.from, to: first.to };
    }
    let base = e;
    let method = e.kind === "name" ? first.text : "";
    for (;;) {
      if (this.skip(".")) {
        base = e;
        method = this.name().text;
        e = { kind: "other", from: first.from, to: this.last.to };
      } else if (this.skip("[")) {
        this.expression();
        this.need("]");
        base = e;
        method = "";
        e = { kind: "other", from: first.from, to: this.last.to };
      } else if (this.is(":")) {
        base = e;
        this.at++;
        method = this.name().text;
        e = this.call(first, base, method, true);
      } else if (this.is("(") || this.is("{") || this.now.type === "string") {
        e = this.call(first, base, method, false);
        base = e;
        method = "";
      } else return e;
    }
  }

  private call(first: Token, base: Expr, method: string, colon: boolean): Expr {
    const open = this.now;
    const text = (to: number): string => this.scanner.source.slice(first.from, to).replace(/\s+/g, "");
    const callee = text(this.last.to);
    let args: Expr[] = [];
    const parens = this.skip("(");
    if (parens) {
      if (!this.is(")")) args = this.list();
      this.need(")");
    } else if (this.is("{")) args = [this.table()];
    else if (this.now.type === "string") args = [this.simple()];
    else this.fail("function arguments expected");
    const c: Call = {
      from: first.from,
      to: this.last.to,
      line: first.line,
      openLine: open.line,
      callee,
      base: text(base.to),
      method,
      colon,
      args,
      argsFrom: open.from,
      argsTo: this.last.to,
      parens,
      inside: this.inside,
      statement: this.statement,
    };
    this.calls.push(c);
    return { kind: "call", from: c.from, to: c.to, call: c };
  }

  private table(): Expr {
    return this.deeper(() => {
      const open = this.need("{");
      const t: Table = { from: open.from, to: 0, fields: [] };
      while (!this.is("}")) {
        const f = this.field();
        t.fields.push(f);
        const s = this.now;
        if (!this.skip(",") && !this.skip(";")) break;
        f.separator = s.from;
      }
      t.to = this.need("}").to;
      return { kind: "table", from: t.from, to: t.to, table: t };
    });
  }

  private field(): Field {
    const from = this.now.from;
    let key: string | null = null;
    let positional = false;
    const next = this.tokens[this.at + 1];
    if (this.now.type === "name" && next.type === "op" && next.text === "=") {
      key = this.name().text;
      this.at++;
    } else if (this.skip("[")) {
      const k = this.expression();
      this.need("]");
      this.need("=");
      if (k.kind === "string") key = String(k.value);
    } else positional = true;
    const value = this.expression();
    return { from, to: value.to, key, positional, value, separator: -1 };
  }
}

// throws a LuaError
export function parse(source: string): Chunk {
  const scanner = new Scanner(source);
  const p = new Parser(scanner);
  const block = p.chunk();
  return { source, block, calls: p.calls, uses: p.uses, tokens: scanner.tokens, comments: scanner.comments };
}

// true: a number, string, true, false, nil, or a table of such values; a computed value is none
export function isLiteral(e: Expr): boolean {
  if (e.kind === "number" || e.kind === "string" || e.kind === "constant") return true;
  if (e.kind === "table") return e.table!.fields.every((f) => (f.key !== null || f.positional) && isLiteral(f.value));
  return false;
}
