// The machine of the page: Python in a worker, with the files that this browser keeps.
import { isKeeper, isLink, keep, keptFiles, notKept } from "./kept";
import type { ToPage } from "./wire";

type Hear = (message: ToPage) => void;
type Files = Record<string, Uint8Array>;

// Whether `microchess serve` has sent this page.
export const ofServer = document.documentElement.dataset.host === "server";

const ELSEWHERE =
  "This page is open in another tab too, and the game there is kept. What you play here is lost when you leave: " +
  "to go on with the kept game, close the other tab and load this page again.";

// The programs and ROMs of the computer that serves this page.
async function offered(): Promise<Files> {
  if (!ofServer) return {};
  const answer = await fetch("images.json");
  if (!answer.ok) throw new Error(await answer.text());
  const files: Record<string, string> = await answer.json();
  return Object.fromEntries(Object.entries(files).map(([name, text]) => [name, Uint8Array.from(atob(text), (one) => one.charCodeAt(0))]));
}

export class Host {
  private worker = new Worker("worker.js", { type: "module", name: "machine" });

  // Begin; whether the page may keep a picture of the session. *fault* is told what is not kept, or not to be had.
  async start(hear: Hear, fault: (why: string) => void): Promise<boolean> {
    this.worker.onmessage = ({ data }) => {
      const message = JSON.parse(data.text) as ToPage;
      if (message.type === "keep") keep(message.name, data.data, fault);
      else hear(message);
    };
    this.worker.onerror = (event) => hear({ type: "ended", why: event.message || "Python cannot be started" });
    let why = isLink() || (await isKeeper()) ? "" : ELSEWHERE;
    const kept = await keptFiles().catch((error): Files => ((why ||= notKept(error)), {}));
    const images = await offered().catch((error): Files => (fault(`The programs of this computer are not to be had: ${error.message}`), {}));
    const offers = Object.keys(images).length > 0;
    this.worker.postMessage({ files: { ...kept, ...images }, fragment: location.hash, why, offers });
    return !why && !isLink();
  }

  send(text: string): void {
    this.worker.postMessage({ text });
  }

  give(name: string, data: Uint8Array): void {
    this.worker.postMessage({ name, data });
  }
}
