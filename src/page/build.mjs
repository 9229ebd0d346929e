// Checks the types, makes one HTML file of each page and C source of them: node build.mjs page.c
// player: in exported films; modeller: live, with the editor. lua.mjs is the Lua editor alone, for its tests.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { buildSync } from "esbuild";

try {
  execFileSync(process.execPath, ["node_modules/typescript/bin/tsc", "--noEmit", "-p", "."], { stdio: "inherit" });
} catch {
  process.exit(1);
}

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

function bytes(name, text) {
  const b = Buffer.from(text, "utf8");
  let out = `const unsigned char ${name}[] = {\n`;
  for (let i = 0; i < b.length; i += 64) out += b.subarray(i, i + 64).join(",") + ",\n";
  return `${out}};\nconst size_t ${name}_size = ${b.length};\n`;
}

const player = html("player.ts", ["node_modules/uplot/dist/uPlot.min.css", "page.css"]);
const modeller = html("modeller.ts", ["node_modules/uplot/dist/uPlot.min.css", "page.css", "make.css"]);
writeFileSync(
  process.argv[2],
  `#include "app/view/reel/page.h"\n\n${bytes("tw_page_player", player)}\n${bytes("tw_page_modeller", modeller)}`,
);
buildSync({ entryPoints: ["lua/index.ts"], bundle: true, format: "esm", target: "es2022", outfile: "lua.mjs" });
