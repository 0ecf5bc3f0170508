// The blocks of a panel, an element for each kind; what is as it was is left alone.
import { h, say } from "./dom";
import { button, row } from "./controls";
import { Transport } from "./transport";
import type { Block, BytesBlock, CellsBlock, ChoiceBlock, FieldsBlock, ListingBlock, NumbersBlock, OwnBlock, PaperBlock, ProgressBlock, SentenceBlock, TableBlock } from "./wire";

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

// A row chosen is in sight where its table scrolls, and nothing else moves for that.
function reveal(around: HTMLElement, row: HTMLElement): void {
  const [outer, inner] = [around.getBoundingClientRect(), row.getBoundingClientRect()];
  around.scrollTop += Math.min(0, inner.top - outer.top) + Math.max(0, inner.bottom - outer.bottom);
}

class Sentence implements Drawing<SentenceBlock> {
  readonly element = h("p", { role: "status" });
  show({ text, tone }: SentenceBlock): void {
    this.element.hidden = !text;
    paint(this.element, text, tone);
  }
}

// Rows in which nothing is typed have the arrow keys, and Enter.
class Table implements Drawing<TableBlock> {
  readonly element = h("div", { className: "parts", role: "group" });
  private bodies: HTMLTableSectionElement[] = [];
  private heads = "";
  private chosen = "";
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
    if (chosen !== this.chosen) this.choose(chosen);
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

class Fields implements Drawing<FieldsBlock> {
  readonly element = h("div", { className: "fields", role: "group" });

  show({ title, fields }: FieldsBlock): void {
    this.element.setAttribute("aria-label", title);
    keep(
      this.element,
      fields,
      () => h("span", {}, h("span", { className: "muted" }), h("span")),
      ({ children }, [name, text, tone = ""]) => {
        say(children[0]!, name && `${name} `);
        paint(children[1]!, text, tone);
      },
    );
  }
}

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

class Listing extends Lines implements Drawing<ListingBlock> {
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
        const fitting = ([text]: Cell, at: number) => (at < cells.length - 1 ? text.slice(0, sizes[at]).padEnd(sizes[at]!) : text);
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

class Bytes extends Lines implements Drawing<BytesBlock> {
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

// Every cell of a memory, in rows as broad as there is room for; the one read last is in sight.
class Cells implements Drawing<CellsBlock> {
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

// One of a few, and what the one chosen is about.
class Choice implements Drawing<ChoiceBlock> {
  private select = h("select");
  private about = h("p", { className: "muted" });
  readonly element: HTMLElement;

  constructor(tells: Tells, { title }: ChoiceBlock) {
    this.select.onchange = () => tells("choose", this.select.value);
    this.element = h("div", {}, h("label", {}, title, this.select), this.about);
  }

  show({ options, chosen }: ChoiceBlock): void {
    const make = ([value, words]: ChoiceBlock["options"][number]) => h("option", { value }, words);
    keep(this.select, options, make, (option, [value, words]) => Object.assign(option, { value, textContent: words }));
    this.select.value = chosen;
    say(this.about, options.find(([value]) => value === chosen)?.[2] ?? "");
  }
}

const MOST_STEPS = 40;

// Steps to go through, by itself too.
export class Progress implements Drawing<ProgressBlock> {
  private at = 0;
  private last = 0;
  private transport = new Transport(() => this.step(Math.ceil(this.last / MOST_STEPS)), "the steps", "step");
  private place = h("input", { type: "range", min: 0, onchange: () => this.go(Number(this.place.value)) });
  private told = h("span");
  readonly element: HTMLElement;

  constructor(
    private tells: Tells,
    { title }: ProgressBlock,
  ) {
    this.place.setAttribute("aria-label", title);
    const by = (sign: string, by: number, label: string) => button(sign, () => this.step(by), { "aria-label": label });
    this.element = row(by("◀", -1, "Step before"), by("▶", 1, "Next step"), ...this.transport.parts, this.told, this.place);
  }

  play(): void {
    this.transport.start(Math.min(this.last, MOST_STEPS));
  }

  private go(at: number): void {
    this.tells("choose", String(at));
  }

  // From the first again after the last; whether there is more.
  private step(by: number): boolean {
    const to = by > 0 && this.at >= this.last ? 0 : Math.max(0, Math.min(this.at + by, this.last));
    this.go(to);
    return to < this.last;
  }

  show({ at, last, told }: ProgressBlock): void {
    Object.assign(this, { at, last });
    this.place.max = String(last);
    if (document.activeElement !== this.place) this.place.value = String(at);
    say(this.told, told);
  }
}

// A slider for each number; while one is dragged it is where the finger is.
class Numbers implements Drawing<NumbersBlock> {
  readonly element = h("div", { className: "weights", role: "group" });
  private dragged: Element | undefined;
  constructor(private tells: Tells) {}

  show({ title, numbers }: NumbersBlock): void {
    this.element.setAttribute("aria-label", title);
    keep(
      this.element,
      numbers,
      ([name, about, , , min, max, step]) => {
        const slider = h("input", { type: "range", min, max, step });
        slider.oninput = () => {
          this.dragged = slider;
          this.tells("change", name, slider.value);
        };
        slider.onchange = () => (this.dragged = undefined);
        return h("label", {}, h("span", {}, h("b", {}, name), ` ${about}`), slider, h("em"));
      },
      ({ children }, [, , value, was]) => {
        const slider = children[1] as HTMLInputElement;
        if (this.dragged !== slider) slider.value = String(value);
        paint(children[2]!, value === was ? `${value}` : `${value}, was ${was}`, value === was ? "" : "warning");
      },
    );
  }
}

const TYPED: Record<string, string> = { Enter: "\r", Backspace: "\x7f", Delete: "\x7f" };

// What was printed, and a field for what is typed: a phone has no keys without one.
class Paper implements Drawing<PaperBlock> {
  private paper = h("pre", { tabIndex: 0, role: "log" });
  private keys = h("input", { autocomplete: "off", autocapitalize: "off", spellcheck: false, maxLength: 256 });
  readonly element = h("div", { className: "paper" }, this.paper, h("label", {}, "Type here", this.keys));

  constructor(tells: Tells, { mode }: PaperBlock) {
    if (!mode) this.keys.parentElement!.remove();
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
    const carried = column < 0 ? "" : lines[last]!.padEnd(column + 1);
    keep(
      this.paper,
      lines.map((text, at) => (at < last || !carried ? [text || " "] : [carried.slice(0, column), carried[column]!, carried.slice(column + 1)])),
      () => h("div"),
      (line, [before, here, after]) => line.replaceChildren(before!, ...(here ? [h("span", { className: "chosen" }, here), after!] : [])),
    );
    if (ends) this.paper.scrollTop = this.paper.scrollHeight;
  }
}

// A widget of the page's own: <kim-replay>, say.
class Own implements Drawing<OwnBlock> {
  readonly element = h("div");
  show({ widget, data }: OwnBlock): void {
    const tag = `kim-${widget}`;
    const own = this.element.firstElementChild ?? this.element.appendChild(document.createElement(tag));
    (own as HTMLElement & { take?(data: unknown): void }).take?.(data);
  }
}

const KINDS = { Sentence, Table, Fields, Listing, Bytes, Cells, Choice, Progress, Numbers, Paper, Own } as const;

export function drawing(block: Block, tells: Tells): Drawing<Block> {
  const kind = KINDS[block.kind] as new (tells: Tells, block: Block) => Drawing<Block>;
  return new kind(tells, block);
}
