// Where the session is: in a worker of this page, or with the server that the page comes from.
import { isKeeper, isLink, keep, keptFiles, notKept, shelf } from "./kept";
import type { ToPage } from "./wire";

type Hear = (message: ToPage) => void;

export interface Host {
  // Begin; whether the page may keep a picture of the session. *fault* is told what is not kept.
  start(hear: Hear, fault: (why: string) => void): Promise<boolean>;
  // Whether what is sent now arrives.
  reached(): boolean;
  send(text: string): void;
  give(name: string, data: Uint8Array): void;
}

const root = document.documentElement;
export const ofServer = root.dataset.host === "server";

const ELSEWHERE =
  "This page is open in another tab too, and the game there is kept. What you play here is lost when you leave: " +
  "to go on with the kept game, close the other tab and load this page again.";

export function inWorker(): Host {
  const worker = new Worker("worker.js", { type: "module", name: "machine" });
  return {
    async start(hear, fault) {
      worker.onmessage = ({ data }) => {
        const message = JSON.parse(data.text) as ToPage;
        if (message.type === "keep") keep(message.name, data.data, fault);
        else hear(message);
      };
      worker.onerror = (event) => hear({ type: "ended", why: event.message || "Python cannot be started" });
      let why = isLink() || (await isKeeper()) ? "" : ELSEWHERE;
      const files = await keptFiles().catch((error) => ((why ||= notKept(error)), {}));
      worker.postMessage({ files, fragment: location.hash, why });
      return !why && !isLink();
    },
    reached: () => true,
    send: (text) => worker.postMessage({ text }),
    give: (name, data) => worker.postMessage({ name, data }),
  };
}

const TAB = "microchess tab";
const BROWSER = "microchess browser";
const REFUSED = 1008;
const TRIES = 60;
const PAUSE = 1000;

function drawn(): string {
  const kept = shelf("localStorage")?.getItem(BROWSER);
  if (kept && /^[0-9a-f]{32}$/.test(kept)) return kept;
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const name = [...bytes].map((one) => one.toString(16).padStart(2, "0")).join("");
  shelf("localStorage")?.setItem(BROWSER, name);
  return name;
}

// A line that breaks is opened again; the session waits for it a while.
export function onServer(): Host {
  const browser = drawn();
  let socket: WebSocket;
  let ended = false;
  let tries = 0;

  function open(fragment: string, hear: Hear): void {
    const address = new URL("ws", location.href.split("#")[0]);
    address.protocol = address.protocol.replace("http", "ws");
    address.search = new URLSearchParams({ browser, tab: shelf("sessionStorage")?.getItem(TAB) ?? "" }).toString();
    socket = new WebSocket(address);
    socket.onopen = () => socket.send(fragment);
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(data) as ToPage;
      tries = 0;
      ended ||= message.type === "ended";
      if (message.type === "tab") shelf("sessionStorage")?.setItem(TAB, message.tab);
      else hear(message);
    };
    socket.onclose = ({ code, reason }) => {
      if (ended) return;
      ended = code === REFUSED || ++tries > TRIES;
      if (ended) hear({ type: "ended", why: reason || "the server cannot be reached" });
      else {
        root.dataset.machine = "lost";
        setTimeout(() => open("", hear), tries === 1 ? 0 : PAUSE);
      }
    };
  }

  return {
    async start(hear) {
      open(location.hash, hear);
      return false;
    },
    reached: () => socket?.readyState === WebSocket.OPEN,
    send: (text) => socket.send(text),
    give(name, data) {
      const label = new TextEncoder().encode(`${name}\0`);
      const file = new Uint8Array(label.length + data.length);
      file.set(label);
      file.set(data, label.length);
      socket.send(file);
    },
  };
}
