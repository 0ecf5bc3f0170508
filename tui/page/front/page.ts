// The page: what is around its elements.
import "./board";
import type { KimBoard } from "./board";
import "./digits";
import { find, h, say } from "./dom";
import "./game";
import { machine, type Verb } from "./machine";
import "./moves";
import { stayOffline, takeNewest } from "./offline";

const board = document.querySelector<KimBoard>("kim-board")!;

machine.join({
  show({ game, headline, waits }, changed) {
    const line = game.over ? game.verdict : waits || headline;
    say(find("headline"), line);
    if (changed.game) {
      say(find("live"), `${game.said} ${line}`);
      board.arrows();
    }
  },
});

function tell(text: string, severity: string): void {
  const told = h("p", { className: severity }, text);
  find("notices").append(told);
  setTimeout(() => told.remove(), 6000 + 60 * text.length);
}
machine.on("notice", ({ text, severity }) => {
  tell(text, severity);
  if (severity !== "information") board.again();
});
machine.on("ended", ({ why }) => {
  document.documentElement.dataset.machine = "ended";
  say(find("headline"), `Python has ended: ${why}. Load the page again to go on.`);
});
machine.on("advice", ({ text, hint, threat }) => {
  tell(text, "information");
  board.arrows(...(hint ? [hint] : []), ...(threat ? [{ ...threat, brush: "red" }] : []));
});

for (const button of document.querySelectorAll<HTMLElement>("[data-ask]")) {
  button.onclick = () => machine.ask(button.dataset.ask as "undo" & Verb);
}
find("turn").onclick = () => board.turn();
find("typed").onsubmit = (event) => {
  event.preventDefault();
  const move = find<HTMLInputElement>("move");
  if (move.value.trim()) machine.ask("play", move.value.trim());
  move.value = "";
};

machine.recall();
takeNewest().then(() => machine.start());
machine.whenReady(() => stayOffline(() => tell("A newer version is here; it comes with a reload.", "information")));
