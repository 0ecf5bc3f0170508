// A worker with Python in it. Its name says which: `screen` or `machine`. The first message brings
// `files` (name to bytes), `beginning` (an object for the screen) and `port`, the line to the other.
import { loadPyodide } from "./pyodide.mjs";

const DATA = "/home/pyodide/data";
const role = self.name;
const tell = (what, transfer = []) => self.postMessage(what, transfer);
const progress = (done, words) => tell({ type: "progress", role, done, words });

// Pyodide's event loop calls this for a task with a name; Python 3.14 has it no longer.
const PREPARE = `
import asyncio.tasks, gc, sys
if not hasattr(asyncio.tasks, "_set_task_name"):
    asyncio.tasks._set_task_name = lambda task, name: name is None or task.set_name(name)
gc.disable()
sys.path.insert(0, "/app")
`;

async function prepare() {
  progress(0.05, "Starting Python");
  const python = await loadPyodide({
    env: {
      HOME: "/home/pyodide",
      KIM1_CACHE: "off",
      KIM1_ENGINE: "python",
      MICROCHESS_DATA: DATA,
      PYTHONDONTWRITEBYTECODE: "1",
      TERM: "xterm-256color",
      TEXTUAL_COLOR_SYSTEM: "truecolor",
      TEXTUAL_DRIVER: "tui.page.driver:PageDriver",
      TEXTUAL_FPS: "30",
    },
    packages: [],
  });
  progress(0.4, "Fetching the program");
  const packed = await fetch("python.zip");
  if (!packed.ok) throw new Error(`python.zip: ${packed.status} ${packed.statusText}`);
  python.FS.mkdirTree("/app");
  progress(0.5, "Unpacking the program");
  python.unpackArchive(await packed.arrayBuffer(), "zip", { extractDir: "/app" });
  python.runPython(PREPARE);
  return python;
}

// Python in whose memory nothing of a session is yet: this needs no answer from the page.
const prepared = prepare();
const begun = new Promise((resolve) => {
  self.onmessage = ({ data }) => resolve(data);
});

function modules(python) {
  progress(0.6, role === "screen" ? "Loading the screen" : "Loading the machine");
  return python.pyimport(role === "screen" ? "tui.page.screen" : "tui.page.machine");
}

async function main() {
  const python = await prepared;
  python.FS.mkdirTree(DATA);
  const { files, beginning, port } = await begun;
  for (const [name, data] of Object.entries(files)) python.FS.writeFile(`${DATA}/${name}`, data);
  const post = (data) => port.postMessage(data.toJs());
  const module = modules(python);
  const taking = python.runPython("lambda taken: lambda data: taken(data.to_bytes())");
  if (role === "screen") {
    progress(0.9, "Setting up the board");
    python.runPython("gc.freeze(); gc.enable()");
    const told = (text, data) => tell({ ...JSON.parse(text), ...(data ? { data: data.toJs() } : {}) });
    const screen = module.PageScreen(told, post, JSON.stringify(beginning));
    const arrived = taking(screen.arrived);
    port.onmessage = ({ data }) => arrived(data);
    self.onmessage = ({ data }) => screen.hear(JSON.stringify(data));
    progress(0.95, "Setting up the board");
    await screen.run();
  } else {
    const keep = (name, data) => tell({ type: "keep", name, data: data ? data.toJs() : null });
    const arrived = taking(module.start(post, keep));
    port.onmessage = ({ data }) => arrived(data);
    python.runPython("gc.freeze(); gc.enable()");
    progress(1, "The machine is ready");
  }
}

main().catch((error) => tell({ type: "ended", what: String(error.message || error) }));
