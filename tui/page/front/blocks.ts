// The blocks of a panel, an element for each kind; what is as it was is left alone.
import { h, say } from "./dom";
import type { Block, PaperBlock, SentenceBlock, TableBlock } from "./wire";

// Tells the panel what happened in a block, by the verb and its values behind panel and block.
export type Tells = (...happened: ["choose" | "type in" | "paste in", value: string] | ["change", row: string, value: string]) => void;

export interface Drawing<Kind extends Block> {
  readonly element: HTMLElement;
  show(block: Kind): void;
}

type Cell = TableBlock["rows"][number][1][number];
const shown = new WeakMap<Element, string>();

// Makes the children of *where* as many as there are items; a child is brought up to date where its item is another.
function keep<Item>(where: Element, items: readonly Item[], make: (item: Item, at: number) => Element, update: (child: Element, item: Item) => void): void {
  while (where.children.length > items.length) where.lastElementChild!.remove();
  items.forEach((item, at) => {
    const child = where.children[at] ?? where.appendChild(make(item, at));
    const text = JSON.stringify(item);
    if (shown.get(child) === text) return;
    shown.set(child, text);
    update(child, item);
  });
}

function paint(element: Element, text: string, tone: string): void {
  say(element, text);
  if (element.className !== tone) element.className = tone;
}

class Sentence implements Drawing<SentenceBlock> {
  readonly element = h("p", { role: "status" });
  show({ text, tone }: SentenceBlock): void {
    this.element.hidden = !text;
    paint(this.element, text, tone);
  }
}

class Table implements Drawing<TableBlock> {
  readonly element = h("div", { className: "parts", role: "group" });
  private bodies: HTMLTableSectionElement[] = [];
  constructor(private tells: Tells) {}

  show(block: TableBlock): void {
    const { title, columns, parts, rows, chosen } = block;
    if (this.bodies.length !== parts.length) {
      this.element.setAttribute("aria-label", title);
      this.bodies = parts.map(() => h("tbody"));
      this.element.replaceChildren(
        ...this.bodies.map((body) => h("table", {}, h("caption"), h("thead", {}, h("tr", {}, ...columns.map(([head]) => h("th", { scope: "col" }, head)))), body)),
      );
    }
    const size = rows.length / parts.length;
    this.bodies.forEach((body, part) => {
      say(body.parentElement!.querySelector("caption")!, parts[part]!);
      keep(
        body,
        rows.slice(part * size, (part + 1) * size),
        ([key]) => this.row(key, block),
        (row, [, cells]) => cells.forEach((cell, at) => this.fill(row.children[at]!, cell)),
      );
      for (const row of body.children) {
        if ((row as HTMLElement).dataset.key === chosen) row.setAttribute("aria-current", "true");
        else row.removeAttribute("aria-current");
      }
    });
  }

  private row(key: string, { columns, rows }: TableBlock): HTMLElement {
    const [address, name] = rows.find((one) => one[0] === key)![1];
    const cells = columns.map(([head, typed], at) => {
      if (!typed) return h(at ? "td" : "th", at ? {} : { scope: "row" });
      const input = h("input", { maxLength: 3, size: 2, spellcheck: false, autocomplete: "off" });
      input.setAttribute("aria-label", `${head} of ${name![0].replace(/^\S /, "")}, at ${address![0]}: ${typed}`);
      input.onfocus = input.onclick = () => input.select();
      input.onchange = () => {
        this.tells("change", key, input.value || " ");
        input.value = input.defaultValue;
        input.select();
      };
      return h("td", {}, input);
    });
    const row = h("tr", { "data-key": key }, ...cells);
    row.onclick = row.onfocus = () => this.choose(row);
    row.addEventListener("focusin", () => this.choose(row));
    return row;
  }

  private choose(row: HTMLElement): void {
    if (!row.hasAttribute("aria-current")) this.tells("choose", row.dataset.key!);
  }

  private fill(where: Element, [text, tone]: Cell): void {
    const input = where.querySelector("input");
    if (!input) return paint(where, text, tone);
    const edited = document.activeElement === input && input.value !== input.defaultValue;
    input.defaultValue = text;
    if (!edited) input.value = text;
    input.className = tone;
  }
}

const TYPED: Record<string, string> = { Enter: "\r", Backspace: "\x7f", Delete: "\x7f" };

// What was printed, and a field for what is typed: a phone has no keys without one.
class Paper implements Drawing<PaperBlock> {
  private paper = h("pre", { tabIndex: 0, role: "log" });
  private keys = h("input", { autocomplete: "off", autocapitalize: "off", spellcheck: false, maxLength: 256 });
  readonly element = h("div", { className: "paper" }, this.paper, h("label", {}, "Type here", this.keys));

  constructor(tells: Tells) {
    this.keys.onkeydown = (event) => {
      const control = event.ctrlKey && /^[a-uw-z]$/i.test(event.key);
      const text = control ? String.fromCharCode(event.key.toUpperCase().charCodeAt(0) - 64) : TYPED[event.key];
      if (!text || event.isComposing) return;
      event.preventDefault();
      tells("type in", text);
    };
    const send = (event: Event) => {
      if ((event as InputEvent).isComposing || !this.keys.value) return;
      tells("type in", this.keys.value);
      this.keys.value = "";
    };
    this.keys.addEventListener("input", send);
    this.keys.addEventListener("compositionend", () => send(new Event("input")));
    // Here, not by the page, which takes what is pasted for a game.
    this.element.onpaste = (event) => {
      const text = event.clipboardData?.getData("text");
      if (!text) return;
      event.preventDefault();
      event.stopPropagation();
      tells("paste in", text);
    };
    this.paper.onclick = () => getSelection()?.isCollapsed !== false && this.keys.focus();
  }

  show({ title, lines, column }: PaperBlock): void {
    this.paper.setAttribute("aria-label", title);
    const ends = this.paper.scrollTop + this.paper.clientHeight >= this.paper.scrollHeight - 4;
    const last = lines.length - 1;
    const carried = lines[last]!.padEnd(column + 1);
    keep(
      this.paper,
      lines.map((text, at) => (at < last ? [text || " "] : [carried.slice(0, column), carried[column]!, carried.slice(column + 1)])),
      () => h("div"),
      (line, [before, here, after]) => line.replaceChildren(before!, ...(here ? [h("span", { className: "chosen" }, here), after!] : [])),
    );
    if (ends) this.paper.scrollTop = this.paper.scrollHeight;
  }
}

const KINDS = { Sentence, Table, Paper };

export function drawing(kind: Block["kind"], tells: Tells): Drawing<Block> {
  return new KINDS[kind](tells) as Drawing<Block>;
}
