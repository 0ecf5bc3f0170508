// <kim-candidates>: the moves that the last reply was chosen from, their values taken apart, and the
// thinking itself to be seen again.
import { h, say } from "./dom";
import { button, row } from "./instrument";
import { machine, Part, type Shown } from "./machine";
import { Transport } from "./transport";
import type { CandidateView, Snapshot, TakenApart } from "./wire";

export class KimCandidates extends Part {
  private list = h("ol", { "aria-label": "Moves judged" });
  private words = h("p", { className: "lines" });
  private parts = h("div", { className: "parts" });
  private moment = h("input", { type: "range", "aria-label": "Moment of the thinking, in cycles" });
  private controls: (HTMLButtonElement | HTMLInputElement)[] = [];
  private pressed = -1;
  private watched = false;
  private goesBack = false;
  private compares = h("input", { type: "checkbox", onchange: () => machine.ask("set mirror", this.compares.checked) });
  private compared = h("p", { role: "status" });
  private transport = new Transport(() => this.steps());
  private again = button("See it think again", () => {
    machine.ask("watch", this.edge(1));
    this.goesBack = machine.state.watching && this.atEnd;
    this.transport.start(machine.state.thought?.judged.length ?? 0);
  });

  protected build(): void {
    const step = (way: number) => () => machine.ask(machine.state.watching ? "watch step" : "watch", machine.state.watching ? way : this.edge(way));
    this.moment.onchange = () => machine.ask("watch", Number(this.moment.value));
    const before = button("◀", step(-1), { "aria-label": "Candidate before" });
    const next = button("▶", step(1), { "aria-label": "Next candidate" });
    this.controls = [this.again, before, next, this.transport.play, this.moment];
    this.append(
      row(this.again, before, next, ...this.transport.parts),
      this.words,
      this.moment,
      h("label", { className: "check" }, this.compares, "Compare it with the Python engine"),
      this.compared,
      this.parts,
      this.list,
    );
    machine.on("takenapart", (value) => this.takeApart(value));
  }

  // One candidate on, from the beginning when nothing is seen again yet.
  private steps(): boolean {
    const { watching } = machine.state;
    if (this.goesBack) return true;
    if (watching) machine.ask("watch step", 1);
    else machine.ask("watch", this.edge(1));
    return !watching || !this.atEnd;
  }

  private get atEnd(): boolean {
    return (machine.state.reached ?? 0) >= (machine.state.thought?.judged.length ?? 0);
  }

  // The beginning of the thinking, or its end.
  private edge(way: number): number {
    const thought = machine.state.thought;
    return thought ? (way > 0 ? thought.began : thought.end) : 0;
  }

  show({ thought, watching, machine: { cycles }, reached, mirror, words }: Shown, changed: Snapshot): void {
    const complete = !!thought?.shown;
    this.classList.toggle("none", !thought);
    if (!watching && this.watched) this.transport.stop();
    this.watched = watching;
    this.goesBack &&= watching && this.atEnd;
    this.compares.checked = mirror;
    if (thought) Object.assign(this.moment, { min: thought.began, max: thought.end });
    if (document.activeElement !== this.moment) this.moment.value = String(cycles);
    for (const one of this.controls) one.disabled = !watching && !complete;
    say(this.words, thought ? words.thinking.join("\n") : "No thinking to show: a move out of the book takes none, and after a reload the last one is done again first.");
    say(this.compared, words.compared);
    this.compared.className = words.agrees ? "good" : "error";
    if (changed.thought === undefined && changed.reached === undefined && changed.watching === undefined) return;
    const shown = thought?.judged.slice(0, watching ? (reached ?? 0) : undefined) ?? [];
    const done = !watching && complete;
    const ended = complete && (reached ?? 0) >= thought!.judged.length;
    const chosen = ended ? thought!.judged.findLastIndex(({ best }) => best) : -1;
    const rows = shown.map((one, index) => ({ value: one.value, row: this.row(one, index, index !== chosen ? "" : done ? "chosen" : "best so far") }));
    if (done) rows.sort((one, other) => other.value - one.value);
    this.list.replaceChildren(...rows.map(({ row }) => row));
    this.parts.replaceChildren();
    this.pressed = -1;
    const now = watching ? shown.at(-1) : undefined;
    if (now) this.dispatchEvent(new CustomEvent("candidate", { bubbles: true, detail: now.way }));
  }

  private row(one: CandidateView, index: number, leads: string): HTMLElement {
    const point = () => this.dispatchEvent(new CustomEvent("candidate", { bubbles: true, detail: one.way }));
    const words = `${one.name} ${one.value} ($${one.value.toString(16).toUpperCase()})${leads ? `, ${leads}` : one.best ? ", best when it was judged" : ""}`;
    const pressed = button(words, () => this.press(pressed, index, point), {
      className: leads ? "chosen" : one.best ? "best" : "",
      onmouseenter: () => this.pressed < 0 && point(),
    });
    return h("li", {}, pressed);
  }

  // One is looked at until it, or another, is pressed.
  private press(which: HTMLButtonElement, index: number, point: () => void): void {
    const again = index === this.pressed;
    this.list.querySelector("[aria-pressed]")?.removeAttribute("aria-pressed");
    this.pressed = again ? -1 : index;
    this.parts.replaceChildren();
    if (again) return;
    which.setAttribute("aria-pressed", "true");
    point();
    machine.ask("value", index);
  }

  private takeApart({ index, title, said, terms }: TakenApart): void {
    if (index !== this.pressed) return;
    const rows = terms.map(({ name, meaning, count, adds }) => h("tr", {}, h("th", { scope: "row" }, h("code", {}, name), ` ${meaning}`), h("td", {}, count), h("td", {}, String(adds))));
    const heads = h("tr", {}, h("td"), h("th", {}, "count × weight"), h("th", {}, "adds"));
    this.parts.replaceChildren(h("p", {}, said), h("table", {}, h("caption", {}, title), h("tbody", {}, heads, ...rows)));
    this.parts.firstElementChild!.scrollIntoView({ block: "nearest" });
  }
}
customElements.define("kim-candidates", KimCandidates);
