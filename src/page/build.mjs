// Checks the types, makes one HTML file of the page, and C source of that: node build.mjs page.c
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { buildSync } from "esbuild";

try {
  execFileSync(process.execPath, ["node_modules/typescript/bin/tsc", "--noEmit", "-p", "."], { stdio: "inherit" });
} catch {
  process.exit(1);
}
const made = buildSync({
  entryPoints: ["main.ts"],
  bundle: true,
  minify: true,
  format: "iife",
  target: "es2022",
  legalComments: "none",
  write: false,
});
const css = readFileSync("node_modules/uplot/dist/uPlot.min.css", "utf8") + readFileSync("page.css", "utf8");
const licences = ["three", "three-mesh-bvh", "uplot"].map(
  (name) => `${name}\n${readFileSync(`node_modules/${name}/LICENSE`, "utf8").trim()}`,
);
const html = readFileSync("page.html", "utf8")
  .replace("/*css*/", () => css)
  .replace("/*licences*/", () => licences.join("\n\n").replaceAll("--", "- -"))
  .replace("/*script*/", () => made.outputFiles[0].text.replaceAll("</script", "<\\/script"));
const bytes = Buffer.from(html, "utf8");
let text = '#include "app/view/page.h"\n\nconst unsigned char tw_page_html[] = {\n';
for (let i = 0; i < bytes.length; i += 64) text += bytes.subarray(i, i + 64).join(",") + ",\n";
text += `};\nconst size_t tw_page_size = ${bytes.length};\n`;
writeFileSync(process.argv[2], text);
