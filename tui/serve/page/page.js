// The line between textual-serve's terminal and our server. textual.js opens one WebSocket and
// never another; the class below stands in its place and may lose the real one and get a new one.
"use strict";

const LONGEST_PASTE = 32000;
const RESIZE_REST = 120;

// Who this browser is, and which of its tabs this one

const drawn = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((b) => b.toString(16).padStart(2, "0")).join("");

function remembered(storage, name, make) {
  try {
    const known = storage.getItem(name);
    if (known !== null) return known;
    const made = make();
    if (made) storage.setItem(name, made);
    return made;
  } catch {
    return make();
  }
}
const browser = remembered(localStorage, "microchess-browser", drawn);
let tab = remembered(sessionStorage, "microchess-tab", () => "");
const who = () => new URLSearchParams({ browser, tab });

// The line

const Real = window.WebSocket;
let line = null;

class Line extends EventTarget {
  constructor(url) {
    super();
    this.size = Object.fromEntries(new URL(url, location.href).searchParams);
    this.opened = false;
    this.over = false;
    this.tries = 0;
    this.resizing = 0;
    line = this;
    this.connect();
  }

  set binaryType(_) {}

  connect() {
    const url = new URL("ws?" + who(), location.href);
    url.protocol = url.protocol.replace("http", "ws");
    url.searchParams.set("width", this.size.width || 80);
    url.searchParams.set("height", this.size.height || 24);
    this.socket = new Real(url);
    this.socket.binaryType = "arraybuffer";
    this.socket.onopen = () => this.up();
    this.socket.onmessage = (event) => this.hear(event.data);
    this.socket.onclose = () => this.down();
  }

  up() {
    this.tries = 0;
    say(null);
    if (!this.opened) {
      this.opened = true;
      this.dispatchEvent(new Event("open"));
    }
    this.put(["resize", this.numbers()]);
    this.put([document.hasFocus() ? "focus" : "blur"]);
  }

  numbers() {
    return { width: Number(this.size.width), height: Number(this.size.height) };
  }

  down() {
    if (this.over) return;
    this.tries += 1;
    say("The line is down. Trying again…");
    if (this.tries > 2) this.askWhy();
    setTimeout(() => this.over || this.connect(), Math.min(500 * this.tries, 4000));
  }

  async askWhy() {
    const answer = await fetch(".", { cache: "no-store" }).catch(() => null);
    if (answer && answer.status === 403) {
      this.end("This address is no longer valid", "The server was started again. Open the address it prints now.", false);
    }
  }

  again() {
    this.over = false;
    this.connect();
  }

  end(title, text, again = true) {
    this.over = true;
    showOver(title, text, again);
  }

  hear(data) {
    if (typeof data !== "string") {
      this.dispatchEvent(new MessageEvent("message", { data }));
      return;
    }
    const [kind, what] = JSON.parse(data);
    switch (kind) {
      case "tab":
        tab = String(what);
        try {
          sessionStorage.setItem("microchess-tab", tab);
        } catch {}
        break;
      case "title":
        showTitle(what);
        break;
      case "file":
        download(`download/${encodeURIComponent(what.key)}?${who()}`, what.name);
        break;
      case "drags":
        dragIn(what);
        break;
      case "wanted":
        want(what);
        break;
      case "full":
        this.end("No place is free", "All sessions of this server are in use. Try again later.");
        break;
      case "taken":
        this.end("The game went to another tab", "It is played there now; here it can go on again.");
        break;
      case "ended":
        this.over = true;
        showEnded(what);
        break;
    }
  }

  // What textual.js says
  send(text) {
    const [kind, what] = JSON.parse(text);
    if (kind === "resize") {
      this.size = what;
      clearTimeout(this.resizing);
      this.resizing = setTimeout(() => this.put([kind, this.numbers()]), RESIZE_REST);
    } else if (kind === "stdin" && what.length > LONGEST_PASTE) {
      say(`That is too much to paste: ${what.length} characters, at most ${LONGEST_PASTE}.`, 6000);
    } else {
      this.put(JSON.parse(text));
    }
  }

  put(message) {
    if (this.socket.readyState === Real.OPEN) this.socket.send(JSON.stringify(message));
  }
}

// What the person does around the terminal

$("wanted-where").textContent = "It goes to the machine that plays with you, nowhere else.";
const wire = {
  again: () => line.again(),
  cancel: (ticket) => line.put(["cancel", ticket]),
  upload: sendFile,
};

async function sendFile(ticket, file) {
  const query = who();
  query.set("ticket", ticket);
  query.set("name", file.name);
  const answer = await fetch("upload?" + query, { method: "POST", body: file }).catch(() => null);
  if (answer && answer.ok) say(null);
  else if (answer && answer.status === 413) say(`${file.name} is too large: at most 4 MB.`, 6000);
  else say(`${file.name} could not be sent.`, 6000);
}

// The beginning: the font first, as the terminal measures it once

const terminal = $("terminal");
terminal.className = "textual-terminal";
terminal.dataset.sessionWebsocketUrl = "ws";
async function begin() {
  terminal.dataset.fontSize = fontSize();
  await fontsLoaded();
  const script = document.createElement("script");
  script.src = "textual.js";
  await new Promise((resolve) => {
    script.onload = resolve;
    document.head.append(script);
  });
  window.WebSocket = new Proxy(Real, { construct: (_, [url]) => new Line(url) });
  window.onload(new Event("load"));
  window.WebSocket = Real;
  addTouch(
    () => ({ columns: line.size.width, lines: line.size.height }),
    (keys) => line.put(["stdin", keys]),
  );
  toTheKeys();
}

begin();
