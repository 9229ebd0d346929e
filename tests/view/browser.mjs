// A page in Debian's Chromium, headless, by playwright-core from the folder that the build installed.
// Status 77: the machine has no Chromium, or the page was not built.
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

export function skip(why) {
  console.log(`skipped: ${why}`);
  process.exit(77);
}

export function fail(why) {
  console.error(`FAILED: ${why}`);
  process.exit(1);
}

export function expect(truth, why) {
  if (!truth) fail(why);
}

export async function open(pageFolder) {
  if (!existsSync(join(pageFolder, "node_modules/playwright-core")))
    skip("the page was built without npm's packages");
  const chromium = ["/usr/bin/chromium", "/usr/bin/chromium-browser"].find((p) => existsSync(p));
  if (!chromium) skip("there is no Chromium (apt-get install chromium)");
  const require = createRequire(join(pageFolder, "package.json"));
  const { chromium: engine } = require("playwright-core");
  const browser = await engine.launch({
    executablePath: chromium,
    args: ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"],
  });
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  page.setDefaultTimeout(150000); // software draws slowly, and slower where others work
  const errors = [];
  page.on("pageerror", (e) => errors.push(String(e)));
  page.on("console", (m) => {
    if (m.type() === "error") errors.push(m.text());
  });
  return { browser, page, errors };
}
