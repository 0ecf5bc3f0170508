// The machine's worker: Python with the session in it. First comes {files, fragment, why, offers}, then
// {text}, JSON for the session, or {name, data}, a file. What it says is {text} too.
import { python, remembered, unpack } from "./python";

const DATA = "/home/pyodide/data";
const tell = (message: object, data: Uint8Array | null = null) => self.postMessage({ text: JSON.stringify(message), data });
let rest = ["desk.zip"];
const prepared = remembered().catch((why) => {
  console.warn(`Python starts anew: ${why.message}`);
  const archives = rest;
  rest = [];
  return python(archives);
});
const early: MessageEvent[] = [];
const begun = new Promise<{ files: Record<string, Uint8Array>; fragment: string; why: string; offers: boolean }>((resolve) => {
  self.onmessage = ({ data }) => {
    resolve(data);
    self.onmessage = (event) => early.push(event);
  };
});

async function main(): Promise<void> {
  const py = await prepared;
  py.FS.mkdirTree(DATA);
  const { files, fragment, why, offers } = await begun;
  for (const [name, data] of Object.entries(files)) py.FS.writeFile(`${DATA}/${name}`, data);
  const desk = py.pyimport("tui.page.desk").Desk.in_browser(
    (text: string) => self.postMessage({ text }),
    (name: string, data: { toJs(): Uint8Array } | null) => tell({ type: "keep", name }, data ? data.toJs() : null),
    fragment,
    why,
    () => unpack(py, rest),
    offers,
  );
  const file = py.runPython("lambda take: lambda name, data: take(name, data.to_bytes())")(desk.file);
  desk.start();
  py.runPython("import gc; gc.freeze(); gc.enable()");
  self.onmessage = ({ data }) => (data.text === undefined ? file(data.name, data.data) : desk.hear(data.text));
  for (const event of early) self.onmessage(event);
  // Tables that the first reply needs are made while its player thinks.
  const make = (opponent: string) => py.runPython(`from microchess.engine import geometry as g; g.side(g.DIRECTIONS, ${opponent}); None`);
  ["False", "True"].forEach((one, turn) => setTimeout(make, 300 * (turn + 1), one));
}

main().catch((error) => tell({ type: "ended", why: String(error.message || error) }));
