// The session behind the page: what it shows, and what may be asked of it. It decides everything.
import type { Asked, GameJson, HelloJson, MachineJson, SnapshotJson, ThoughtJson, ToPage } from "./wire";
import { isKeeper, isLink, keep, keptFiles, kept } from "./kept";

export interface Shown extends SnapshotJson {
  hello: HelloJson;
  machine: MachineJson;
  game: GameJson;
  thought: ThoughtJson | null;
}

export type Verb = keyof Asked;
type Told = Exclude<ToPage, SnapshotJson | HelloJson>;
type Hears = { [T in Told["type"]]: (message: Extract<Told, { type: T }>) => void };

const PICTURE = "microchess picture";
const root = document.documentElement;

class Machine {
  private worker = new Worker("worker.js", { type: "module", name: "machine" });
  private waiting: string[] = [];
  private parts = new Set<{ show(state: Shown, changed: SnapshotJson): void }>();
  private hears: Partial<Hears> = {};
  private keeps = false;
  private begins = () => {};
  state = JSON.parse(firstPicture()) as Shown;

  // Who shows the session; it is shown what there is at once.
  join(part: { show(state: Shown, changed: SnapshotJson): void }): void {
    this.parts.add(part);
    part.show(this.state, this.state);
  }

  leave(part: { show(state: Shown, changed: SnapshotJson): void }): void {
    this.parts.delete(part);
  }

  on<T extends Told["type"]>(type: T, heard: Hears[T]): void {
    this.hears[type] = heard;
  }

  // A move made before the machine is ready waits for it.
  ask<V extends Verb>(verb: V, ...values: Asked[V]): void {
    const text = JSON.stringify({ do: verb, values });
    if (root.dataset.machine === "ready") this.worker.postMessage({ text });
    else this.waiting.push(text);
  }

  give(name: string, data: Uint8Array): void {
    this.worker.postMessage({ name, data });
  }

  get movesWait(): boolean {
    return this.waiting.some((text) => text.startsWith('{"do":"play"'));
  }

  whenReady(then: () => void): void {
    this.begins = then;
  }

  notice(text: string, severity: "information" | "warning" | "error" = "warning"): void {
    this.hear({ type: "notice", text, severity });
  }

  async start(): Promise<void> {
    this.worker.onmessage = ({ data }) => {
      const message = JSON.parse(data.text) as ToPage;
      if (message.type === "keep") keep(message.name, data.data, (why) => this.notice(why, "error"));
      else this.hear(message);
    };
    this.worker.onerror = (event) => this.hear({ type: "ended", why: event.message || "Python cannot be started" });
    const [files, keeps] = await Promise.all([
      keptFiles().catch((error) => (this.notice(`what is kept cannot be read: ${error.message}`), {})),
      isKeeper(),
    ]);
    this.keeps = keeps && !isLink();
    this.worker.postMessage({ files, fragment: location.hash, keeps });
  }

  private hear(message: ToPage): void {
    if (message.type === "hello") {
      this.state.hello = message;
      message.notes.forEach((note) => this.notice(note));
    } else if (message.type === "snapshot") {
      Object.assign(this.state, message);
      for (const part of this.parts) part.show(this.state, message);
      if (message.ready) this.rests();
    } else if (message.type === "again") {
      localStorage.removeItem(PICTURE);
      kept().then(() => location.reload());
    } else {
      (this.hears[message.type] as ((told: typeof message) => void) | undefined)?.(message);
    }
  }

  private rests(): void {
    if (root.dataset.machine !== "ready") setTimeout(this.begins);
    root.dataset.machine = "ready";
    for (const text of this.waiting.splice(0)) this.worker.postMessage({ text });
    if (!this.keeps) return;
    try {
      localStorage.setItem(PICTURE, JSON.stringify(this.state));
    } catch {
      // the picture is a convenience: the session itself is kept elsewhere
    }
  }

  // The picture of the session that goes on, until Python is here; a bad one is forgotten.
  recall(): void {
    const text = localStorage.getItem(PICTURE);
    if (!text || isLink()) return;
    const first = this.state;
    try {
      this.state = { ...first, ...JSON.parse(text), hello: first.hello };
      for (const part of this.parts) part.show(this.state, this.state);
    } catch {
      localStorage.removeItem(PICTURE);
      this.state = first;
      for (const part of this.parts) part.show(first, first);
    }
  }
}

function firstPicture(): string {
  return document.getElementById("first")?.textContent ?? "{}";
}

export const machine = new Machine();

// An element that shows something of the session.
export abstract class Part extends HTMLElement {
  private built = false;
  connectedCallback(): void {
    if (!this.built) this.build();
    this.built = true;
    machine.join(this);
  }
  disconnectedCallback(): void {
    machine.leave(this);
  }
  protected build(): void {}
  abstract show(state: Shown, changed: SnapshotJson): void;
}
