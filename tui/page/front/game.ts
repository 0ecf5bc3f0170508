// <kim-game>: a new game.
import { h, toBoard } from "./dom";
import { choice, field, form } from "./controls";
import { machine, Part } from "./machine";
import type { Asked } from "./wire";

type Level = Asked["new"][1];
type Side = Asked["new"][0];
const SIDES = ["white", "black"].map((name) => ({ name, title: name }));

export class KimGame extends Part {
  private level!: HTMLSelectElement;

  protected build(): void {
    const { levels, openings } = machine.state.hello;
    const [level, levelSelect] = choice("Level", levels.map(({ name, title }) => ({ name, title: `${name}: ${title}` })));
    const [side, sideSelect] = choice("You have", SIDES, () => offer());
    const [opening, openingSelect] = choice("Opening book", []);
    this.level = levelSelect;
    const offer = () => {
      const theirs = sideSelect.value === "white" ? "black" : "white";
      const fitting = openings.filter((one) => one.for_computer === theirs);
      openingSelect.replaceChildren(h("option", { value: "" }, "its own"), ...fitting.map(({ name, title }) => h("option", { value: name }, title)));
    };
    offer();
    const begin = () => (toBoard(), machine.ask("new", sideSelect.value as Side, levelSelect.value as Level, openingSelect.value));
    const beat = () => {
      if (!number.value.trim()) return;
      toBoard();
      machine.ask("puzzle", number.value.trim());
      number.value = String((Number(number.value) % 100) + 1); // the next one
    };
    const [puzzle, number] = field("Puzzle, 1 to 100", { maxLength: 4, inputMode: "numeric" });
    this.append(form(begin, side, level, opening, h("button", {}, "New game")), form(beat, puzzle, h("button", {}, "Begin the puzzle")));
  }

  show(): void {
    const { level } = machine.state.game;
    if (level && !this.contains(document.activeElement)) this.level.value = level;
  }
}
customElements.define("kim-game", KimGame);
