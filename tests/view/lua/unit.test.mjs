// The Lua editor of the page: node --test; TW_PAGE is the folder that the build made the page in.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";

const L = await import(join(process.env.TW_PAGE, "lua.mjs"));
const KINDS = new Set(["rod", "box", "sphere", "hinge", "ball", "nail", "connect", "spring", "motor", "drag"]);
const HEAD = 'local tw = require "tauwerk"\nlocal scene = tw.scene { name = "x" }\n';
const script = (text) => new L.Script(text, "x.lua");
const call = (s, method, k = 0) => s.chunk.calls.filter((c) => c.method === method)[k];
const set = (text, key, value, method = "rod", k = 0) => {
  const s = script(text);
  return L.apply(text, L.setField(s, call(s, method, k), key, value));
};
const made = (kind, line, id = 1, more = {}) => ({ class: "body", kind, id, name: `${kind}${id}`, file: "x.lua", line, ...more });
const fails = (f, pattern) => assert.throws(f, (e) => e instanceof L.CannotEdit && pattern.test(e.message));

test("tokens: numbers, strings, long brackets, ends of lines", () => {
  const t = new L.Scanner('#!/bin/x\nlocal a = 0x1p4 .. "q\\"\\65\\u{41}\\z\n   z" --[==[ ] \n ]==] [[\nx]] 3. .5e-3 a//b').tokens;
  const values = t.filter((x) => x.value !== undefined).map((x) => x.value);
  assert.deepEqual(values, [NaN, 'q"AAz', "x", 3, 0.0005]);
  assert.equal(t[t.length - 1].line, 5);
  assert.equal(new L.Scanner("a\r\nb\rc\n\rd").tokens[3].line, 4);
});

test("errors of grammar have their line", () => {
  for (const [text, line] of [["local a =\n\nx y", 3], ["f(", 1], ["if a then", 1], ['"abc', 1], ["--[[ x", 1], ["x = = 1", 1], ["return 1 2", 1], ["a.b", 1], [`${"(".repeat(300)}1`, 1]])
    assert.throws(() => L.parse(text), (e) => e instanceof L.LuaError && e.line === line, text);
});

test("a field is replaced, inserted, removed; the layout stays", () => {
  assert.equal(set("s:rod { a = 1, b = 2 }", "b", "3"), "s:rod { a = 1, b = 3 }");
  assert.equal(set("s:rod { a = 1, a = 2 }", "a", "3"), "s:rod { a = 1, a = 3 }");
  assert.equal(set("s:rod { a = 1 }", "b", "3"), "s:rod { a = 1, b = 3 }");
  assert.equal(set("s:rod{a=1,}", "b", "3"), "s:rod{a=1, b = 3,}");
  assert.equal(set("s:rod {}", "b", "3"), "s:rod { b = 3 }");
  assert.equal(set("s:rod()", "b", "3"), "s:rod { b = 3 }");
  assert.equal(set("s:rod { -- none\n}", "b", "3"), "s:rod {\n  b = 3, -- none\n}");
  assert.equal(set("s:rod {\n  a = 1, -- one\n  c = 2 -- two\n}", "b", "3"), "s:rod {\n  a = 1, -- one\n  c = 2, -- two\n  b = 3\n}");
  assert.equal(set("s:rod {\n  a = 1,\n}", "b", "3"), "s:rod {\n  a = 1,\n  b = 3,\n}");
  assert.equal(set("s:rod { a = 1, b = 2, c = 3 }", "b", null), "s:rod { a = 1, c = 3 }");
  assert.equal(set("s:rod { a = 1, b = 2 }", "b", null), "s:rod { a = 1 }");
  assert.equal(set("s:rod { a = 1 }", "a", null), "s:rod {}");
  assert.equal(set("s:rod {\n  a = 1, -- one\n  b = 2,\n}", "a", null), "s:rod {\n  b = 2,\n}");
  assert.equal(set("s:rod { a = 1, --[[ b ]] b = 2 }", "a", null), "s:rod {  --[[ b ]] b = 2 }");
  assert.equal(set("s:rod { a = 1 }", "z", null), "s:rod { a = 1 }");
  const wide = `s:rod { name = "${"n".repeat(60)}", radius = 1,\n        length = ${"1".repeat(70)} }`;
  assert.equal(set(wide, "orientation", "tw.euler(0, 0, 1)"), wide.replace(" }", ",\n        orientation = tw.euler(0, 0, 1) }"));
});

test("ends of lines stay as they are", () => {
  assert.equal(set("s:rod {\r\n  a = 1,\r\n}\r\n", "b", "3"), "s:rod {\r\n  a = 1,\r\n  b = 3,\r\n}\r\n");
  assert.equal(set("s:rod {\r\n  a = 1,\r\n  b = 2,\r\n}\r\n", "a", null), "s:rod {\r\n  b = 2,\r\n}\r\n");
});

test("connect has its fields in a third argument", () => {
  assert.equal(set("s:connect(a.end1, b)", "tau", "0.1", "connect"), "s:connect(a.end1, b, { tau = 0.1 })");
  assert.equal(set("s:connect(a.end1, b, { k = 1 })", "tau", "0.1", "connect"), "s:connect(a.end1, b, { k = 1, tau = 0.1 })");
  fails(() => set("s:connect(a.end1, b, options)", "tau", "0.1", "connect"), /options/);
  fails(() => set("s:rod(fields)", "a", "1"), /not a table/);
  const s = script("s:nail { 0, -1, 2.5 }");
  assert.equal(L.apply(s.source, L.setPlace(s, call(s, "nail"), [1, 2, -3])), "s:nail { 1, 2, -3 }");
});

test("an object is found by its line and kind; what is repeated is refused", () => {
  const text = `${HEAD}local a = scene:rod { radius = 1 } local b = scene:rod { radius = 2 }
for i = 1, 3 do scene:rod { radius = 3 } end
local function f() return scene:rod { radius = 4 } end
f()
scene:connect(a.end1,
  scene:nail { 0, 0, 0 })
scene:chain { count = 3 }
`;
  const s = script(text);
  const all = [made("rod", 3, 1), made("rod", 3, 2), made("rod", 4, 3), made("rod", 4, 4), made("rod", 5, 5), made("point_to_nail", 7, 6, { class: "constraint" }), made("nail", 8, 7, { class: "point" }), made("link", 9, 8), made("rod", 3, 9, { file: "y.lua" })];
  assert.equal(L.Script.numbers(undefined), null);
  assert.equal(s.fields(s.find(all[0], all)).get("radius").text, "1");
  assert.equal(s.fields(s.find(all[1], all)).get("radius").text, "2");
  fails(() => s.find(all[2], all), /in a loop: change the script there/);
  fails(() => s.find(all[4], all), /in a function/);
  assert.equal(s.find(all[5], all).method, "connect");
  assert.equal(s.find(all[6], all).method, "nail");
  fails(() => s.find(all[7], all), /makes more than it/);
  fails(() => s.find(all[8], all), /another file/);
  fails(() => s.find(made("rod", 3, 10), [...all, made("rod", 3, 10)]), /2 calls made 3 objects/);
  fails(() => script("local ="), /x\.lua:1: .*mend/);
});

test("a new object stands behind the last one, before return", () => {
  const add = (text, n, all = []) => {
    const s = script(text);
    return L.apply(text, L.addObject(s, n, all, KINDS));
  };
  const rod = { kind: "rod", name: "rod1", fields: [["radius", 0.1], ["position", [0, 0, 1]]] };
  assert.equal(add(`${HEAD}return scene\n`, rod), `${HEAD}\nlocal rod1 = scene:rod { name = "rod1", radius = 0.1, position = { 0, 0, 1 } }\nreturn scene\n`);
  const two = `${HEAD}\nscene:box{size={1,1,1},mass=1,position={0,0,0}} -- a box\n\nscene:at(1, function() scene:rod { radius = 1 } end)\n-- the end\nreturn scene`;
  assert.equal(add(two, rod), two.replace("-- a box", '-- a box\nlocal rod1 = scene:rod {name = "rod1", radius = 0.1, position = {0, 0, 1}}'));
  const loop = `${HEAD}for i = 1, 2 do\n  scene:rod { radius = 1 }\nend\nreturn scene\n`;
  assert.match(add(loop, rod), /end\nlocal rod1/);
  fails(() => add(`${HEAD}local rod1 = 3\nreturn scene`, rod), /used in the script/);
  fails(() => add("return 1", rod), /require "tauwerk"/);
  // other objects get a name where they have none
  const named = `${HEAD}scene:rod { name = "upper rod", radius = 1 }\nlocal low = scene:rod { radius = 1 }\nreturn scene\n`;
  const all = [made("rod", 3, 1, { name: "upper rod" }), made("rod", 4, 2)];
  const hinge = { kind: "hinge", name: "h", fields: [["at_a", [0, 0, 1]]], refers: [{ field: "a", to: { of: all[0], text: "" } }, { field: "b", to: { of: all[1], text: "" } }] };
  assert.equal(add(named, hinge, all), `${HEAD}local upper_rod = scene:rod { name = "upper rod", radius = 1 }\nlocal low = scene:rod { radius = 1 }\nlocal h = scene:hinge { name = "h", a = upper_rod, b = low, at_a = { 0, 0, 1 } }\nreturn scene\n`);
  const pin = { kind: "connect", name: "pin", fields: [["tau", 0.1]], connect: [{ of: all[1], text: ".end1" }, { nail: [0, 0, 2] }] };
  assert.match(add(named, pin, all), /\nlocal pin = scene:connect\(low\.end1, scene:nail \{ 0, 0, 2 \}, \{ name = "pin", tau = 0\.1 \}\)\nreturn/);
  // made elsewhere: by its name
  const far = { ...hinge, refers: [{ field: "a", to: { of: made("rod", 1, 5, { file: "y.lua", name: "k" }), text: "" } }] };
  assert.match(add(named, far, all), /a = scene:find\("k"\)/);
  // a statement that begins with a parenthesis does not become an argument
  assert.match(add(`${HEAD.trim()};\n(f or g)()\nreturn scene\n`, rod), / };\n\(f or g\)/);
});

test("poses: position and orientation, or both ends", () => {
  const text = `${HEAD}local a = scene:rod { name = "a", length = 1, radius = 1, orientation = tw.euler(1, 2, 3) }
local b = scene:rod { name = "b", from = { 0, 0, 0 }, to = { 0, 0, 2 }, radius = 1 }
local g = scene:group { name = "g" }
local c = g:rod { name = "c", length = 1, radius = 1 }
`;
  const all = [made("rod", 3, 1), made("rod", 4, 2), made("rod", 6, 3)];
  const s = script(text);
  const q = [Math.SQRT1_2, 0, Math.SQRT1_2, 0];
  const { steps, left } = L.setPoses(s, all.map((of) => ({ of, x: [1, 0.25, 0], q })), all);
  const out = L.apply(text, steps);
  assert.match(out, /orientation = tw\.axis_angle\(\{ 0, 1, 0 \}, tw\.deg\(90\)\),\s+position = \{ 1, 0\.25, 0 \}/);
  assert.match(out, /from = \{ 0, 0\.25, 0 \}, to = \{ 2, 0\.25, 0 \}/);
  // turned about its own axis, or upside down: the ends do not say it
  for (const r of [[Math.SQRT1_2, 0, 0, Math.SQRT1_2], [0, 1, 0, 0], [0.5, 0.5, 0.5, -0.5]]) {
    const turned = L.apply(text, L.setPose(s, all[1], all, [1, 0.25, 0], r));
    assert.match(turned, /"b", radius = 1, length = 2,\s+position = \{ 1, 0\.25, 0 \},\s+orientation = tw\./);
    assert.doesNotMatch(turned, /from/);
  }
  assert.equal(left.length, 1);
  assert.match(left[0], /group/);
});

test("deleting takes what names the object; other uses forbid it", () => {
  const text = `${HEAD}local a = scene:rod { radius = 1 }\nlocal b = scene:rod { radius = 1 }\nlocal h = scene:hinge { a = a, b = b }\nscene:motor { joint = h, speed = 1 } -- turns\nreturn scene\n`;
  const s = script(text);
  const all = [made("rod", 3, 1), made("rod", 4, 2)];
  const gone = L.dependents(s, all[0], all, KINDS);
  assert.equal(L.apply(text, L.removeStatements(s, gone)), `${HEAD}local b = scene:rod { radius = 1 }\nreturn scene\n`);
  const used = script(text.replace("return", "print(b.position)\nreturn"));
  fails(() => L.dependents(used, all[1], all, KINDS), /line 7 .*'b'/);
});

test("parameters, names, values", () => {
  const s = script(`${HEAD}local n = tw.param("n", -3, { min = 1 })\nlocal m = tw.param("m", 2 * 3)\n`);
  const e = s.parameter("n");
  assert.equal(s.source.slice(e.from, e.to), "-3");
  assert.equal(s.parameter("m"), null);
  assert.equal(s.unused("n"), "n1");
  assert.equal(L.asName("a b/3"), "a_b_3");
  assert.equal(L.asName("end"), "end_");
  assert.equal(L.asName("3x"), "_3x");
  assert.equal(L.number(Math.fround(0.3)), "0.3");
  assert.equal(L.number(-1e-12), "0");
  assert.equal(L.quoted('a"\\\n\x01'), '"a\\"\\\\\\n\\001"');
  assert.equal(L.turn([0.5, 0.5, 0.5, 0.5], "tw", " "), "tw.quat(0.5, 0.5, 0.5, 0.5)");
});

test("events stand behind the objects that they name", () => {
  const text = `${HEAD}scene:rod { name = "a", radius = 1 }\nreturn scene\n`;
  const s = script(text);
  const of = made("rod", 3, 1, { name: "a" });
  const out = L.apply(text, L.addEvent(s, 1.5, (r) => [`${r(of)}.radius = 2`], [of], KINDS));
  assert.equal(out, `${HEAD}local a = scene:rod { name = "a", radius = 1 }\nscene:at(1.5, function()\n  a.radius = 2\nend)\nreturn scene\n`);
});
