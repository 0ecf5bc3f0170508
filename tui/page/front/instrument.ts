// Instruments: parts of the page that the desk tells about only while their <details> are open.
import { machine, Part } from "./machine";
import { h } from "./dom";

type Named = "deck";

export abstract class Instrument<Shown> extends Part {
  protected abstract readonly named: Named;
  protected wait = h("p", {}, "Fetching this instrument ...");
  protected last: Shown | undefined;

  connectedCallback(): void {
    super.connectedCallback();
    this.closest("details")!.addEventListener("toggle", () => (this.opened ? this.open() : machine.ask("close", this.named)));
  }

  protected get opened(): boolean {
    return this.closest("details")!.open;
  }

  begun(): void {
    if (this.opened) this.open();
  }

  // Ask to be told, and how.
  protected open(): void {
    machine.ask(`${this.named} open` as "deck open");
  }
  protected abstract look(shown: Shown): void;

  show(_: unknown, changed: object): void {
    const shown = (changed as Record<Named, Shown | undefined>)[this.named];
    if (!shown || !this.opened) return;
    this.last = shown;
    this.classList.add("here");
    this.look(shown);
  }
}

export function button(words: string, onclick: () => void, more: object = {}): HTMLButtonElement {
  return h("button", { type: "button", onclick, ...more }, words);
}

export function row(...inside: Node[]): HTMLElement {
  return h("div", { className: "row" }, ...inside);
}

export function field(label: string, more: object = {}): [HTMLLabelElement, HTMLInputElement] {
  const input = h("input", { autocomplete: "off", autocapitalize: "off", spellcheck: false, ...more });
  return [h("label", {}, label, input), input];
}

export function form(submit: () => unknown, ...inside: (Node | string)[]): HTMLFormElement {
  const made = h("form", {}, ...inside);
  made.onsubmit = (event) => {
    event.preventDefault();
    submit();
  };
  return made;
}

export function chooser(label: string, more: object, chosen: (file: File) => void): HTMLLabelElement {
  const input = h("input", { type: "file", ...more });
  input.onchange = () => {
    for (const file of input.files ?? []) chosen(file);
    input.value = "";
  };
  return h("label", { className: "button" }, label, input);
}

const drawn = new WeakMap<Element, string>();

// Lines of words; a word's class is what it means. A line that is as it was is left alone.
export function draw(where: Element, lines: string[][][], more: (index: number) => Record<string, string> = () => ({})): void {
  while (where.children.length > lines.length) where.lastElementChild!.remove();
  lines.forEach((words, index) => {
    const attributes = more(index);
    const key = JSON.stringify([words, attributes]);
    const row = where.children[index] ?? where.appendChild(h("div"));
    if (drawn.get(row) === key) return;
    drawn.set(row, key);
    for (const [name, value] of Object.entries(attributes)) row.setAttribute(name, value);
    row.replaceChildren(...words.map(([text, means]) => h("span", means ? { className: means } : {}, text!)));
  });
}
