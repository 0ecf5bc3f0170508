// A table of a panel.
import { h, say } from "./dom";
import { type Cell, type Drawing, keep, reveal, type Tells } from "./drawing";
import type { TableBlock } from "./wire";

// Rows in which nothing is typed have the arrow keys, and Enter.
export class Table implements Drawing<TableBlock> {
  readonly element = h("div", { className: "parts", role: "group" });
  private bodies: HTMLTableSectionElement[] = [];
  private heads = "";
  private chosen = "";
  private of = "";
  constructor(private tells: Tells) {}

  show(block: TableBlock): void {
    const { title, columns, parts, rows, chosen, shares } = block;
    const heads = JSON.stringify([columns, parts.length]);
    this.element.setAttribute("aria-label", title);
    this.element.classList.toggle("scrolls", shares > 0);
    if (this.heads !== heads) {
      this.heads = heads;
      this.bodies = parts.map(() => h("tbody"));
      const head = () => columns.map(([words, , right]) => h(words ? "th" : "td", { className: right ? "right" : "", ...(words && { scope: "col" }) }, words));
      this.element.replaceChildren(...this.bodies.map((body) => h("table", {}, h("thead", {}, h("tr", {}, ...head())), body)));
    }
    const size = rows.length / parts.length;
    this.bodies.forEach((body, part) => {
      const around = body.parentElement as HTMLTableElement;
      if (parts[part]) say(around.createCaption(), parts[part]);
      keep(
        body,
        rows.slice(part * size, (part + 1) * size),
        () => this.row(block),
        (row, [key, cells]) => {
          (row as HTMLElement).dataset.key = key;
          cells.forEach((cell, at) => this.fill(row.children[at]!, cell));
          const input = row.querySelector("input");
          const { head, typed, at } = this.typed(block);
          const names = cells.slice(0, at).map(([text]) => text.replace(/^\S /, ""));
          input?.setAttribute("aria-label", `${head} of ${names.reverse().join(", at ")}: ${typed}`);
        },
      );
      const rove = body.querySelector("input") ? undefined : rows.some(([key]) => key === chosen) ? chosen : rows[0]?.[0];
      for (const row of body.children as HTMLCollectionOf<HTMLElement>) {
        if (rove !== undefined) row.tabIndex = row.dataset.key === rove ? 0 : -1;
        if (row.dataset.key === chosen) row.setAttribute("aria-current", "true");
        else row.removeAttribute("aria-current");
      }
    });
    // What is about another thing begins at its top.
    const of = JSON.stringify([parts, rows[0]?.[1][0]![0]]);
    if (of !== this.of) this.element.scrollTop = 0;
    if (chosen !== this.chosen || of !== this.of) this.choose(chosen);
    this.of = of;
  }

  private choose(chosen: string): void {
    this.chosen = chosen;
    const row = this.element.querySelector<HTMLElement>("[aria-current]");
    if (!row) return;
    reveal(this.element, row);
    if (document.activeElement instanceof HTMLTableRowElement && this.element.contains(document.activeElement)) row.focus({ preventScroll: true });
  }

  private typed({ columns }: TableBlock): { head: string; typed: string; at: number } {
    const at = columns.findIndex(([, typed]) => typed);
    const [head, typed = ""] = columns[at] ?? [""];
    return { head, typed, at };
  }

  private row({ columns, mode }: TableBlock): HTMLElement {
    const cells = columns.map(([, typed, right], at) => {
      const more = { className: right ? "right" : "" };
      if (!typed) return at ? h("td", more) : h("th", { scope: "row", ...more });
      const input = h("input", { maxLength: mode ? 3 : 64, size: mode ? 2 : 12, spellcheck: false, autocomplete: "off" });
      input.onfocus = input.onclick = () => input.select();
      input.onchange = () => {
        this.tells("change", row.dataset.key!, input.value || " ");
        input.value = input.defaultValue;
        input.select();
      };
      return h("td", {}, input);
    });
    const row = h("tr", {}, ...cells);
    const types = columns.some(([, typed]) => typed);
    const chooses = () => (types && row.hasAttribute("aria-current")) || this.tells("choose", row.dataset.key!);
    row.onclick = chooses;
    if (types) row.addEventListener("focusin", chooses);
    else row.onkeydown = (event) => this.pressed(event, row);
    return row;
  }

  private pressed(event: KeyboardEvent, row: HTMLElement): void {
    const down = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!down && event.key !== "Enter") return;
    event.preventDefault();
    if (down) this.tells("move", down);
    else this.tells("choose", row.dataset.key!);
  }

  private fill(where: Element, [text, tone = "", , bar]: Cell): void {
    const input = where.querySelector("input");
    if (bar != null) {
      const drawn = h("i", { className: "bar" });
      drawn.style.width = `${10 + 90 * bar}%`;
      return where.replaceChildren(drawn);
    }
    if (!input) return say(where, text), void (where.className = [tone, where.classList.contains("right") && "right"].filter(Boolean).join(" "));
    const edited = document.activeElement === input && input.value !== input.defaultValue;
    input.defaultValue = text;
    if (!edited) input.value = text;
    input.className = tone;
  }
}
