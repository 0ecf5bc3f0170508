// <kim-board>: chessground draws it; a button under every square carries its byte and its name.
import { Chessground } from "@lichess-org/chessground";
import type { Api } from "@lichess-org/chessground/api";
import type { Key, Role } from "@lichess-org/chessground/types";
import { button, row } from "./controls";
import { h, say } from "./dom";
import { linkedBoard } from "./kept";
import { machine, Part, type Shown } from "./machine";
import { byteOf, hex, placement, side, squareName, TABLE } from "./squares";
import type { Snapshot } from "./wire";

const FILES = "abcdefgh";
export const LETTERS: Record<Role, string> = { pawn: "p", knight: "n", bishop: "b", rook: "r", queen: "q", king: "k" };
type Square = Extract<Parameters<typeof machine.ask<"put">>[1], `${string}${number}`>;

export class KimBoard extends Part {
  private board!: Api;
  private squares = new Map<string, HTMLButtonElement>();
  private turned = false;
  private mine: boolean | undefined;
  private at = "e2";
  private marked = "";
  private pressed: Key | undefined;
  private selected: Key | undefined;
  private placing = false;
  private past = false;

  protected build(): void {
    const ground = h("div", { className: "ground", "aria-hidden": "true" });
    const names = h("div", { className: "squares", role: "group", "aria-label": "Squares: arrow keys go, Enter takes and puts down" });
    for (let rank = 8; rank >= 1; rank--) {
      for (const file of FILES) {
        const square = h("button", { type: "button", tabIndex: -1, "data-square": `${file}${rank}` });
        this.squares.set(`${file}${rank}`, square);
        names.append(square);
      }
    }
    names.addEventListener("keydown", (event) => this.goes(event));
    names.addEventListener("click", (event) => this.chooses((event.target as HTMLElement).dataset.square));
    names.addEventListener("focusout", ({ relatedTarget: next }) => names.contains(next as Node | null) || this.unmark());
    ground.addEventListener("touchstart", (event) => this.takes(event) || event.stopPropagation(), { capture: true, passive: true });
    ground.addEventListener("pointerdown", (event) => this.presses(event), true);
    ground.addEventListener("pointerup", (event) => this.leaves(event), true);
    this.append(ground, names);
    this.board = Chessground(ground, {
      autoCastle: false,
      coordinates: true,
      premovable: { events: { set: (from, to) => this.moved(from, to) } },
      highlight: { check: true },
      // In a frame that is not on view the clock of the pictures stands still, and the men would move from far away.
      animation: { enabled: window === top && !matchMedia("(prefers-reduced-motion: reduce)").matches },
      movable: { free: false, rookCastle: false, events: { after: (from, to) => this.moved(from, to) } },
      events: {
        dropNewPiece: (piece, key) => {
          const letter = LETTERS[piece.role];
          machine.ask("put", (piece.color === "white" ? letter.toUpperCase() : letter) as Square, key as Square);
        },
      },
    });
    this.roving();
  }

  show({ game, watching, looking }: Shown, changed: Snapshot): void {
    const elsewhere = changed.looking !== undefined;
    if (elsewhere && looking !== null) return this.look(game, game.boards[looking]!);
    if (!(changed.game || elsewhere) || machine.movesWait) return;
    if (linkedBoard() && !machine.heard) return this.board.set({ fen: linkedBoard(), movable: { color: undefined } });
    if (game.mine !== this.mine && !game.sans.length) this.turned = false; // one's own men are below
    this.mine = game.mine;
    const dests = new Map<Key, Key[]>();
    for (const move of game.movable) {
      const from = move.slice(0, 2) as Key;
      dests.set(from, [...(dests.get(from) ?? []), move.slice(2, 4) as Key]);
    }
    const movers = watching ? undefined : this.placing || game.both ? "both" : side(game.mine);
    this.past = watching;
    this.board.set({
      fen: placement(game.men),
      orientation: game.mine !== this.turned ? "white" : "black",
      turnColor: side(game.turn),
      check: game.check === null ? false : side(game.turn),
      lastMove: (game.last ?? []).map(squareName) as Key[],
      movable: { color: movers, free: this.placing, dests },
      draggable: { deleteOnDropOff: this.placing },
    });
    if (watching) this.forget();
    if (game.movable.length) this.board.cancelPremove();
    this.classList.toggle("turned", this.board.state.orientation === "black");
    this.name(game, game.table);
  }

  // What stands on each square, and its byte in the *table* where it has one there.
  private name({ computer }: Shown["game"], table: number[]): void {
    for (let at = 0; at < 64; at++) {
      const name = squareName(at) as Key;
      const byte = byteOf(at, computer);
      const slot = table.lastIndexOf(byte);
      const man = this.board.state.pieces.get(name);
      const square = this.squares.get(name)!;
      const what = slot < 0 ? `square ${hex(byte)}` : `byte ${hex(byte)} at ${hex(TABLE + slot)}`;
      square.setAttribute("aria-label", `${name}, ${man ? `${man.color} ${man.role}` : "empty"}, ${what}`);
      say(square, hex(byte));
    }
  }

  // Another position, at which nobody moves.
  private look(game: Shown["game"], fen: string): void {
    this.board.set({ fen, lastMove: [], check: false, movable: { color: undefined } });
    this.board.setAutoShapes([]);
    this.name(game, []);
    this.past = true;
  }

  again(): void {
    this.show(machine.state, machine.state);
  }

  turn(): void {
    this.turned = !this.turned;
    this.again();
  }

  // Men go anywhere while a position is set up.
  place(on: boolean): void {
    this.placing = on;
    this.again();
  }

  // No square is chosen.
  forget(): void {
    this.unmark();
    this.board.selectSquare(null);
  }

  drop(role: Role, color: "white" | "black", event: MouseEvent | TouchEvent): void {
    this.stands();
    this.board.dragNewPiece({ role, color }, event as MouseEvent, true);
  }

  // One looked at, a good one, one to be feared.
  arrows(ways: Shown["arrows"] = null): void {
    const drawn = (ways ?? []).map((way, index) => way && { orig: squareName(way[0]) as Key, dest: squareName(way[1]) as Key, brush: ["blue", "green", "red"][index]! });
    this.board.setAutoShapes(drawn.filter((one) => one !== null));
  }

  private moved(from: string, to: string): void {
    if (this.placing) machine.ask("put", from as Square, to as Square);
    else {
      const ways = machine.state.game.movable.filter((move) => move.startsWith(from + to));
      if (ways.length > 1) return this.promote(ways);
      machine.ask("play", ways[0] ?? from + to);
      if (machine.state.busy) this.again();
    }
  }

  // What the pawn becomes is asked; without an answer it stays where it was.
  private promote(ways: readonly string[]): void {
    const named = (move: string) => Object.keys(LETTERS).find((role) => LETTERS[role as Role] === move[4])!;
    const answer = (move: string) => button(named(move), () => (machine.ask("play", move), asked.close()));
    const asked = h("dialog", { "aria-label": "Promotion" }, h("p", {}, "The pawn becomes a"), row(...ways.map(answer)));
    asked.onclose = () => (asked.remove(), this.again());
    document.body.append(asked);
    asked.showModal();
  }

  // A square was chosen, not a man dragged from it.
  private points(square: string): void {
    this.dispatchEvent(new CustomEvent("square", { bubbles: true, detail: square }));
  }

  // The board may stand elsewhere by now: what is above it comes and goes.
  private stands(): void {
    this.board.state.dom.bounds.clear();
  }

  private presses(event: PointerEvent): void {
    this.stands();
    this.pressed = this.board.getKeyAtDomPos([event.clientX, event.clientY]);
    this.selected = this.board.state.selected;
    const from = this.pressed;
    if (this.past) document.dispatchEvent(new Event("elsewhere"));
    if (!this.placing || !from || !this.board.state.pieces.has(from)) return;
    const drops = ({ clientX, clientY }: PointerEvent) => this.board.getKeyAtDomPos([clientX, clientY]) || machine.ask("put", from as Square, null);
    document.addEventListener("pointerup", drops, { once: true });
  }

  // What begins on no man that can be moved may scroll the page; a tap comes as a click too.
  private takes({ touches: [touch] }: TouchEvent): boolean {
    const from = touch && this.board.getKeyAtDomPos([touch.clientX, touch.clientY]);
    const { pieces, movable } = this.board.state;
    return !!from && (movable.free || !movable.dests?.size ? pieces.has(from) : movable.dests.has(from));
  }

  // chessground says nothing of a move that is none; the session knows why.
  private leaves(event: PointerEvent): void {
    const to = this.board.getKeyAtDomPos([event.clientX, event.clientY]);
    const dragged = this.pressed !== to;
    if (to && !dragged) this.points(to);
    const from = dragged ? this.pressed : this.selected;
    const { pieces, movable } = this.board.state;
    const man = from && pieces.get(from);
    if (!from || !to || from === to || this.placing || !man || !movable.dests?.size) return;
    const own = movable.color === "both" || man.color === movable.color;
    const another = !dragged && pieces.get(to)?.color === man.color;
    if (own && !another && !movable.dests.get(from)?.includes(to)) machine.ask("play", from + to);
  }

  private roving(): void {
    for (const [name, square] of this.squares) square.tabIndex = name === this.at ? 0 : -1;
  }

  private goes(event: KeyboardEvent): void {
    const steps: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
    const step = steps[event.key];
    if (event.key === "Escape" && this.marked) event.preventDefault(), this.unmark();
    if (!step) return;
    event.preventDefault();
    const way = this.board.state.orientation === "white" ? 1 : -1;
    const file = FILES.indexOf(this.at[0]!) + step[0] * way;
    const rank = Number(this.at[1]) + step[1] * way;
    const square = this.squares.get(`${FILES[file]}${rank}`);
    if (!square) return;
    this.at = square.dataset.square!;
    this.roving();
    square.focus();
  }

  private chooses(square: string | undefined): void {
    if (!square) return;
    if (this.past) document.dispatchEvent(new Event("elsewhere"));
    const from = this.marked;
    this.unmark();
    if (!from) {
      this.marked = square;
      this.squares.get(square)!.setAttribute("aria-pressed", "true");
      this.board.selectSquare(square as Key);
      this.points(square);
    } else if (from !== square) {
      this.moved(from, square);
    }
  }

  private unmark(): void {
    this.squares.get(this.marked)?.removeAttribute("aria-pressed");
    if (this.marked) this.board.selectSquare(null);
    this.marked = "";
  }
}
customElements.define("kim-board", KimBoard);
