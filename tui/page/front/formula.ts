// <kim-formula>: the weights of the value, and the order of the last candidates by others.
import { h, say } from "./dom";
import { button, chooser, draw, Instrument, row } from "./instrument";
import { machine } from "./machine";
import type { FormulaView, WeightView } from "./wire";

export class KimFormula extends Instrument<FormulaView> {
  protected readonly named = "formula";
  private sliders = new Map<string, [HTMLInputElement, HTMLElement]>();
  private weights = h("div", { className: "weights" });
  private order = h("pre", { tabIndex: 0, role: "group", "aria-label": "Candidates in their order by these weights" });
  private told = h("p", { role: "status" });
  private plays = h("input", { type: "checkbox", onchange: () => machine.ask("formula play", this.plays.checked) });

  protected build(): void {
    this.append(
      this.wait,
      this.told,
      this.weights,
      row(
        button("As in 1976", () => machine.ask("formula reset")),
        h("label", { className: "check" }, this.plays, "The Python engine plays with them"),
        button("Save weights", () => machine.ask("formula save", "formula.toml")),
        chooser("Load weights", { accept: ".toml" }, async (file) => machine.ask("formula load", await file.slice(0, 4096).text())),
      ),
      this.order,
    );
  }

  private slider({ name, meaning, low, high }: WeightView): [HTMLInputElement, HTMLElement] {
    const slider = h("input", { type: "range", min: low, max: high, step: name === "base" || name === "bonus" ? 1 : 0.25 });
    const value = h("em");
    slider.oninput = () => machine.ask("formula weight", name, Number(slider.value));
    this.weights.append(h("label", {}, h("span", {}, h("b", {}, name), ` ${meaning}`), slider, value));
    return [slider, value];
  }

  protected look(now: FormulaView): void {
    for (const weight of now.weights) {
      const found = this.sliders.get(weight.name) ?? this.slider(weight);
      this.sliders.set(weight.name, found);
      if (document.activeElement !== found[0] || Number(found[0].value) !== weight.value) found[0].value = String(weight.value);
      say(found[1], weight.value === weight.was ? `${weight.value}` : `${weight.value}, in 1976 ${weight.was}`);
      found[1].className = weight.value === weight.was ? "" : "warning";
    }
    this.plays.checked = now.plays;
    say(this.told, now.move ? `It would play ${now.move}; with the weights of 1976 it is ${now.was}.` : "");
    draw(this.order, now.order);
    if (now.arrow && now.move !== now.was) this.dispatchEvent(new CustomEvent("candidate", { bubbles: true, detail: now.arrow }));
  }
}
customElements.define("kim-formula", KimFormula);
