// <kim-setup>: men put up by dragging, or chosen and put down; their bytes are poked into the machine.
import type { Role } from "@lichess-org/chessground/types";
import { type KimBoard, LETTERS } from "./board";
import { h, toBoard, toPanel } from "./dom";
import { button, row } from "./controls";
import { machine, Part } from "./machine";
import { side } from "./squares";
import type { Asked } from "./wire";

type Man = Asked["put"][0];
type Target = Asked["put"][1];
const ROLES = Object.keys(LETTERS).reverse() as Role[];

export class KimSetup extends Part {
  private chosen: Man | "off" | "" = "";
  private choices = new Map<Man | "off", HTMLButtonElement>();
  private inner = h("div", { hidden: true, className: "set-up" });
  private side = h("select", {}, ...["white", "black"].map((name) => h("option", {}, name)));
  private sides = h("label", {}, "You have", this.side);
  private begin = button("Set up a position", () => this.place(true));

  protected build(): void {
    const off = button("Take off", () => this.choose("off"));
    this.choices.set("off", off);
    this.inner.append(
      h("p", {}, "Choose a piece, then squares for it; or drag pieces."),
      ...(["white", "black"] as const).map((color) => h("div", { className: "spare cg-wrap" }, ...ROLES.map((role) => this.spare(role, color)))),
      row(
        this.sides,
        off,
        button("Clear", () => machine.ask("clear board")),
        button("All pieces", () => machine.ask("full board")),
        button("Done: White moves", () => this.done("white")),
        button("Done: Black moves", () => this.done("black")),
        button("Cancel", () => this.cancel()),
      ),
    );
    this.append(this.begin, this.inner);
    document.addEventListener("now", () => this.inner.hidden || this.cancel());
    document.addEventListener("square", (event) => this.put((event as CustomEvent<Target>).detail));
  }

  private spare(role: Role, color: "white" | "black"): HTMLElement {
    const piece = document.createElement("piece");
    piece.className = `${role} ${color}`;
    const letter = (color === "white" ? LETTERS[role].toUpperCase() : LETTERS[role]) as Man;
    const man = h("button", { type: "button", "aria-label": `${color} ${role}`, "aria-pressed": "false", onclick: () => this.choose(letter) }, piece);
    const drags = (event: MouseEvent | TouchEvent) => this.board.drop(role, color, event);
    man.addEventListener("mousedown", drags);
    // A finger that does not move chooses.
    man.addEventListener("touchstart", () => man.addEventListener("touchmove", drags, { once: true, passive: true }), { passive: true });
    this.choices.set(letter, man);
    return man;
  }

  private choose(man: Man | "off"): void {
    this.chosen = this.chosen === man ? "" : man;
    for (const [one, choice] of this.choices) choice.setAttribute("aria-pressed", String(one === this.chosen));
  }

  private put(square: Target): void {
    if (this.inner.hidden || !this.chosen) return;
    if (this.chosen === "off") machine.ask("put", square as Man, null);
    else machine.ask("put", this.chosen, square);
    setTimeout(() => this.board.forget());
  }

  private board = document.querySelector<KimBoard>("kim-board")!;
  private place(on: boolean): void {
    if (on) {
      const { both, mine } = machine.state.game;
      this.side.value = side(mine);
      this.sides.hidden = both;
    }
    if (this.chosen) this.choose(this.chosen);
    this.inner.hidden = !on;
    this.begin.hidden = on;
    this.board.place(on);
    if (on) machine.ask("set up");
    toBoard();
    if (on) toPanel(this.inner);
  }

  private cancel(): void {
    this.place(false);
    machine.ask("cancel set up");
  }

  private done(turn: "white" | "black"): void {
    this.place(false);
    machine.ask("play on", turn, this.sides.hidden ? null : (this.side.value as "white" | "black"));
  }

  show(): void {}
}
customElements.define("kim-setup", KimSetup);
