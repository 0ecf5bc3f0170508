// Run by node: compiles with the Python of the page, which alone knows its bytecode.
//   node compile.mjs PYODIDE STAGE SITE
// STAGE has folders of Python packages; SITE gets a .zip of each folder in it, and python_stdlib.zip.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const [pyodide, stage, site] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(join(pyodide, "pyodide.mjs")));
const python = await loadPyodide({ indexURL: pyodide, packages: [] });
for (const [name, folder] of [["/pyodide", pyodide], ["/stage", stage], ["/site", site]]) {
  python.FS.mkdirTree(name);
  python.mountNodeFS(name, folder);
}
python.runPython(readFileSync(join(dirname(fileURLToPath(import.meta.url)), "compiling.py"), "utf8"));
