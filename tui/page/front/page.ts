// The page: what is around its elements.
import "./board";
import type { KimBoard } from "./board";
import "./deck";
import "./digits";
import { find, h, phone, say, toPanel } from "./dom";
import "./files";
import { isLink, linkedBoard } from "./kept";
import "./kilobyte";
import { machine, type Verb } from "./machine";
import "./moves";
import { stayOffline } from "./offline";
import "./panel";
import "./replay";
import "./setup";
import type { Bar } from "./wire";

document.documentElement.classList.toggle("embedded", window !== top);
const board = document.querySelector<KimBoard>("kim-board")!;
let ended = true;
let sent = "";
const setsUp = () => document.querySelector(".set-up:not([hidden])") !== null;

function saysWhat(waits: string, { told, leave }: Bar, first: string): string {
  if (leave) return told;
  if (machine.movesWait) return "Your move waits for the machine.";
  return waits ? `${waits} waits` : first || told;
}

machine.join({
  show({ game, machine: { listening }, words: { bar, first }, waits, busy, activity, arrows, hello: { program } }, changed) {
    say(find("title"), `${program} on the KIM-1`);
    for (const one of ["original", "ours", "bring"]) find(one).hidden = program !== "Janus";
    const line = saysWhat(waits, bar, first);
    say(find("headline"), line);
    find("bar").classList.toggle("away", !!bar.leave);
    find("stop").hidden = !busy;
    find("go-on").hidden = bar.leave !== "go on";
    find("now").hidden = bar.leave !== "now";
    find("recover").hidden = busy || !!bar.leave || listening;
    find("let").hidden = busy || !!bar.leave || game.out_of_turn || game.over || !listening;
    // A move that is refused stays, to be corrected.
    const taken = waits || machine.movesWait || activity === "KEYING" || changed.game;
    const move = find<HTMLInputElement>("move");
    if (taken && move.value === sent) move.value = "";
    if (taken || changed.arrows !== undefined) board.arrows(arrows);
    if (changed.game) {
      say(find("live"), [game.said, line].filter(Boolean).join(". "));
      if (game.over && !ended && !setsUp()) tell(line, "information");
      ended = game.over;
    }
  },
});

const MOST_NOTICES = 3;
function tell(text: string, severity: string): void {
  const told = h("p", { className: severity }, text);
  for (const one of find("notices").children) if (one.textContent === text) one.remove();
  find("notices").append(told);
  // Away from where one is at work: at the top, or beneath a board that is looked at.
  find("notices").classList.toggle("above", !!document.activeElement?.closest(".panels, .kim") || (phone.matches && scrollY < 100));
  while (find("notices").children.length > MOST_NOTICES) find("notices").firstElementChild!.remove();
  told.onclick = () => told.remove();
  setTimeout(() => told.remove(), 3000 + 50 * text.length);
}
// What is said is read once one does the next thing.
for (const done of ["pointerdown", "submit"])
  document.addEventListener(
    done,
    ({ target }) => (target as Element).closest?.("#notices") || find("notices").replaceChildren(),
    true,
  );
machine.on("notice", ({ text, severity }) => {
  tell(text, severity);
  if (text.includes("network")) for (const waits of document.querySelectorAll("kim-panel:not(.here) > p")) say(waits, text);
  if (severity !== "information") board.again();
});
machine.on("ended", ({ why }) => {
  document.documentElement.dataset.machine = "ended";
  say(find("headline"), `The machine has stopped: ${why}. Load the page again to go on.`);
});
machine.on("advised", ({ text, hint, threat }) => {
  tell(text, "information");
  board.arrows([null, hint, threat]);
});

for (const button of document.querySelectorAll<HTMLElement>("[data-ask]")) {
  button.onclick = () => {
    if (machine.state.words.bar.leave === "now" && !setsUp()) toNow();
    machine.ask(button.dataset.ask as "undo" & Verb);
  };
}
// All that is on view goes back to the present, whatever it was.
function toNow(): void {
  machine.ask("watch", null);
  machine.ask("look", null);
  document.dispatchEvent(new Event("now"));
}
find("now").onclick = toNow;
const heights = new ResizeObserver((sizes) => {
  for (const { target, borderBoxSize } of sizes) document.documentElement.style.setProperty(`--high-${target.id || target.className}`, `${borderBoxSize[0]!.blockSize}px`);
});
for (const one of [find("bar"), document.querySelector(".kim")!]) heights.observe(one);
document.addEventListener("elsewhere", () => {
  find("bar").animate([{ opacity: 0.2 }, {}], 400);
  say(find("live"), find("headline").textContent!);
});
// One panel is open at a time, and one always is.
const panels = document.querySelector<HTMLElement>(".panels")!;
for (const summary of panels.querySelectorAll("summary"))
  summary.onclick = (event) => {
    if ((summary.parentElement as HTMLDetailsElement).open) event.preventDefault();
    toPanel(panels);
  };
function openPanel(name: string): void {
  const panel = document.getElementById(name);
  if (panel instanceof HTMLDetailsElement) panel.open = true;
  else if (panel === find("keys")) showKeys(true);
}
for (const button of document.querySelectorAll<HTMLElement>("[data-opens]"))
  button.onclick = () => {
    openPanel(button.dataset.opens!);
    toPanel(panels);
  };
// Moves by keys and men as bytes are told in squares as the program calls them; they go with what they came for.
let lent = false;
function showBytes(on: boolean): void {
  const box = find<HTMLInputElement>("show-bytes");
  const changes = box.checked !== on && (on || lent);
  if (changes) box.click();
  lent = on && (lent || changes);
}
// Where there is little room the keys come when they are asked for.
function showKeys(on: boolean): void {
  find("keys").setAttribute("aria-expanded", String(on));
  showBytes(on);
}
find("keys").onclick = () => {
  showKeys(find("keys").ariaExpanded !== "true");
  toPanel(document.querySelector("kim-digits")!);
};
// A hint is about the game, not about what another panel marks.
document.addEventListener("toggle", ({ target }) => (target as HTMLDetailsElement).open && board.arrows(machine.state.arrows), true);
find("table").addEventListener("toggle", () => showBytes(find<HTMLDetailsElement>("table").open));
// As on the full screen: Escape leaves what is not the present, or ends what is under way.
addEventListener("keydown", (event) => {
  const at = event.target as HTMLElement;
  if (event.defaultPrevented || at.closest("dialog, select, input:not(#move)")) return;
  if (event.key === "Escape") machine.state.words.bar.leave === "now" ? toNow() : machine.ask("cancel");
  else if (!machine.state.watching || at.id === "move") return;
  else if (event.key === "ArrowLeft" || event.key === "ArrowRight") machine.ask("watch step", event.key === "ArrowLeft" ? -1 : 1);
});
find("show-bytes").onchange = (event) => board.classList.toggle("bytes", (event.target as HTMLInputElement).checked);
find("turn").onclick = () => board.turn();
find("typed").onsubmit = (event) => {
  event.preventDefault();
  const move = find<HTMLInputElement>("move");
  sent = move.value;
  if (machine.state.looking !== null) document.dispatchEvent(new Event("elsewhere"));
  if (sent.trim()) machine.ask("play", sent.trim());
  else machine.notice(move.placeholder, "information");
  if (machine.state.game.over) move.value = "";
  move.select();
};
// Where there is no keyboard one would come up, and cover the page.
if (window === top && matchMedia("(hover: hover) and (pointer: fine)").matches) find("move").focus({ preventScroll: true });

if (isLink()) {
  document.documentElement.classList.toggle("linked", !linkedBoard());
  say(find("headline"), "The machine of this link starts ...");
  addEventListener("beforeunload", (event) => {
    if (machine.state.game.sans.length) event.preventDefault();
  });
  for (const name of /&open=([a-z,]+)/.exec(location.hash)?.[1]?.split(",").reverse() ?? []) openPanel(name);
}

if (/^(localhost|127(\.\d+){3}|\[::1\])$/.test(location.hostname)) say(find("link-title"), "This address works on this computer only");

machine.recall();
machine.whenBegun((failed) => stayOffline((text) => tell(text, "information"), failed));
machine.start();
