// A worker of the full screen with Python in it. Its name says which: `screen` or `machine`. The
// first message brings `files` (name to bytes), `beginning` (an object for the screen) and `port`,
// the line to the other.
import { python } from "./python";

const DATA = "/home/pyodide/data";
const role = self.name;
const tell = (what: object) => self.postMessage(what);
const progress = (done: number, words: string) => tell({ type: "progress", role, done, words });
const SCREEN = {
  TERM: "xterm-256color",
  TEXTUAL_COLOR_SYSTEM: "truecolor",
  TEXTUAL_DRIVER: "tui.page.driver:PageDriver",
  TEXTUAL_FPS: "30",
};
type Bytes = { toJs(): Uint8Array };

// Python in whose memory nothing of a session is yet: this needs no answer from the page.
const prepared = python(["desk.zip", "screen.zip"], SCREEN, progress);
const begun = new Promise<{ files: Record<string, Uint8Array>; beginning: object; port: MessagePort }>((resolve) => {
  self.onmessage = ({ data }) => resolve(data);
});

async function main(): Promise<void> {
  const py = await prepared;
  py.FS.mkdirTree(DATA);
  const { files, beginning, port } = await begun;
  for (const [name, data] of Object.entries(files)) py.FS.writeFile(`${DATA}/${name}`, data);
  const post = (data: Bytes) => port.postMessage(data.toJs());
  progress(0.6, `Loading the ${role}`);
  const module = py.pyimport(`tui.page.${role}`);
  const taking = py.runPython("lambda taken: lambda data: taken(data.to_bytes())");
  if (role === "screen") {
    progress(0.9, "Setting up the board");
    py.runPython("gc.freeze(); gc.enable()");
    const told = (text: string, data?: Bytes) => tell({ ...JSON.parse(text), ...(data ? { data: data.toJs() } : {}) });
    const screen = module.PageScreen(told, post, JSON.stringify(beginning));
    const arrived = taking(screen.arrived);
    port.onmessage = ({ data }) => arrived(data);
    self.onmessage = ({ data }) => screen.hear(JSON.stringify(data));
    progress(0.95, "Setting up the board");
    await screen.run();
  } else {
    const keep = (name: string, data?: Bytes) => tell({ type: "keep", name, data: data ? data.toJs() : null });
    const arrived = taking(module.start(post, keep));
    port.onmessage = ({ data }) => arrived(data);
    py.runPython("gc.freeze(); gc.enable()");
    progress(1, "The machine is ready");
  }
}

main().catch((error) => tell({ type: "ended", what: String(error.message || error) }));
