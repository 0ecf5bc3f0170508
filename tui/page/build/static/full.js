// The page around two workers with Python in them: terminal, kept files, links, what the person does.
"use strict";

const LARGEST_FILE = 4 * 1024 * 1024;
const embedded = new URLSearchParams(location.search).has("embed");
const workers = {};
const loaded = { screen: 0, machine: 0 };
let terminal = null;
let begun = false;

const fetching = (share, bytes) => showProgress(share * 0.4, `Fetching the page: ${Math.round(bytes / 1e5) / 10} MB`);
const tellNewer = () => shown && say("A newer version is here; it comes with a reload.", 8000);

// While it loads

function showProgress(done, words) {
  if (done < $("done").value) return;
  $("done").value = done;
  $("words").textContent = words;
}

function heardProgress({ role, done, words }) {
  loaded[role] = done;
  performance.mark(`${role}: ${words}`);
  showProgress(0.4 + 0.3 * (loaded.screen + loaded.machine), words);
}

// The terminal

const LINE_HEIGHT = 1.0;
const tellScreen = (what) => begun && workers.screen.postMessage(what);

function openTerminal() {
  terminal = new Terminal({
    allowProposedApi: true,
    fontFamily: '"Roboto Mono", monospace',
    fontSize: fontSize(),
    lineHeight: LINE_HEIGHT,
    scrollback: 0,
    customGlyphs: true,
    theme: { background: "#0c181f" },
  });
  terminal.open($("terminal"));
  try {
    const webgl = new WebglAddon.WebglAddon();
    webgl.onContextLoss(() => webgl.dispose());
    terminal.loadAddon(webgl);
  } catch {
    // without WebGL xterm.js draws with elements
  }
  terminal.parser.registerOscHandler(52, (message) => {
    const text = new TextDecoder().decode(Uint8Array.from(atob(message.split(";")[1]), (c) => c.charCodeAt(0)));
    copy(text);
    return true;
  });
  terminal.attachCustomKeyEventHandler((event) => !(event.ctrlKey && event.key === "c" && terminal.hasSelection()));
  terminal.onData((what) => tellScreen({ type: "keys", what }));
  terminal.onBinary((what) => tellScreen({ type: "keys", what }));
  addEventListener("resize", fit);
  addEventListener("focus", () => tellScreen({ type: "focus" }));
  addEventListener("blur", () => tellScreen({ type: "blur" }));
  fit();
  addTouch(() => ({ columns: terminal.cols, lines: terminal.rows }), (what) => tellScreen({ type: "keys", what }));
}

function cell() {
  const screen = document.querySelector(".xterm-screen").getBoundingClientRect();
  return { width: screen.width / terminal.cols, height: screen.height / terminal.rows };
}

let resting = 0;
function fit() {
  clearTimeout(resting);
  terminal.options.fontSize = fontSize();
  const { width, height } = cell();
  const columns = Math.max(20, Math.floor($("terminal").clientWidth / width));
  const lines = Math.max(10, Math.floor($("terminal").clientHeight / height));
  terminal.resize(columns, lines);
  resting = setTimeout(() => tellScreen({ type: "resize", columns, lines }), 120);
}

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    say("This browser does not let the page copy; select the text instead.", 6000);
  }
}

// What Python says

const A_PICTURE = 1000;
let shown = false;
function hear({ data: message }) {
  switch (message.type) {
    case "progress":
      heardProgress(message);
      break;
    case "data":
      terminal.write(message.what);
      if (!shown && message.what.length > A_PICTURE) begins();
      break;
    case "title":
      showTitle(message.what);
      break;
    case "drags":
      dragIn(message.what);
      break;
    case "wanted":
      want(message.what);
      break;
    case "file":
      give(message);
      break;
    case "keep":
      around.keep(message.name, message.data, (why) => say(why, 8000));
      break;
    case "link":
      showLink(message.what);
      break;
    case "open":
      window.open(message.what, "_blank", "noopener");
      break;
    case "again":
      around.kept().then(() => location.reload());
      break;
    case "ended":
      $("loading").hidden = true;
      if (message.what || message.saved) showEnded(message.what);
      else showOver("The session has ended", "It is not kept: it came from a link, or another tab keeps its own.");
      break;
  }
}

function begins() {
  shown = true;
  $("loading").hidden = true;
  performance.mark("board");
  around.stayOffline(tellNewer);
  if (!embedded) toTheKeys();
}

function give({ name, data }) {
  const bytes = Uint8Array.from(atob(data), (c) => c.charCodeAt(0));
  const address = URL.createObjectURL(new Blob([bytes]));
  download(address, name);
  setTimeout(() => URL.revokeObjectURL(address), 60000);
}

function showLink(address) {
  $("link-text").value = address;
  $("link-size").textContent = address.length > 2000 ? `${address.length} characters: some programs cut it off.` : "";
  $("link").showModal();
  $("link-text").select();
}
$("link-copy").onclick = () => copy($("link-text").value).then(() => $("link").close());
$("link-close").onclick = () => $("link").close();
$("link").addEventListener("close", toTheKeys);

// What the person does around the terminal

$("wanted-where").textContent = "It stays in this browser.";
const wire = {
  again: () => location.reload(),
  cancel: (ticket) => tellScreen({ type: "file", ticket, name: "", data: null }),
  upload: sendFile,
};

function sendFile(ticket, file) {
  if (file.size > LARGEST_FILE) {
    say(`${file.name} is too large: at most 4 MB.`, 6000);
    return;
  }
  const reader = new FileReader();
  reader.onload = () => tellScreen({ type: "file", ticket, name: file.name, data: reader.result.split(",")[1] || "" });
  reader.onerror = () => say(`${file.name} could not be read.`, 6000);
  reader.readAsDataURL(file);
}

addEventListener("hashchange", () => around.isLink() && location.reload());

// The beginning

async function begin() {
  await around.takeNewest();
  await around.keepEverything(fetching);
  for (const name of ["screen", "machine"]) {
    workers[name] = new Worker("full-worker.js", { type: "module", name });
    workers[name].onmessage = hear;
    workers[name].onerror = (event) => hear({ data: { type: "ended", what: event.message || "Python cannot be started" } });
  }
  await fontsLoaded();
  openTerminal();
  const [files, keeps] = await Promise.all([around.keptFiles().catch(() => ({})), around.isKeeper()]);
  const line = new MessageChannel();
  const address = location.href.split("#")[0];
  const beginning = { columns: terminal.cols, lines: terminal.rows, address, fragment: location.hash, keeps };
  workers.machine.postMessage({ files, port: line.port2 }, [line.port2]);
  workers.screen.postMessage({ files, beginning, port: line.port1 }, [line.port1]);
  begun = true;
}

begin();
