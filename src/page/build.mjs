// Makes one HTML file of each page and C source of them: node build.mjs page.c
// player: in exported films; modeller: live, with the editor. lua.mjs is the Lua editor alone, for its tests.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { buildSync } from "esbuild";

const read = (name) => readFileSync(name, "utf8");

// the packages whose code is in it, with their licences
function licences(metafile) {
  const names = new Set();
  for (const file of Object.keys(metafile.inputs)) {
    const m = /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file);
    if (m) names.add(m[1]);
  }
  return [...names].sort().map((name) => {
    const file = ["LICENSE", "LICENSE.md", "license", "LICENSE.txt"].map((n) => `node_modules/${name}/${n}`).find((f) => existsSync(f));
    if (!file) throw new Error(`${name} has no licence`);
    return `${name}\n${read(file).trim()}`;
  });
}

function html(entry, styles) {
  const made = buildSync({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    format: "iife",
    target: "es2022",
    legalComments: "none",
    metafile: true,
    write: false,
  });
  return read("page.html")
    .replace("/*css*/", () => styles.map(read).join("\n"))
    .replace("/*licences*/", () => licences(made.metafile).join("\n\n").replaceAll("--", "- -"))
    .replace("/*script*/", () => made.outputFiles[0].text.replaceAll("</script", "<\\/script"));
}

// as string literals, which compile in a tenth of the time of a list of numbers
function bytes(name, text) {
  const b = Buffer.from(text, "utf8");
  const plain = (c) => c >= 32 && c < 127 && c !== 34 && c !== 63 && c !== 92; // not " ? \
  const octal = (c) => "\\" + c.toString(8).padStart(3, "0");
  let out = `const unsigned char ${name}[] =\n`;
  for (let i = 0; i < b.length; i += 1000)
    out += '"' + Array.from(b.subarray(i, i + 1000), (c) => (plain(c) ? String.fromCharCode(c) : octal(c))).join("") + '"\n';
  return `${out};\nconst size_t ${name}_size = ${b.length};\n`;
}

const player = html("player.ts", ["node_modules/uplot/dist/uPlot.min.css", "page.css"]);
const modeller = html("modeller.ts", ["node_modules/uplot/dist/uPlot.min.css", "page.css", "make.css"]);
writeFileSync(
  process.argv[2],
  `#include "app/view/reel/page.h"\n\n${bytes("tw_page_player", player)}\n${bytes("tw_page_modeller", modeller)}`,
);
buildSync({ entryPoints: ["lua/index.ts"], bundle: true, format: "esm", target: "es2022", outfile: "lua.mjs" });
