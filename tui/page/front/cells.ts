// A memory, cell by cell.
import { h, say } from "./dom";
import { type Drawing, keep, paint, reveal, type Tells } from "./drawing";
import type { CellsBlock } from "./wire";

// Every cell of a memory, in rows as broad as there is room for; the one read last is in sight.
export class Cells implements Drawing<CellsBlock> {
  private title = h("h3");
  private told = h("p", { className: "muted" });
  private groups = h("div", { className: "cells", tabIndex: 0, role: "group" });
  readonly element = h("div", {}, this.title, this.told, this.groups);

  constructor(private tells: Tells) {
    this.groups.onclick = ({ target }) => {
      const key = (target as HTMLElement).dataset.key;
      if (key) this.tells("choose", key);
    };
  }

  show({ name, title, told, groups, cells, chosen }: CellsBlock): void {
    for (const [where, text] of [[this.title, title], [this.told, told]] as const) {
      say(where, text);
      where.hidden = !text;
    }
    this.groups.setAttribute("aria-label", title || name);
    let at = 0;
    const filled = groups.map((group) => [group, cells.slice(at, (at += group[1]))] as const);
    keep(
      this.groups,
      filled,
      () => h("section", {}, h("h4"), h("div")),
      ({ children }, [[words, , columns, names], held]) => {
        (children[0] as HTMLElement).hidden = !words;
        say(children[0]!, words);
        const inside = children[1] as HTMLElement;
        inside.className = names;
        inside.style.setProperty("--columns", String(columns));
        keep(
          inside,
          held.map((cell, index) => [cell, names === "each" || (names === "first" && index % columns === 0)] as const),
          () => h("span", {}, h("small"), h("code")),
          (drawn, [[key, name, text, tone = "", sign = ""], named]) => {
            const [label, code] = [drawn.children[0]!, drawn.children[1] as HTMLElement];
            say(label, named ? name : "");
            paint(code, text + sign, tone);
            code.dataset.key = key;
            code.title = name;
          },
        );
      },
    );
    const here = chosen && this.groups.querySelector<HTMLElement>(`[data-key="${CSS.escape(chosen)}"]`);
    if (here) reveal(this.groups, here);
  }
}
