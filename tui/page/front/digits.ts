// <kim-digits>: six digits of seven segments, as bright as they are lit. <kim-keypad>: the 23 keys and the slide switch.
import { h, say } from "./dom";
import { button } from "./controls";
import { machine, Part, type Shown } from "./machine";
import type { DigitsSay, KeypadState } from "./wire";

const SEGMENTS = ["M3 1h10l-2 2H5z", "M14 2v10l-2-1V4z", "M14 14v10l-2-2v-7z", "M3 25h10l-2-2H5z", "M2 14v10l2-2v-7z", "M2 2v10l2-1V4z", "M3 13l1-1h8l1 1-1 1H4z"];
const SVG = "http://www.w3.org/2000/svg";

export class KimDigits extends Part {
  private segments: SVGPathElement[] = [];
  private words = h("p", { className: "said" });

  protected build(): void {
    const row = h("div", { className: "digits", role: "img" });
    for (let digit = 0; digit < 6; digit++) {
      const drawn = document.createElementNS(SVG, "svg");
      drawn.setAttribute("viewBox", "0 0 17 26");
      for (const path of SEGMENTS) {
        const segment = document.createElementNS(SVG, "path");
        segment.setAttribute("d", path);
        drawn.append(segment);
        this.segments.push(segment);
      }
      row.append(drawn);
    }
    this.append(row, this.words);
  }

  take(data: unknown): void {
    say(this.words, (data as DigitsSay).said);
  }

  show({ machine: kim }: Shown): void {
    kim.digits.flat().forEach((bright, i) => (this.segments[i]!.style.fillOpacity = String(Math.max(0.07, bright))));
    this.firstElementChild!.setAttribute("aria-label", `Digits: ${kim.text.trim() || "dark"}`);
  }
}
customElements.define("kim-digits", KimDigits);

export class KimKeypad extends HTMLElement {
  private keys = new Map<string, HTMLButtonElement>();
  private step = h("input", { type: "checkbox", role: "switch", onchange: () => machine.ask("set step switch", this.step.checked) });
  private letters = new Map<string, string>();

  connectedCallback(): void {
    if (this.children.length) return;
    for (const name of machine.state.hello.keys.flat()) {
      const key = button(name, () => machine.ask("press", name), /^[0-9A-F]$/.test(name) ? {} : { className: "function" });
      if (name !== "SST") this.keys.set(name, key);
      this.append(name === "SST" ? h("label", { title: "Single step: the machine stops after each instruction" }, name, this.step) : key);
    }
    this.setAttribute("role", "group");
    this.setAttribute("aria-label", "Keys of the KIM-1");
    this.onkeydown = (event) => {
      const key = this.letters.get(event.key.toLowerCase());
      if (!key || event.key === " " || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      if (key === "SST") this.step.click();
      else machine.ask("press", key);
    };
  }

  take(data: unknown): void {
    const { down, step, letters } = data as KeypadState;
    this.letters = new Map(letters);
    for (const [name, key] of this.keys) key.classList.toggle("down", down.includes(name));
    this.step.checked = step;
  }
}
customElements.define("kim-keypad", KimKeypad);
