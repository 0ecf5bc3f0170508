// What a drawing of a block is, and elements kept while what they show is the same.
import { say } from "./dom";
import type { Block, TableBlock } from "./wire";

// Tells the panel what happened in a block, by the verb and its values behind panel and block.
type Happened =
  | ["choose" | "type in" | "paste in", value: string]
  | ["change", row: string, value: string]
  | ["move" | "turn", by: number]
  | ["fit", columns: number, rows: number];
export type Tells = (...happened: Happened) => void;

export interface Drawing<Kind extends Block> {
  readonly element: HTMLElement;
  show(block: Kind): void;
}

export type Cell = TableBlock["rows"][number][1][number];
const shown = new WeakMap<Element, string>();

// Makes the children of *where* as many as there are items; a child is brought up to date where its item is another.
export function keep<Item>(where: Element, items: readonly Item[], make: (item: Item, at: number) => Element, update: (child: Element, item: Item) => void): void {
  while (where.children.length > items.length) where.lastElementChild!.remove();
  items.forEach((item, at) => {
    const child = where.children[at] ?? where.appendChild(make(item, at));
    const text = JSON.stringify(item);
    if (shown.get(child) === text) return;
    shown.set(child, text);
    update(child, item);
  });
}

export function paint(element: Element, text: string, tone: string): void {
  say(element, text);
  if (element.className !== tone) element.className = tone;
}

// A row chosen is in sight where its table scrolls, and nothing else moves for that.
export function reveal(around: HTMLElement, row: HTMLElement): void {
  const [outer, inner] = [around.getBoundingClientRect(), row.getBoundingClientRect()];
  const head = around.querySelector("thead")?.offsetHeight ?? 0;
  around.scrollTop += Math.min(0, inner.top - outer.top - head) + Math.max(0, inner.bottom - outer.bottom);
}
