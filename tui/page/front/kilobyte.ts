// <kim-kilobyte>: every byte of the RAM by what it is for; those that have just changed light up.
import { h, say } from "./dom";
import type { KilobyteMap } from "./wire";

const LIT = 700;

const COLORS = ["#c9ced6", "#f0a35e", "#9cc3e6", "#b7a5d9", "#a9cf8f", "#e8c84f", "#e58a8a", "#8fd0c8", "var(--panel)"];

function part(number: number, more: Record<string, string> = {}): HTMLElement {
  const made = h("i", more);
  made.style.background = COLORS[number]!;
  return made;
}

export class KimKilobyte extends HTMLElement {
  private map = h("div", { className: "ram", role: "img", "aria-label": "The RAM, 32 bytes to a row" });
  private said = h("p");

  take(data: unknown): void {
    const { names, runs, changed, said } = data as KilobyteMap;
    if (!this.map.children.length) this.build(names, runs);
    say(this.said, said && `Just changed: ${said}.`);
    for (const at of changed) {
      const cell = this.map.children[at]!;
      cell.classList.add("lit");
      setTimeout(() => cell.classList.remove("lit"), LIT);
    }
  }

  private build(names: string[], runs: KilobyteMap["runs"]): void {
    const cell = h("p", { role: "status" }, "Choose a byte to see its address.");
    const legend = names.map((name, number) => h("span", {}, part(number), ` ${name} `));
    const parts = runs.flatMap(([number, length]) => Array<number>(length).fill(number));
    const title = (at: number, number: number) => `$${at.toString(16).toUpperCase().padStart(4, "0")} ${names[number]}`;
    this.map.append(...parts.map((number, at) => part(number, { title: title(at, number) })));
    this.map.onclick = ({ target }) => say(cell, (target as HTMLElement).title);
    this.append(this.map, cell, h("p", { className: "parts-of-ram" }, ...legend), this.said);
  }
}
customElements.define("kim-kilobyte", KimKilobyte);
