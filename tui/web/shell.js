// What a page with the full screen in it has around the terminal, wherever the program runs: banner,
// title, dialogs, files by picker and drop, the keys. The page's own script defines `wire`:
//   again()             start over, or show the session here again
//   cancel(ticket)      no file will come for the ticket
//   upload(ticket, file) a file from the person; an empty ticket: nobody asked for it
"use strict";

const $ = (id) => document.getElementById(id);
const TITLE = document.title;
const FEWEST_COLUMNS = 60;

document.body.insertAdjacentHTML(
  "beforeend",
  `<p id="banner" role="status" hidden></p>
  <dialog id="over">
    <h1 id="over-title"></h1>
    <p id="over-text"></p>
    <button id="over-again" type="button">Start again</button>
  </dialog>
  <dialog id="wanted">
    <h1 id="wanted-title"></h1>
    <p>Drop a file here, or choose one. <span id="wanted-where"></span></p>
    <input id="wanted-file" type="file" hidden />
    <button id="wanted-choose" type="button">Choose a file</button>
    <button id="wanted-cancel" type="button">Cancel</button>
  </dialog>`,
);

function showTitle(what) {
  document.title = what ? `${what} · ${TITLE.split(" ")[0]}` : TITLE;
}

let bannerTime = 0;
function say(text, milliseconds = 0) {
  clearTimeout(bannerTime);
  $("banner").hidden = text === null;
  $("banner").textContent = text || "";
  if (milliseconds) bannerTime = setTimeout(() => say(null), milliseconds);
}

function showOver(title, text, again = true) {
  say(null);
  showTitle("");
  $("wanted").close();
  $("over-title").textContent = title;
  $("over-text").textContent = text;
  $("over-again").hidden = !again;
  if (!$("over").open) $("over").showModal();
}

function showEnded(reason) {
  showOver(reason ? "The program has crashed" : "The session has ended", reason || "Its game is kept.");
}

$("over-again").onclick = () => {
  $("over").close();
  wire.again();
  toTheKeys();
};
$("over").addEventListener("cancel", (event) => event.preventDefault());

// Files

function download(href, name) {
  const link = document.createElement("a");
  link.href = href;
  link.download = name;
  link.click();
}

let ticket = "";
function want(what) {
  if (!what) {
    ticket = "";
    $("wanted").close();
    toTheKeys();
    return;
  }
  ticket = what.ticket;
  $("wanted-title").textContent = what.title;
  $("wanted-file").accept = what.accept;
  $("wanted-file").value = "";
  if (!$("wanted").open) $("wanted").showModal();
}

const upload = (file) => wire.upload(ticket, file);
$("wanted-choose").onclick = () => $("wanted-file").click();
$("wanted-file").onchange = (event) => event.target.files.length && upload(event.target.files[0]);
$("wanted-file").addEventListener("cancel", (event) => event.stopPropagation());
$("wanted-cancel").onclick = () => wire.cancel(ticket);
$("wanted").addEventListener("cancel", (event) => {
  event.preventDefault();
  wire.cancel(ticket);
});
document.addEventListener("dragover", (event) => {
  event.preventDefault();
  document.body.classList.add("dropping");
});
document.addEventListener("dragleave", () => document.body.classList.remove("dropping"));
document.addEventListener("drop", (event) => {
  event.preventDefault();
  document.body.classList.remove("dropping");
  if (event.dataTransfer.files.length) upload(event.dataTransfer.files[0]);
});

// Keys

function toTheKeys() {
  const keys = document.querySelector(".xterm-helper-textarea");
  if (keys) keys.focus();
}

// The terminal would send Ctrl+V as a character; left alone, the browser pastes.
document.addEventListener(
  "keydown",
  (event) => {
    if (event.ctrlKey && !event.altKey && !event.metaKey && event.key.toLowerCase() === "v") {
      event.stopImmediatePropagation();
    }
  },
  true,
);

// The font, before the terminal measures it

function fontSize() {
  const narrow = Math.floor(window.innerWidth / FEWEST_COLUMNS / 0.6);
  return Math.max(10, Math.min(16, narrow));
}

function fontsLoaded() {
  return Promise.all(
    ["", "bold ", "italic "].map((kind) => document.fonts.load(`${kind}16px "Roboto Mono"`)),
  ).catch(() => {});
}
