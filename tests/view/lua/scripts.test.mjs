// Random edits of every script: all but the edit is the same to the byte, the result parses, and running it gives the value.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { test } from "node:test";

const { TW_PAGE, TW_SOURCE, TW_PROGRAM } = process.env;
const L = await import(join(TW_PAGE, "lua.mjs"));
const files = readdirSync(join(TW_SOURCE, "scripts"), { recursive: true }).filter((f) => f.endsWith(".lua")).sort();
const KINDS = new Set(["rod", "box", "sphere", "capsule", "cylinder", "disk", "hinge", "ball", "nail", "connect", "spring", "motor", "drag", "group"]);

let seed = 7;
const random = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
const pick = (list) => list[Math.floor(random() * list.length)];
const texts = (source) => new L.Scanner(source).tokens.map((t) => t.text);
const comments = (source) => new L.Scanner(source).comments.map((c) => source.slice(c.from, c.to));

// the tokens of `after` that stand in the place of some of `before`
function between(before, after) {
  let from = 0;
  while (from < before.length && before[from] === after[from]) from++;
  let tail = 0;
  while (tail < before.length - from && tail < after.length - from && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++;
  return { out: before.slice(from, before.length - tail), put: after.slice(from, after.length - tail) };
}

// what lies outside the steps is the same bytes
function untouched(source, steps, from, to) {
  let grown = 0;
  for (const s of steps) {
    assert.ok(s.from >= from && s.to <= to + grown, "the edit stays in its place");
    grown += s.insert.length - (s.to - s.from);
  }
  const after = L.apply(source, steps);
  assert.equal(after.slice(0, from), source.slice(0, from));
  assert.equal(after.slice(to + grown), source.slice(to));
  return after;
}

test(`fields of calls in ${files.length} scripts`, () => {
  let edits = 0;
  for (const f of files) {
    const source = readFileSync(join(TW_SOURCE, "scripts", f), "utf8");
    const s = new L.Script(source, basename(f));
    const calls = s.chunk.calls.filter((c) => c.colon && KINDS.has(c.method) && s.tableOf(c));
    for (let k = 0; k < Math.min(2, calls.length); k++) {
      const c = pick(calls);
      const t = s.tableOf(c);
      const line = (at) => source.lastIndexOf("\n", at - 1) + 1;
      const end = (at) => (source.indexOf("\n", at) < 0 ? source.length : source.indexOf("\n", at) + 1);
      const named = t.fields.filter((x) => x.key !== null);
      const kind = pick(["set", "add", "remove"]);
      if (kind === "add" || !named.length) {
        const after = untouched(source, L.setField(s, c, "zz_new", "{ 1, 2 }"), t.from, t.to);
        const { out, put } = between(texts(source), texts(after));
        assert.equal(out.length, 0, `${f}: nothing goes`);
        assert.deepEqual(put.filter((x) => x !== ",").sort(), "1 2 = zz_new { }".split(" ").sort(), f);
        assert.deepEqual(comments(after), comments(source), f);
        assert.equal(new L.Script(after, f).fields(L.parse(after).calls.find((x) => x.from === c.from && x.method === c.method)).get("zz_new").text, "{ 1, 2 }");
      } else if (kind === "set") {
        const x = pick(named);
        const last = named.filter((y) => y.key === x.key).pop();
        const after = untouched(source, L.setField(s, c, x.key, "zz_value"), last.value.from, last.value.to);
        assert.deepEqual(comments(after).length <= comments(source).length, true);
        L.parse(after);
      } else {
        const x = pick(named);
        const last = named.filter((y) => y.key === x.key).pop();
        const after = untouched(source, L.setField(s, c, x.key, null), Math.min(line(last.from), t.from + 1), Math.max(end(last.to), t.to));
        const fields = new L.Script(after, f).fields(L.parse(after).calls.find((y) => y.from === c.from && y.method === c.method));
        assert.equal(fields.has(x.key), named.filter((y) => y.key === x.key).length > 1, `${f}: ${x.key} is gone`);
        assert.equal(fields.size, new Set(named.map((y) => y.key)).size - (fields.has(x.key) ? 0 : 1), `${f}: and nothing else`);
      }
      edits++;
    }
  }
  assert.ok(edits > 120, `more than 120 edits, got ${edits}`);
});

test("a new object in every script that makes a scene", () => {
  let count = 0;
  for (const f of files) {
    const source = readFileSync(join(TW_SOURCE, "scripts", f), "utf8");
    const s = new L.Script(source, basename(f));
    try {
      s.scene;
    } catch {
      continue;
    }
    const steps = L.addObject(s, { kind: "rod", name: "zz_rod", fields: [["radius", 0.1], ["length", 1]] }, [], KINDS);
    const after = L.apply(source, steps);
    assert.equal(steps.length, 1);
    assert.equal(after.slice(0, steps[0].from) + after.slice(steps[0].from + steps[0].insert.length), source, f);
    const names = L.parse(after).block.statements.filter((x) => x.names.includes("zz_rod"));
    assert.equal(names.length, 1, `${f}: it stands in the main block`);
    count++;
  }
  assert.ok(count > 60, `more than 60 scenes, got ${count}`);
});

test("running an edited script gives the edited value", () => {
  const work = mkdtempSync(join(tmpdir(), "tauwerk-lua-"));
  let ran = 0;
  try {
    cpSync(join(TW_SOURCE, "scripts"), work, { recursive: true });
    for (let i = 0; i < files.length && ran < 4; i++) {
      const f = pick(files);
      const path = join(work, f);
      const source = readFileSync(path, "utf8");
      const s = new L.Script(source, basename(f));
      const good = [];
      for (const c of s.chunk.calls) {
        if (!c.colon || c.inside !== "main" || !KINDS.has(c.method)) continue;
        const fields = s.fields(c);
        const name = fields.get("name")?.expr;
        if (name?.kind !== "string") continue;
        for (const key of ["radius", "length", "density", "tau", "stiffness", "friction"])
          if (fields.get(key)?.expr.kind === "number") good.push({ c, key, name: name.value, x: fields.get(key).expr.value });
      }
      if (!good.length || /advance|solve|equilibrium|scene:assemble/.test(source)) continue;
      const { c, key, name, x } = pick(good);
      const want = Number(L.number(x * 1.0625 + 0.001));
      writeFileSync(path, L.apply(source, L.setField(s, c, key, L.number(want))));
      writeFileSync(path.replace(basename(f), "zz_probe.lua"), `local s = dofile(${L.quoted(path)})\nif not s.find then s = s[1] end\nprint(("%.17g"):format(s:find(${L.quoted(name)}).${key}))\n`);
      // checks of the scene fail, as it has not moved
      const out = spawnSync(TW_PROGRAM, ["lua", path.replace(basename(f), "zz_probe.lua")], { encoding: "utf8", timeout: 60000 }).stdout;
      assert.ok(Math.abs(Number(out.trim().split("\n").pop()) - want) < 1e-9, `${f}: ${name}.${key} is ${want}, got ${out}`);
      writeFileSync(path, source);
      ran++;
    }
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  assert.ok(ran >= 3, `three scripts at least ran, got ${ran}`);
});
