// Python, with its modules from archives.
import environment from "./environment.json";
import PREPARE from "./prepare.py";
import { loadPyodide, type PyodideAPI, type PyodideConfig } from "pyodide";

declare const MEMORY: string;

// Plain hosts do not compress WebAssembly: it is packed here, and unpacked where Pyodide fetches it.
const NO_FILES = "no-files:";
const plain = self.fetch.bind(self);
self.fetch = async (what, options) => {
  const address = what instanceof Request ? what.url : String(what);
  if (address === NO_FILES) return new Response(new Uint8Array(22).fill(80, 0, 1).fill(75, 1, 2).fill(5, 2, 3).fill(6, 3, 4));
  return address.endsWith(".wasm") ? unpacked(`${address}.gz`, "application/wasm") : plain(what, options);
};

async function unpacked(name: string, type: string, integrity = ""): Promise<Response> {
  const { body } = await fetched(name, integrity);
  return new Response(body!.pipeThrough(new DecompressionStream("gzip")), { headers: { "content-type": type } });
}

async function fetched(name: string, integrity = ""): Promise<Response> {
  const answer = await plain(name, { integrity });
  if (!answer.ok) throw new Error(`${name}: ${answer.status} ${answer.statusText}`);
  return answer;
}

const INDEX = { packages: [], indexURL: new URL("./", import.meta.url).href };

// Python as `make site` left it, the session's modules imported; fails where that does not fit.
export async function remembered(): Promise<PyodideAPI> {
  const memory = unpacked("memory.bin.gz", "", MEMORY).then((found) => found.arrayBuffer());
  const options = { ...INDEX, env: environment, stdLibURL: NO_FILES, _loadSnapshot: memory };
  const py = await loadPyodide(options as PyodideConfig);
  py.runPython("import random; random.seed()");
  return py;
}

// Modules from archives, beside those that are there.
export async function unpack(py: PyodideAPI, archives: string[]): Promise<void> {
  const coming = await Promise.all(archives.map(async (name) => (await fetched(name)).arrayBuffer()));
  for (const one of coming) py.unpackArchive(one, "zip", { extractDir: "/app" });
  py.runPython("import sys; sys.path_importer_cache.clear()");
}

export async function python(archives: string[]): Promise<PyodideAPI> {
  const coming = archives.map(async (name) => (await fetched(name)).arrayBuffer());
  const py = await loadPyodide({ ...INDEX, env: environment });
  py.FS.mkdirTree("/app");
  for (const one of coming) py.unpackArchive(await one, "zip", { extractDir: "/app" });
  py.runPython(PREPARE);
  return py;
}
