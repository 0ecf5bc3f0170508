// Buttons, fields and forms.
import { h } from "./dom";

export function button(words: string, onclick: () => void, more: object = {}): HTMLButtonElement {
  return h("button", { type: "button", onclick, ...more }, words);
}

export function row(...inside: Node[]): HTMLElement {
  return h("div", { className: "row" }, ...inside);
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
