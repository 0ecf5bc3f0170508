// <kim-panel name="table">: any panel. It knows its blocks and what can be done, not what they are about.
import { drawing, Progress } from "./blocks";
import type { Drawing } from "./drawing";
import { arrange, find, h, say, toPanel } from "./dom";
import { give } from "./files";
import { chooser, form } from "./controls";
import type { KimReplay } from "./replay";
import { machine, Part, type Shown } from "./machine";
import type { ActView, Asked, Block, BlockChange, Snapshot } from "./wire";

type PanelName = Asked["open panel"][0];
type Row = [key: string, cells: unknown];

// An item whose parts are told, by their places, as far as they are others.
function patched(item: unknown, told: unknown): unknown {
  return told && typeof told === "object" && !Array.isArray(told) ? Object.assign([...(item as unknown[])], told) : told;
}

interface Kept {
  block: Block & Record<string, unknown>;
  rows: Map<string, Row>;
  drawing: Drawing<Block>;
  acts: HTMLElement;
  around: HTMLElement;
}

export class KimPanel extends Part {
  private readonly called = this.getAttribute("name") as PanelName;
  private readonly blocks = new Map<string, Kept>();
  private offered: ActView[] = [];
  private order: string[] = [];
  private readonly acts = h("div", { className: "row" });
  private readonly body = h("div", { className: "blocks" });

  protected build(): void {
    this.append(h("p", {}, "Fetching this panel ..."), this.acts, this.body);
    this.onkeydown = (event) => this.key(event);
    if (!this.always) this.around!.addEventListener("toggle", () => (this.open ? this.begun() : machine.ask("close panel", this.called)));
  }

  private get around(): HTMLDetailsElement | null {
    return this.closest("details");
  }

  // Buttons of the one are under the board, the other stands beside it.
  private get always(): boolean {
    return this.called === "game" || this.called === "machine";
  }

  private get open(): boolean {
    return this.always || this.around!.open;
  }

  begun(): void {
    if (this.open) machine.ask("open panel", this.called);
  }

  // For the picture that is shown when the page is loaded again.
  picture(): Snapshot["panels"] {
    const blocks = [...this.blocks.values()].map(({ block }) => block);
    return this.always ? { [this.called]: { order: this.order, blocks, acts: this.offered } } : {};
  }

  take(block: string): void {
    const element = this.blocks.get(block)?.drawing.element;
    for (const what of ["[aria-current] input", "input", '[tabindex="0"]']) {
      const found = element?.querySelector<HTMLElement>(what);
      if (found) return found.focus();
    }
  }

  play(block: string): void {
    const drawn = this.blocks.get(block)?.drawing;
    if (drawn instanceof Progress) drawn.play();
    if (!block) this.querySelector<KimReplay>("kim-replay")!.begin();
  }

  show(_: Shown, { panels }: Snapshot): void {
    const change = panels?.[this.called];
    if (!change || !this.open) return;
    this.classList.add("here");
    for (const one of change.blocks ?? []) this.change(one);
    if (change.order) this.arrange(change.order);
    if (change.acts) this.offer(change.acts);
  }

  private change(told: BlockChange): void {
    const { name, kind } = told;
    if (kind) {
      const old = this.blocks.get(name);
      const tells = (verb: string, ...values: unknown[]) => machine.ask(verb as "choose", this.called, name, ...(values as [string]));
      const block = told as Kept["block"];
      const rows = new Map(((block.rows ?? []) as Row[]).map((row) => [row[0], row]));
      if (old?.block.kind === kind) Object.assign(old, { block, rows });
      else {
        const drawn = drawing(block, tells);
        const acts = h("div", { className: "row" });
        this.blocks.set(name, { block, rows, drawing: drawn, acts, around: h("div", { className: kind }, drawn.element, acts) });
      }
    }
    const { block, rows, drawing: drawn } = this.blocks.get(name)!;
    const row = (told: string | Row): Row => {
      if (typeof told === "string") return rows.get(told)!;
      const [key, cells] = told;
      const made: Row = [key, patched(rows.get(key)?.[1], cells)];
      rows.set(key, made);
      return made;
    };
    for (const [field, value] of Object.entries(kind ? {} : told)) {
      const [, list, how] = /^(.+)_(at|from)$/.exec(field) ?? [];
      const items = block[list ?? field] as unknown[];
      const made = (one: unknown, at: number) => ((list ?? field) === "rows" ? row(one as Row) : patched(items[at], one));
      if (field === "data") Object.assign(block.data as object, value);
      else if (field === "rows") block.rows = (value as unknown[]).map(made);
      else if (!list) Object.assign(block, { [field]: value });
      else if (how === "at") for (const [at, one] of Object.entries(value as object)) items[+at] = made(one, +at);
      else {
        const [same, more] = value as [number, unknown[]];
        items.splice(same, Infinity, ...more.map((one) => made(one, Infinity)));
      }
    }
    drawn.show(block);
  }

  private arrange(order: string[]): void {
    this.order = order;
    for (const name of this.blocks.keys()) if (!order.includes(name)) this.blocks.delete(name);
    arrange(this.body, order.map((name) => this.blocks.get(name)!.around));
  }

  // A button stays while its action does, so that the one that has the keys keeps them.
  private offer(acts: ActView[]): void {
    this.offered = acts;
    const board = this.called === "game" ? [["board", find("board-acts")] as const] : [];
    const places = [["", this.acts] as const, ...board, ...[...this.blocks].map(([name, { acts }]) => [name, acts] as const)];
    for (const [place, where] of places) {
      const made = new Map([...where.children].map((one) => [(one as HTMLElement).dataset.act, one as HTMLElement]));
      const wanted = acts
        .filter(({ at }) => at === place)
        .map((act) => {
          const element = made.get(act.name) ?? this.made(act);
          this.look(element, act);
          return element;
        });
      arrange(where, wanted);
    }
  }

  // The key of an action does what its button does.
  private key(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || (event.target as Element).matches("input, select")) return;
    const act = this.offered.find(({ key }) => key === event.key);
    const element = act && this.querySelector<HTMLElement>(`[data-act="${act.name}"]`);
    if (!element) return;
    event.preventDefault();
    const field = element.querySelector<HTMLElement>("input, select");
    if (field) field.focus();
    else element.click();
  }

  private made(act: ActView): HTMLElement {
    const { name, title, label, hint, file, suffix, options, now } = act;
    if (file) {
      const chooses = chooser(label, { accept: suffix }, (file) => give(file, () => machine.ask("act", this.called, name)));
      return h("div", { "data-act": name }, chooses);
    }
    if (hint) {
      const placeholder = hint.split("\n")[0]!;
      const size = Math.min(34, Math.max(12, placeholder.length));
      const input = h("input", { size, maxLength: 128, autocomplete: "off", placeholder });
      const send = () => {
        if (input.value.trim()) this.answer(name, input.value.trim());
        else machine.notice(`${title}: ${placeholder}`);
        input.select();
      };
      const made = form(send, h("label", {}, title, input), h("button", {}, label));
      made.dataset.act = name;
      return made;
    }
    if (options.length) {
      const every = now ? options : [["", "..."], ...options];
      const answers = () => {
        if (select.value) this.answer(name, select.value);
        select.value = this.offered.find((one) => one.name === name)!.now;
      };
      const select = h("select", { onchange: answers }, ...every.map(([value, words]) => h("option", { value }, words!)));
      return h("label", { "data-act": name }, title, select);
    }
    return h("button", { type: "button", "data-act": name, onclick: ({ currentTarget }: Event) => this.act(name, currentTarget as HTMLButtonElement) });
  }

  private look(element: HTMLElement, { label, key, about, off, on, now, hint }: ActView): void {
    const select = element.querySelector("select");
    const button = element instanceof HTMLButtonElement ? element : element.querySelector("button");
    if (select) select.value = now;
    element.title = off || [about + (key && ` (${key})`), ...hint.split("\n").slice(1)].join("\n");
    if (!button) return;
    say(button, label);
    button.setAttribute("aria-disabled", String(off !== ""));
    if (on !== null) button.setAttribute("aria-pressed", String(on));
  }

  private answer(name: string, value: string): void {
    machine.ask("answer", this.called, name, value);
  }

  private act(name: string, button: HTMLButtonElement): void {
    if (button.getAttribute("aria-disabled") === "true") machine.notice(button.title);
    else machine.ask("act", this.called, name);
  }
}
customElements.define("kim-panel", KimPanel);
const panelCalled = (name: string) => document.querySelector<KimPanel>(`kim-panel[name="${name}"]`);
machine.on("panelfocus", ({ panel, block }) => {
  if (block) return panelCalled(panel)?.take(block);
  const held = document.activeElement?.closest(".panels");
  (find(panel) as HTMLDetailsElement).open = true;
  if (held) find(panel).querySelector("summary")!.focus();
  toPanel(find(panel));
});
machine.on("panelplay", ({ panel, block }) => panelCalled(panel)?.play(block));
document.addEventListener("square", (event) => machine.ask("point", (event as CustomEvent<Asked["point"][0]>).detail));
