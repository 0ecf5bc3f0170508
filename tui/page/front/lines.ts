// Code and bytes: a part of what is longer, in fixed width.
import { button, row } from "./controls";
import { h, say } from "./dom";
import { type Cell, type Drawing, keep, type Tells } from "./drawing";
import type { BytesBlock, ListingBlock } from "./wire";

const PART_ROWS = 16;
const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -1, ArrowDown: 1 };
const TURNS: Record<string, number> = { PageUp: -1, PageDown: 1 };

// A part of what is longer, in fixed width: it says how much room it has; buttons turn its pages, too.
abstract class Lines {
  protected lines = h("pre", { tabIndex: 0 });
  protected told = h("p", { role: "status" });
  readonly element: HTMLElement;
  protected room = Infinity;

  constructor(
    protected tells: Tells,
    title: string,
  ) {
    const turn = (sign: string, by: number, where: string) => button(sign, () => tells("turn", by), { "aria-label": `${title} ${where}` });
    this.element = h("div", { className: "lines-of" }, this.told, this.lines, row(turn("▲", -1, "before"), turn("▼", 1, "after")));
    this.lines.onkeydown = (event) => this.key(event);
    this.lines.onclick = (event) => this.click(event.target as HTMLElement);
    new ResizeObserver(() => this.fit()).observe(this.element);
  }

  protected abstract click(where: HTMLElement): void;
  protected again(): void {}
  protected step(key: string): number | undefined {
    return key === "ArrowUp" || key === "ArrowDown" ? STEPS[key] : undefined;
  }

  protected key(event: KeyboardEvent): void {
    const step = this.step(event.key);
    if (step) this.tells("move", step);
    else if (TURNS[event.key]) this.tells("turn", TURNS[event.key]!);
    else return;
    event.preventDefault();
  }

  private fit(): void {
    const probe = this.lines.appendChild(h("span", {}, "0".repeat(20)));
    const columns = Math.floor((20 * (this.element.clientWidth - 20)) / (probe.offsetWidth || 170));
    probe.remove();
    if (columns === this.room || columns < 1) return;
    this.room = columns;
    this.tells("fit", Math.min(columns, 200), PART_ROWS);
    this.again();
  }
}

export class Listing extends Lines implements Drawing<ListingBlock> {
  private last: ListingBlock | undefined;

  constructor(tells: Tells, { title }: ListingBlock) {
    super(tells, title);
    this.told.remove();
    this.lines.setAttribute("role", "listbox");
    this.lines.setAttribute("aria-label", title);
  }

  protected override again(): void {
    if (this.last) this.show(this.last);
  }

  show(block: ListingBlock): void {
    this.last = block;
    const { name, columns, rows, chosen } = block;
    const narrow = columns.reduce((sum, [, width]) => sum + width, 0) > this.room;
    const sizes = columns.map(([, width, least]) => (narrow ? least : width));
    keep(
      this.lines,
      rows.map(([key, cells], at) => [key, cells, key === chosen, sizes, `${name}-${at}`] as const),
      () => h("div", { role: "option" }),
      (line, [key, cells, here, sizes, id]) => {
        Object.assign(line, { id });
        (line as HTMLElement).dataset.key = key;
        line.setAttribute("aria-selected", String(here));
        const cut = (text: string, size: number) => (text.length <= size ? text.padEnd(size) : size ? `${text.slice(0, size - 2)}… ` : "");
        const fitting = ([text]: Cell, at: number) => (at < cells.length - 1 ? cut(text, sizes[at]!) : text);
        line.replaceChildren(...cells.map((cell, at) => h("span", { className: cell[1] || columns[at]![3] || "" }, fitting(cell, at))));
      },
    );
    const at = rows.findIndex(([key]) => key === chosen);
    if (at < 0) this.lines.removeAttribute("aria-activedescendant");
    else this.lines.setAttribute("aria-activedescendant", `${name}-${at}`);
  }

  protected click(where: HTMLElement): void {
    const key = where.closest<HTMLElement>("[data-key]")?.dataset.key;
    if (key !== undefined) this.tells("choose", key);
  }
}

export class Bytes extends Lines implements Drawing<BytesBlock> {
  private perRow = 8;

  constructor(tells: Tells, { title, mode }: BytesBlock) {
    super(tells, title);
    this.lines.setAttribute("role", "group");
    this.lines.setAttribute("aria-label", `${title}: arrow keys go from byte to byte, ${mode[1]}`);
  }

  show({ told, rows, chosen }: BytesBlock): void {
    say(this.told, told);
    this.perRow = rows[0]?.[1].length ?? 8;
    keep(
      this.lines,
      rows.map(([first, cells]) => [Number(first), cells, Number(chosen) - Number(first)] as const).map(([first, cells, at]) => [first, cells, cells[at] ? at : -1] as const),
      () => h("div"),
      (line, [first, cells, at]) => {
        const bytes = cells.flatMap(([text, tone = ""], index) => [h("span", { className: index === at ? "chosen" : tone, "data-key": String(first + index) }, text), " "]);
        line.replaceChildren(h("span", { className: "muted" }, `${first.toString(16).toUpperCase().padStart(4, "0")} `), ...bytes);
      },
    );
  }

  protected override step(key: string): number | undefined {
    return key === "ArrowUp" || key === "ArrowDown" ? STEPS[key]! * this.perRow : STEPS[key];
  }

  protected override key(event: KeyboardEvent): void {
    const digit = /^[0-9a-f]$/i.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (!digit) return super.key(event);
    event.preventDefault();
    this.tells("type in", event.key);
  }

  protected click(where: HTMLElement): void {
    if (where.dataset.key) this.tells("choose", where.dataset.key);
  }
}
