// Python, with its modules from archives.
import { loadPyodide, type PyodideAPI } from "pyodide";

// Pyodide's event loop calls this for a task with a name; Python 3.14 has it no longer.
const PREPARE = `
import asyncio.tasks, gc, sys
if not hasattr(asyncio.tasks, "_set_task_name"):
    asyncio.tasks._set_task_name = lambda task, name: name is None or task.set_name(name)
gc.disable()
sys.path.insert(0, "/app")
`;
const ENVIRONMENT = {
  HOME: "/home/pyodide",
  KIM1_CACHE: "off",
  KIM1_ENGINE: "python",
  PYTHONDONTWRITEBYTECODE: "1",
};

// Plain hosts do not compress WebAssembly: it is packed here, and unpacked where Pyodide fetches it.
const plain = self.fetch.bind(self);
self.fetch = async (what, options) => {
  const address = what instanceof Request ? what.url : String(what);
  return address.endsWith(".wasm") ? unpacked(`${address}.gz`, "application/wasm") : plain(what, options);
};

async function unpacked(name: string, type: string): Promise<Response> {
  const { body } = await fetched(name);
  return new Response(body!.pipeThrough(new DecompressionStream("gzip")), { headers: { "content-type": type } });
}

async function fetched(name: string): Promise<Response> {
  const answer = await fetch(name);
  if (!answer.ok) throw new Error(`${name}: ${answer.status} ${answer.statusText}`);
  return answer;
}

export async function python(
  environment: Record<string, string>,
  archives: string[],
  progress: (done: number, words: string) => void = () => {},
): Promise<PyodideAPI> {
  const coming = archives.map(async (name) => (await fetched(name)).arrayBuffer());
  progress(0.05, "Starting Python");
  const py = await loadPyodide({ env: { ...ENVIRONMENT, ...environment }, packages: [], indexURL: new URL("./", import.meta.url).href });
  progress(0.4, "Fetching the program");
  py.FS.mkdirTree("/app");
  for (const one of coming) py.unpackArchive(await one, "zip", { extractDir: "/app" });
  py.runPython(PREPARE);
  return py;
}
