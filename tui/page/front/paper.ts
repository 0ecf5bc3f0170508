// What was printed, and what is typed.
import { h } from "./dom";
import { type Drawing, keep, type Tells } from "./drawing";
import type { PaperBlock } from "./wire";

const TYPED: Record<string, string> = { Enter: "\r", Backspace: "\x7f", Delete: "\x7f" };

// What was printed, and a field for what is typed: a phone has no keys without one.
export class Paper implements Drawing<PaperBlock> {
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
