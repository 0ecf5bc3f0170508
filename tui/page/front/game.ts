// <kim-game>: a new game; the level, speed and sides of this one.
import { h, say, toBoard } from "./dom";
import { button, field, form, row } from "./controls";
import { machine, Part, type Shown } from "./machine";
import type { Asked, Offer } from "./wire";

type Level = Asked["set level"][0];

function choice(label: string, choices: Pick<Offer, "name" | "title">[], chosen?: (name: string) => void): [HTMLLabelElement, HTMLSelectElement] {
  const select = h("select", {}, ...choices.map(({ name, title }) => h("option", { value: name }, title)));
  if (chosen) select.onchange = () => chosen(select.value);
  return [h("label", {}, label, select), select];
}

export class KimGame extends Part {
  private level!: HTMLSelectElement;
  private speed!: HTMLSelectElement;
  private about = h("p");
  private both!: HTMLInputElement;
  private resign = button("Resign", () => machine.ask("resign"));

  protected build(): void {
    const { levels, openings, speeds } = machine.state.hello;
    const named = levels.map(({ name, title }) => ({ name, title: `${name}: ${title}` }));
    const [level, levelSelect] = choice("Level", named, (name) => machine.ask("set level", name as Level));
    const [speed, speedSelect] = choice("Speed", speeds, (name) => machine.ask("set speed", name ? Number(name) : null));
    this.both = h("input", { type: "checkbox", onchange: () => machine.ask("set both", this.both.checked) });
    [this.level, this.speed] = [levelSelect, speedSelect];
    const [side, sideSelect] = choice("You have", ["white", "black"].map((name) => ({ name, title: name })), () => offer());
    const [opening, openingSelect] = choice("Opening book", []);
    const offer = () => {
      const theirs = sideSelect.value === "white" ? "black" : "white";
      const fitting = openings.filter((one) => one.for_computer === theirs);
      openingSelect.replaceChildren(h("option", { value: "" }, "its own"), ...fitting.map(({ name, title }) => h("option", { value: name }, title)));
    };
    offer();
    const begin = () => (toBoard(), machine.ask("new", sideSelect.value as "white" | "black", this.level.value as Level, openingSelect.value));
    const beat = () => {
      if (!number.value.trim()) return;
      toBoard();
      machine.ask("puzzle", number.value.trim());
      number.value = String((Number(number.value) % 100) + 1); // the next one
    };
    const [puzzle, number] = field("Puzzle, 1 to 100", { maxLength: 4, inputMode: "numeric" });
    this.append(
      level,
      this.about,
      speed,
      h("label", { className: "check" }, this.both, "You move for both sides"),
      row(this.resign),
      h(
        "details",
        {},
        h("summary", {}, "New game"),
        form(begin, side, opening, h("button", {}, "New game")),
        form(beat, puzzle, h("button", {}, "Begin the puzzle")),
      ),
    );
  }

  show({ game, speed, hello }: Shown): void {
    if (game.level) this.level.value = game.level;
    say(this.about, hello.levels.find(({ name }) => name === game.level)?.about ?? "");
    this.speed.value = speed === null ? "" : String(speed);
    this.both.checked = game.both;
    this.resign.disabled = game.over;
  }
}
customElements.define("kim-game", KimGame);
