// Run by node: Python with the session's modules imported, as a picture of its memory.
//   node snapshot.mjs PYODIDE SITE OUT
// It is the same whenever and wherever it is made: time stands still, in one zone, and chance is none. Another Python,
// whose memory nobody keeps, recompiles Janus for it.
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

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

const { loadPyodide } = await import(pathToFileURL(join(pyodide, "pyodide.mjs")));
const env = { ...JSON.parse(readFileSync(join(here, "..", "front", "environment.json"))), PYTHONHASHSEED: "0" };

async function ready() {
  const python = await loadPyodide({ indexURL: pyodide, packages: [],
    env,
    stdLibURL: join(site, "python_stdlib.zip"), _makeSnapshot: true });
  python.FS.mkdirTree("/app");
  python.unpackArchive(new Uint8Array(readFileSync(join(site, "desk.zip"))), "zip", { extractDir: "/app" });
  python.runPython(readFileSync(join(here, "..", "front", "prepare.py"), "utf8"));
  python.runPython(RESERVE);
  return python;
}

// Compiled code names addresses of Python's memory: the first machine's are the same in both.
const RESERVE = "from emu.turbo.hosts import host; host().span(); None";
const COMPILED = "/compiled";
const other = await ready();
other.runPython(readFileSync(join(here, "recompiling.py"), "utf8"));
const python = await ready();
python.FS.writeFile(COMPILED, other.FS.readFile(COMPILED));
python.runPython(readFileSync(join(here, "importing.py"), "utf8"));
writeFileSync(out, python.makeMemorySnapshot());
