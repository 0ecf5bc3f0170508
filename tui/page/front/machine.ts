// The session behind the page: what it shows, and what may be asked of it. It decides everything.
import type { Asked, Hello, Snapshot, ToPage } from "./wire";
import { Host } from "./host";
import { isLink, kept, lost, shelf } from "./kept";

type Always = "machine" | "game" | "thought" | "activity" | "busy" | "speed" | "mirror" | "watching" | "reached" | "waits" | "words" | "arrows" | "looking";
export type Shown = Required<Pick<Snapshot, Always>> & { type: "snapshot"; hello: Hello };

export type Verb = keyof Asked;
type Told = Exclude<ToPage, Snapshot | Hello>;
type Hears = { [T in Told["type"]]: (message: Extract<Told, { type: T }>) => void };

// Shows something of the session; *begun*: the session knows nothing of what was asked before.
interface Shows {
  show(state: Shown, changed: Snapshot): void;
  begun?(): void;
  picture?(): Snapshot["panels"];
}

interface Given {
  name: string;
  data: Uint8Array;
}

const PICTURE = "microchess picture";
const root = document.documentElement;

class Machine {
  private host = new Host();
  private waiting: (string | Given)[] = [];
  private parts = new Set<Shows>();
  private hears: Partial<Hears> = {};
  private keeps = false;
  private resting = false;
  heard = false;
  private begins = (_failed: boolean) => {};
  state = JSON.parse(firstPicture()) as Shown;

  // Who shows the session; it is shown what there is at once.
  join(part: Shows): void {
    this.parts.add(part);
    part.show(this.state, this.state);
  }

  leave(part: Shows): void {
    this.parts.delete(part);
  }

  on<T extends Told["type"]>(type: T, heard: Hears[T]): void {
    this.hears[type] = heard;
  }

  // It waits for a session that has not begun yet; what becomes of it then is the session's business.
  ask<V extends Verb>(verb: V, ...values: Asked[V]): void {
    const text = JSON.stringify({ do: verb, values });
    if (this.ended()) return;
    if (this.heard) this.host.send(text);
    else {
      this.waiting.push(text);
      if (verb === "play" || verb === "press") this.notice(`${values[0]} waits for the machine, which starts.`, "information");
      if (isMove(text)) this.again();
    }
  }

  // What the page itself does is shown too.
  again(): void {
    for (const part of this.parts) part.show(this.state, {} as Snapshot);
  }

  // A file; it waits for a machine that has not begun yet.
  give(name: string, data: Uint8Array): void {
    if (this.ended()) return;
    if (this.heard) this.host.give(name, data);
    else {
      this.waiting.push({ name, data });
      this.notice(`${name} waits for the machine.`, "information");
    }
  }

  private ended(): boolean {
    const ended = root.dataset.machine === "ended";
    if (ended) this.notice("The machine has stopped: nothing is done. Load the page again to go on.", "error");
    return ended;
  }

  get movesWait(): boolean {
    return this.waiting.some(isMove);
  }

  // Once, when the machine is ready or cannot be.
  whenBegun(then: (failed: boolean) => void): void {
    this.begins = (failed) => {
      this.begins = () => {};
      setTimeout(then, 0, failed);
    };
  }

  notice(text: string, severity: "information" | "warning" | "error" = "warning"): void {
    this.hear({ type: "notice", text, severity });
  }

  async start(): Promise<void> {
    addEventListener("pagehide", () => this.keepPicture());
    this.keeps = await this.host.start(
      (message) => this.hear(message),
      (why) => this.notice(why, "error"),
    );
  }

  private hear(message: ToPage): void {
    if (message.type === "hello") {
      this.state.hello = message;
      this.heard = false;
      message.notes.forEach((note) => this.notice(note));
      for (const part of this.parts) part.begun?.();
    } else if (message.type === "snapshot") {
      const { panels, ...whole } = message;
      this.learn(whole);
      const first = !this.heard;
      this.heard = true;
      for (const part of this.parts) part.show(this.state, message);
      if (first) this.listens();
      if (this.state.activity === "WAITING") this.rests();
    } else if (message.type === "again") {
      shelf("localStorage")?.removeItem(PICTURE);
      kept().then(() => lost || location.reload());
    } else {
      if (message.type === "ended") this.begins(true);
      (this.hears[message.type] as ((told: typeof message) => void) | undefined)?.(message);
    }
  }

  // Of what has fields those travel that are others.
  private learn(told: Snapshot): void {
    const state = this.state as Record<string, unknown>;
    for (const [name, value] of Object.entries(told)) {
      const known = state[name];
      if (known && value && typeof value === "object" && !Array.isArray(value)) Object.assign(known, value);
      else state[name] = value;
    }
  }

  private listens(): void {
    for (const one of this.waiting.splice(0)) {
      if (typeof one === "string") this.host.send(one);
      else this.host.give(one.name, one.data);
    }
  }

  private rests(): void {
    this.begins(false);
    root.dataset.machine = "ready";
    this.resting = this.keeps;
    (window.requestIdleCallback ?? setTimeout)(() => this.keepPicture());
  }

  // When nothing else is to be drawn, or as the page goes: it takes as long as some frames.
  private keepPicture(): void {
    if (!this.resting) return;
    this.resting = false;
    try {
      const panels = Object.assign({}, ...[...this.parts].map((part) => part.picture?.()));
      shelf("localStorage")?.setItem(PICTURE, JSON.stringify({ ...this.state, panels }));
    } catch {
      // the picture is a convenience: the session itself is kept elsewhere
    }
  }

  // The picture of the session that goes on, until Python is here; a bad one is forgotten.
  recall(): void {
    const text = shelf("localStorage")?.getItem(PICTURE);
    if (!text || isLink()) return;
    const first = this.state;
    try {
      this.state = { ...first, ...JSON.parse(text), hello: first.hello };
      for (const part of this.parts) part.show(this.state, this.state);
    } catch {
      shelf("localStorage")?.removeItem(PICTURE);
      this.state = first;
      for (const part of this.parts) part.show(first, first);
    }
  }
}

const isMove = (one: string | Given) => typeof one === "string" && one.startsWith('{"do":"play"');

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
  abstract show(state: Shown, changed: Snapshot): void;
}
