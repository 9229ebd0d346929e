// The types of the page's source, by tsc: node types.mjs TAUWERK SOURCE PAGE_FOLDER
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { skip } from "../support/expect.mjs";

const folder = process.argv[4];
const tsc = join(folder, "node_modules/typescript/bin/tsc");
if (!existsSync(tsc)) skip("the page was built without npm's packages");
process.exit(spawnSync(process.execPath, [tsc, "--noEmit", "-p", folder], { stdio: "inherit" }).status ?? 1);
