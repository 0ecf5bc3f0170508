// <kim-kilobyte>: every byte of the RAM by what it is for; those that have just changed light up.
import { h, say } from "./dom";
import { Instrument } from "./instrument";
import type { KilobyteView } from "./wire";

const LIT = 700;

const COLORS = ["#c9ced6", "#f0a35e", "#9cc3e6", "#b7a5d9", "#a9cf8f", "#e8c84f", "#e58a8a", "#8fd0c8", "var(--panel)"];

function part(number: number, more: Record<string, string> = {}): HTMLElement {
  const made = h("i", more);
  made.style.background = COLORS[number]!;
  return made;
}

export class KimKilobyte extends Instrument<KilobyteView> {
  protected readonly named = "kilobyte";
  private map = h("div", { className: "ram", role: "img", "aria-label": "The RAM, 32 bytes to a row" });
  private names = h("p", { className: "parts-of-ram" });
  private said = h("p");
  private cell = h("p", { role: "status" }, "Choose a byte to see its address.");
  private remark = h("p");
  private seen: number[] = [];

  protected build(): void {
    this.map.onclick = ({ target }) => say(this.cell, (target as HTMLElement).title);
    this.append(this.wait, this.map, this.cell, this.names, this.remark, this.said);
  }

  protected look({ names, parts, changed, said, remark }: KilobyteView): void {
    if (!this.map.children.length) {
      this.names.append(...names.map((name, i) => h("span", {}, part(i), ` ${name} `)));
      this.map.append(...[...parts].map((one, at) => part(Number(one), { title: `$${at.toString(16).toUpperCase().padStart(4, "0")} ${names[Number(one)]}` })));
    }
    say(this.remark, remark);
    say(this.said, said && `Just changed: ${said}.`);
    if (changed === this.seen) return;
    this.seen = changed;
    for (const at of changed) this.light(this.map.children[at]!);
  }

  private light(cell: Element): void {
    cell.classList.add("lit");
    setTimeout(() => cell.classList.remove("lit"), LIT);
  }
}
customElements.define("kim-kilobyte", KimKilobyte);
