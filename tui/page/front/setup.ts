// <kim-setup>: men put up by dragging; their bytes are poked into the machine.
import type { Role } from "@lichess-org/chessground/types";
import type { KimBoard } from "./board";
import { h } from "./dom";
import { machine, Part } from "./machine";

const ROLES: Role[] = ["king", "queen", "rook", "bishop", "knight", "pawn"];

export class KimSetup extends Part {
  private steps = 0;
  private inner = h("div", { hidden: true });
  private begin = h("button", { type: "button", onclick: () => this.place(true) }, "Set up a position");

  protected build(): void {
    const button = (words: string, onclick: () => void) => h("button", { type: "button", onclick }, words);
    this.inner.append(
      h("p", {}, "Drag men: from below onto the board, on the board, off it."),
      ...(["white", "black"] as const).map((color) => h("div", { className: "spare cg-wrap" }, ...ROLES.map((role) => this.spare(role, color)))),
      h(
        "div",
        { className: "row" },
        button("Clear", () => machine.ask("clear board")),
        button("All men", () => machine.ask("full board")),
        button("White moves", () => this.done("white")),
        button("Black moves", () => this.done("black")),
      ),
    );
    this.append(this.begin, this.inner);
  }

  private spare(role: Role, color: "white" | "black"): HTMLElement {
    const man = document.createElement("piece");
    man.className = `${role} ${color}`;
    const take = (event: MouseEvent | TouchEvent) => {
      event.preventDefault();
      this.board.drop(role, color, event);
    };
    man.addEventListener("mousedown", take);
    man.addEventListener("touchstart", take, { passive: false });
    return man;
  }

  private get board(): KimBoard {
    return document.querySelector<KimBoard>("kim-board")!;
  }

  private place(on: boolean): void {
    if (on) this.steps = machine.state.game.steps;
    this.inner.hidden = !on;
    this.begin.hidden = on;
    this.board.place(on);
  }

  private done(turn: "white" | "black"): void {
    this.place(false);
    machine.ask("end set-up", turn, this.steps);
  }

  show(): void {}
}
customElements.define("kim-setup", KimSetup);
