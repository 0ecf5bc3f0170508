// Files: games, states, a visitor's own programs.
import { find, h, toBoard } from "./dom";
import { chooser } from "./controls";
import { isLink } from "./kept";
import { machine } from "./machine";

// Bytes of a tape; the machine's side says what other files may have.
const MOST = 64 * 1024 * 1024;

export function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}

// *asked*: an action asks for it, and the page stays where it is.
export async function give(file: File, asked?: () => void): Promise<void> {
  const tape = /\.wav$/i.test(file.name);
  if (file.size > MOST) machine.notice(`${file.name}: ${file.size} bytes; expected at most ${MOST}`, "error");
  else {
    const data = new Uint8Array(await file.arrayBuffer());
    asked?.();
    machine.give(file.name, data);
  }
  if (!tape && !asked) toBoard();
}

export function download(name: string, data: BlobPart, type = ""): void {
  const href = URL.createObjectURL(new Blob([data], { type }));
  h("a", { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 60000);
}

machine.on("handed", ({ name, text }) => download(name, text));
machine.on("madefile", ({ name, data }) => download(name, bytesOf(data)));
machine.on("link", ({ fragment }) => {
  const text = find<HTMLInputElement>("link-text");
  text.value = location.href.split("#")[0] + fragment;
  const what = fragment.startsWith("#fen=") ? "The position, without its moves." : "The whole machine, and the moves of the game.";
  find("link-size").textContent = text.value.length > 2000 ? `${what} ${text.value.length} characters: some programs cut it off.` : what;
  find<HTMLDialogElement>("link").showModal();
  text.select();
});
find("link-copy").onclick = async () => {
  try {
    await navigator.clipboard.writeText(find<HTMLInputElement>("link-text").value);
    find<HTMLDialogElement>("link").close();
    machine.notice("The address is copied.", "information");
  } catch {
    machine.notice("This browser does not let the page copy; select the text instead.");
  }
};
find("link-close").onclick = () => find<HTMLDialogElement>("link").close();

find("save-pgn").onclick = () => machine.ask("save pgn", "microchess.pgn");
find("save-state").onclick = () => machine.ask("hand state", "kim1.kim-state");
find("open-file").replaceWith(chooser("Open a file", {}, (file) => give(file)));
find("drop").append(chooser("open it", {}, (file) => give(file)));
addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", (event) => {
  event.preventDefault();
  for (const file of event.dataTransfer?.files ?? []) give(file);
});
addEventListener("paste", (event) => {
  const text = event.clipboardData?.getData("text") ?? "";
  if (!(event.target instanceof HTMLInputElement) && text) machine.ask("load pgn", text);
});
addEventListener("hashchange", () => isLink() && location.reload());
