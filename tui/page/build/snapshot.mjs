// Run by node: Python with the session's modules imported, as a picture of its memory.
//   node snapshot.mjs PYODIDE SITE OUT
// It is the same whenever and wherever it is made: time stands still, in one zone, and chance is none. Another Python,
// whose memory nobody keeps, recompiles Janus for it: where code runs, memory refers to what is not Python's.
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { shareMemory } from "../front/memory.mjs";

const [pyodide, site, out] = process.argv.slice(2);
const here = dirname(fileURLToPath(import.meta.url));
process.env.TZ = "UTC";
const MOMENT = Date.UTC(2000, 0, 1);
globalThis.Date = class extends Date {
  constructor(...given) {
    super(...(given.length ? given : [MOMENT]));
  }
  static now = () => MOMENT;
};
performance.now = () => 0;
const none = (view) => new Uint8Array(view.buffer, view.byteOffset, view.byteLength).fill(1) && view;
crypto.getRandomValues = none;
createRequire(import.meta.url)("node:crypto").randomFillSync = none;

shareMemory();
const { loadPyodide } = await import(pathToFileURL(join(pyodide, "pyodide.mjs")));
const env = { ...JSON.parse(readFileSync(join(here, "..", "front", "environment.json"))), PYTHONHASHSEED: "0" };

async function ready(_makeSnapshot) {
  const python = await loadPyodide({ indexURL: pyodide, packages: [],
    env,
    stdLibURL: join(site, "python_stdlib.zip"), _makeSnapshot });
  python.FS.mkdirTree("/app");
  python.unpackArchive(new Uint8Array(readFileSync(join(site, "desk.zip"))), "zip", { extractDir: "/app" });
  python.runPython(readFileSync(join(here, "..", "front", "prepare.py"), "utf8"));
  return python;
}

const COMPILED = "/compiled";
const other = await ready(false);
other.runPython(readFileSync(join(here, "recompiling.py"), "utf8"));
const python = await ready(true);
python.FS.writeFile(COMPILED, other.FS.readFile(COMPILED));
python.runPython(readFileSync(join(here, "importing.py"), "utf8"));
writeFileSync(out, python.makeMemorySnapshot());
