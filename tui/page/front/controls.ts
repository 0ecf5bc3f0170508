// Buttons, fields and forms.
import { h } from "./dom";

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

export function choice(label: string, choices: { name: string; title: string }[], chosen?: (name: string) => void): [HTMLLabelElement, HTMLSelectElement] {
  const select = h("select", {}, ...choices.map(({ name, title }) => h("option", { value: name }, title)));
  if (chosen) select.onchange = () => chosen(select.value);
  return [h("label", {}, label, select), select];
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
