// Python, with its modules from archives.
import environment from "./environment.json";
import { shareMemory } from "./memory.mjs";
import PREPARE from "./prepare.py";
import { loadPyodide, type PyodideAPI, type PyodideConfig } from "pyodide";

declare const FILES: Record<string, string>;

shareMemory();

// Plain hosts do not compress WebAssembly: it is packed here, and unpacked where Pyodide fetches it.
const NO_FILES = "no-files:";
const NO_NETWORK = "There is no network. What was being fetched is tried again until it comes.";
const plain = self.fetch.bind(self);
self.fetch = async (what, options) => {
  const address = what instanceof Request ? what.url : String(what);
  if (address === NO_FILES) return new Response(new Uint8Array(22).fill(80, 0, 1).fill(75, 1, 2).fill(5, 2, 3).fill(6, 3, 4));
  return address.endsWith(".wasm") ? unpacked("pyodide.asm.wasm.gz", "application/wasm") : plain(what, options);
};

// Where the network fails, that is told, and it is tried again until it comes. What comes may be another than expected:
// that fails too, but with the network there before and after.
async function fetchSurely(name: string, how: RequestInit): Promise<Response> {
  for (let there = false, told = false; ; ) {
    try {
      return await plain(name, how);
    } catch (error) {
      const before = there;
      there = await plain(name, { method: "HEAD" }).then(() => true, () => false);
      if (before && there) throw error;
      if (there) continue;
      if (!told) self.postMessage({ text: JSON.stringify({ type: "notice", severity: "warning", text: NO_NETWORK }) });
      told = true;
      await new Promise((waited) => setTimeout(waited, 2000));
    }
  }
}

const mayBeKept = (answer: Response) => answer.headers.get("cache-control") !== "no-store";

// What was unpacked once is kept so: reading it takes a fraction of the time. The hash of what it was tells its version.
async function unpacked(name: string, type: string): Promise<Response> {
  const place = `${name}?${FILES[name]}`;
  const known = self.isSecureContext ? await caches.match(place).catch(() => undefined) : undefined;
  if (known) return known;
  const packed = await fetched(name);
  const found = new Response(packed.body!.pipeThrough(new DecompressionStream("gzip")), { headers: { "content-type": type } });
  if (self.isSecureContext && mayBeKept(packed)) keepUnpacked(name, place, found.clone()).catch(() => {});
  return found;
}

async function keepUnpacked(name: string, place: string, copy: Response): Promise<void> {
  const cache = await caches.open(`microchess ${INDEX.indexURL} unpacked`);
  await cache.delete(name, { ignoreSearch: true });
  await cache.put(place, copy);
}

// Only what belongs to this version, and may be stored. The service worker, which comes later, finds it in the cache. A copy
// that nobody reads would keep a service worker at work, and a newer one from its place.
async function fetched(name: string): Promise<Response> {
  const known = self.isSecureContext ? caches.match(name).catch(() => true) : true;
  const answer = await fetchSurely(name, { integrity: FILES[name] ?? "" });
  if (!answer.ok) throw new Error(`${name}: ${answer.status} ${answer.statusText}`);
  if (!(await known) && mayBeKept(answer)) {
    const copy = answer.clone();
    caches.open(`microchess ${INDEX.indexURL} fetched`).then((cache) => cache.put(name, copy)).catch(() => {});
  }
  return answer;
}

const INDEX = { packages: [], indexURL: new URL("./", import.meta.url).href };

// Python as `make site` left it, the session's modules imported; fails where that does not fit.
export async function remembered(): Promise<PyodideAPI> {
  const memory = unpacked("memory.bin.gz", "").then((found) => found.arrayBuffer());
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
