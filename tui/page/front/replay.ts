// <kim-replay>: the thinking of the last reply seen again.
import { h } from "./dom";
import { button, row } from "./controls";
import { machine, Part, type Shown } from "./machine";
import { Transport } from "./transport";

export class KimReplay extends Part {
  private moment = h("input", { type: "range", "aria-label": "Moment of the thinking, in cycles", onchange: () => machine.ask("watch", Number(this.moment.value)) });
  private watched = false;
  private goesBack = false;
  private transport = new Transport(() => this.steps(), "the thinking", "candidate");
  private earlier = button("◀", this.step(-1), { "aria-label": "Candidate before" });
  private later = button("▶", this.step(1), { "aria-label": "Next candidate" });

  protected build(): void {
    this.append(row(this.earlier, this.later, ...this.transport.parts), this.moment);
  }

  begin(): void {
    machine.ask("watch", this.edge(1));
    this.goesBack = machine.state.watching && this.atEnd;
    this.transport.start(machine.state.thought?.judged ?? 0);
  }

  private step(way: number): () => void {
    return () => machine.ask(machine.state.watching ? "watch step" : "watch", machine.state.watching ? way : this.edge(way));
  }

  // One candidate on, from the beginning when nothing is seen again yet.
  private steps(): boolean {
    const { watching } = machine.state;
    if (this.goesBack) return true;
    this.step(1)();
    return !watching || !this.atEnd;
  }

  private get atEnd(): boolean {
    return (machine.state.reached ?? 0) >= (machine.state.thought?.judged ?? 0);
  }

  // The beginning of the thinking, or its end.
  private edge(way: number): number {
    const thought = machine.state.thought;
    return thought ? (way > 0 ? thought.began : thought.end) : 0;
  }

  show({ thought, watching, machine: { cycles } }: Shown): void {
    this.hidden = !thought;
    if (!watching && this.watched) this.transport.stop();
    this.watched = watching;
    this.goesBack &&= watching && this.atEnd;
    if (thought) Object.assign(this.moment, { min: thought.began, max: thought.end });
    if (document.activeElement !== this.moment) this.moment.value = String(cycles);
    for (const one of [this.earlier, this.later, this.transport.play, this.moment]) one.disabled = !watching && !(thought?.shown && thought.judged);
  }
}
customElements.define("kim-replay", KimReplay);
