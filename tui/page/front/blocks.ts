// The blocks of a panel, an element for each kind; what is as it was is left alone.
import { Cells } from "./cells";
import { button, row } from "./controls";
import { h, say } from "./dom";
import { type Drawing, keep, paint, type Tells } from "./drawing";
import { Bytes, Listing } from "./lines";
import { Paper } from "./paper";
import { Table } from "./table";
import { Transport } from "./transport";
import type { Block, ChoiceBlock, FieldsBlock, NumbersBlock, OwnBlock, ProgressBlock, SentenceBlock } from "./wire";

class Sentence implements Drawing<SentenceBlock> {
  readonly element = h("p", { role: "status" });
  show({ text, tone }: SentenceBlock): void {
    this.element.hidden = !text;
    paint(this.element, text, tone);
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

// One of a few, and what the one chosen is about.
class Choice implements Drawing<ChoiceBlock> {
  private select = h("select");
  private about = h("p", { className: "muted" });
  private chosen = "";
  readonly element: HTMLElement;

  constructor(tells: Tells, { title }: ChoiceBlock) {
    // What was chosen is so once the session has done it.
    this.select.onchange = () => {
      tells("choose", this.select.value);
      this.select.value = this.chosen;
    };
    this.element = h("div", {}, h("label", {}, title, this.select), this.about);
  }

  show({ options, chosen }: ChoiceBlock): void {
    const make = ([value, words]: ChoiceBlock["options"][number]) => h("option", { value }, words);
    keep(this.select, options, make, (option, [value, words]) => Object.assign(option, { value, textContent: words }));
    this.select.value = this.chosen = chosen;
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
        return h("label", {}, h("span", {}, h("b", {}, about), ` ${name}`), slider, h("em"));
      },
      ({ children }, [, , value, was]) => {
        const slider = children[1] as HTMLInputElement;
        if (this.dragged !== slider) slider.value = String(value);
        paint(children[2]!, value === was ? `${value}` : `${value}, was ${was}`, value === was ? "" : "warning");
      },
    );
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
