// <kim-moves>: the moves made; each shows the position it led to, as the buttons below do.
import { h } from "./dom";
import { button } from "./controls";
import { machine, Part, type Shown } from "./machine";
import { Transport } from "./transport";
import type { Snapshot } from "./wire";

export class KimMoves extends Part {
  private list = h("ol", { "aria-label": "Moves" });
  private reviewed = h("ol", { "aria-label": "The moves reviewed" });
  private at = 0;
  private looking = false;
  private transport = new Transport(() => (this.look(this.at === this.last ? 0 : this.at + 1), this.at < this.last), "the moves", "move");
  private goOn = button("Go on from here", () => machine.ask("go on from", this.at), { disabled: true });
  private buttons = h(
    "div",
    { className: "row", role: "group", "aria-label": "Look at earlier positions" },
    button("|◀", () => this.go(0), { "aria-label": "The beginning" }),
    button("◀", () => this.go(this.at - 1), { "aria-label": "A move back" }),
    button("▶", () => this.go(this.at + 1), { "aria-label": "A move on" }),
    button("▶|", () => this.go(this.last), { "aria-label": "The last move" }),
    ...this.transport.parts,
    this.goOn,
  );

  protected build(): void {
    const review = h("details", {}, h("summary", {}, "Review by the Python engine"), button("Review the game", () => machine.ask("review")), this.reviewed);
    machine.on("gamereview", ({ moves }) => this.reviewed.replaceChildren(...moves.map(({ name, comment }) => h("li", {}, h("b", {}, name), ` ${comment}`))));
    document.addEventListener("now", () => this.go(this.last));
    this.append(this.list, this.buttons, review);
  }

  private get last(): number {
    return machine.state.game.sans.length;
  }

  private go(at: number): void {
    this.transport.stop();
    this.look(at);
  }

  // The position after so many moves; after all of them it is the present one.
  private look(at: number): void {
    const { boards } = machine.state.game;
    this.at = Math.max(0, Math.min(at, this.last));
    const back = this.at < this.last;
    this.goOn.disabled = !back;
    [...this.list.children].forEach((move, index) => move.classList.toggle("at", back && index === this.at - 1));
    if (back || this.looking) {
      machine.ask("look", back ? this.at : null);
      this.dispatchEvent(new CustomEvent("look", { bubbles: true, detail: back ? boards[this.at] : "" }));
    }
    this.looking = back;
  }

  show({ game }: Shown, changed: Snapshot): void {
    if (!changed.game) return;
    this.list.replaceChildren(
      ...game.sans.map((san, index) => {
        const ply = game.first_ply + index;
        const number = ply % 2 === 0 ? [h("span", {}, `${ply / 2 + 1}.`)] : index === 0 ? [h("span", {}, `${(ply + 1) / 2}...`)] : [];
        return h("li", ply % 2 ? { className: "black" } : {}, ...number, button(san, () => this.go(index + 1), { title: game.comments[index] }));
      }),
    );
    this.list.scrollTop = this.list.scrollHeight;
    this.reviewed.replaceChildren();
    this.go(this.last);
  }
}
customElements.define("kim-moves", KimMoves);
