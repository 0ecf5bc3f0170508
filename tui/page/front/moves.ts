// <kim-moves>: the moves made; each leads back to it.
import { h } from "./dom";
import { machine, Part, type Shown } from "./machine";
import type { SnapshotJson } from "./wire";

export class KimMoves extends Part {
  protected build(): void {
    this.append(h("ol", { "aria-label": "Moves" }));
  }

  show({ game }: Shown, changed: SnapshotJson): void {
    if (!changed.game) return;
    const list = this.firstElementChild!;
    list.replaceChildren(
      ...game.moves.map(({ number, san, comment }, index) =>
        h(
          "li",
          {},
          ...(number ? [h("span", {}, number)] : []),
          h("button", { type: "button", title: comment || `go on from after ${san}`, onclick: () => machine.ask("go on from", index + 1) }, san),
        ),
      ),
    );
    this.scrollTop = this.scrollHeight;
  }
}
customElements.define("kim-moves", KimMoves);
