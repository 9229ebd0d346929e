// The page's editor of Lua text by itself, without a browser: node lua.mjs TAUWERK SOURCE PAGE_FOLDER
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { skip } from "../support/expect.mjs";

const [tauwerk, source, folder] = process.argv.slice(2);
if (!existsSync(join(folder, "lua.mjs"))) skip("the page was built without npm's packages");
const tests = ["unit", "scripts"].map((t) => join(source, "tests/view/lua", `${t}.test.mjs`));
const env = { ...process.env, TW_PAGE: folder, TW_SOURCE: source, TW_PROGRAM: tauwerk };
process.exit(spawnSync(process.execPath, ["--test", ...tests], { stdio: "inherit", env }).status ?? 1);
