// <kim-lenses>: the position as other chess programs hold it in memory.
import { h, say } from "./dom";
import { draw, Instrument, row } from "./instrument";
import { machine } from "./machine";
import type { Asked, LensesView } from "./wire";

type Square = Asked["lenses open"][1];
const SQUARES = [..."abcdefgh"].flatMap((file) => [..."12345678"].map((rank) => `${file}${rank}`));

export class KimLenses extends Instrument<LensesView> {
  protected readonly named = "lenses";
  private memory = h("select", { onchange: () => this.open() });
  private square = h("select", { onchange: () => this.open() }, ...SQUARES.map((name) => h("option", {}, name)));
  private question = h("select", { onchange: () => this.open() }, h("option", { value: "" }, "none"));
  private told = h("p", { role: "status", className: "lines" });
  private remark = h("p");
  private cells = h("pre", { tabIndex: 0, role: "group", "aria-label": "Cells" });
  private key = h("p");

  protected build(): void {
    this.square.value = "e4";
    const label = (words: string, select: HTMLSelectElement) => h("label", {}, words, select);
    this.append(this.wait, label("Memory", this.memory), row(label("Square", this.square), label("Question", this.question)), this.told, this.cells, this.remark, this.key);
    document.addEventListener("square", (event) => {
      this.square.value = (event as CustomEvent<string>).detail;
      if (this.closest("details")!.open) this.open();
    });
  }

  protected open(): void {
    machine.ask("lenses open", this.memory.value, this.square.value as Square, this.question.value);
  }

  protected look(now: LensesView): void {
    if (!this.memory.length) this.memory.append(...now.choices.map(({ name, title }) => h("option", { value: name }, `${name}: ${title}`)));
    if (this.question.length === 1) this.question.append(...now.questions.map((form) => h("option", { value: form }, form.replace("SQUARE", "the square"))));
    this.memory.value = now.chosen;
    say(this.told, [`${now.title}.`, now.speaking, now.answer].filter(Boolean).join("\n"));
    draw(this.cells, now.lines.map((text) => [[text, ""]]));
    say(this.remark, now.remark);
    say(this.key, now.key);
  }
}
customElements.define("kim-lenses", KimLenses);
