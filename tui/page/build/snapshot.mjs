// Run by node: Python with the session's modules imported, as a picture of its memory.
//   node snapshot.mjs PYODIDE SOURCES SITE
// SOURCES is an archive of Python; SITE gets it compiled, and Python's own library, and the memory.
// It is the same whenever and wherever it is made: time stands still, in one zone, and chance is none. Another Python,
// whose memory nobody keeps, compiles all for it: where code runs, memory refers to what is not Python's.
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { shareMemory } from "../front/memory.mjs";

const [pyodide, sources, site] = process.argv.slice(2);
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

async function ready(desk, options) {
  const python = await loadPyodide({ indexURL: pyodide, packages: [], env, ...options });
  python.FS.mkdirTree("/app");
  python.unpackArchive(new Uint8Array(desk), "zip", { extractDir: "/app" });
  python.runPython(readFileSync(join(here, "..", "front", "prepare.py"), "utf8"));
  return python;
}

const other = await ready(readFileSync(sources));
other.runPython(readFileSync(join(here, "compiling.py"), "utf8"));
const [library, desk, trees] = ["/library.zip", "/app.zip", "/trees"].map((name) => other.FS.readFile(name));
writeFileSync(join(site, "desk.zip"), desk);
writeFileSync(join(site, "python_stdlib.zip"), library);
const python = await ready(desk, { stdLibURL: join(site, "python_stdlib.zip"), _makeSnapshot: true });
python.FS.writeFile("/trees", trees);
python.runPython(readFileSync(join(here, "importing.py"), "utf8"));
writeFileSync(join(site, "memory.bin"), python.makeMemorySnapshot());
