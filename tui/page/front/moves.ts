// <kim-moves>: goes through the moves made, each with the position it led to.
import { button } from "./controls";
import { machine, Part } from "./machine";
import { Transport } from "./transport";

export class KimMoves extends Part {
  private transport = new Transport(() => (this.look(this.at === this.last ? 0 : this.at + 1), this.at + 1 < this.last), "the moves", "move");
  private goOn = button("Go on from here", () => machine.ask("go on from", this.at));

  protected build(): void {
    const go = (words: string, label: string, to: () => number) => button(words, () => (this.transport.stop(), this.look(to())), { "aria-label": label });
    Object.assign(this, { role: "group", ariaLabel: "Look at earlier positions" });
    this.append(
      go("|\u25c0", "The beginning", () => 0),
      go("\u25c0", "A move back", () => this.at - 1),
      go("\u25b6", "A move on", () => this.at + 1),
      go("\u25b6|", "The last move", () => this.last),
      ...this.transport.parts,
      this.goOn,
    );
  }

  private get last(): number {
    return machine.state.game.sans.length;
  }

  private get at(): number {
    return machine.state.looking ?? this.last;
  }

  private look(at: number): void {
    machine.ask("look", at < this.last ? Math.max(0, at) : null);
  }

  show(): void {
    this.goOn.disabled = machine.state.looking === null;
  }
}
customElements.define("kim-moves", KimMoves);
