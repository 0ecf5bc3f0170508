// Fingers: a tap is a click, a swipe turns the wheel. A finger drags where something is there to be
// dragged, and anywhere after it was held still. Keys that a phone lacks stand below the terminal.
"use strict";

const HELD = 250;
const STILL = 8;
const KEYS = { Esc: "\x1b", Tab: "\t", "←": "\x1b[D", "↑": "\x1b[A", "↓": "\x1b[B", "→": "\x1b[C", Enter: "\r" };

const coarse = matchMedia("(pointer: coarse)").matches;
document.body.classList.toggle("touch", coarse);

// In cells of the terminal: left, top, width, height of each place where a finger drags at once.
let dragged = [];
function dragIn(places) {
  dragged = Array.isArray(places) ? places : [];
}

// `size()` gives the terminal's columns and lines, `send(keys)` is what pressing keys does.
function addTouch(size, send) {
  const screen = document.querySelector(".xterm-screen");
  let touch = null;

  const mouse = (type, at, buttons) =>
    screen.dispatchEvent(
      new MouseEvent(type, { bubbles: true, cancelable: true, clientX: at.clientX, clientY: at.clientY, button: 0, buttons }),
    );
  const wheel = (at, deltaY) =>
    screen.dispatchEvent(
      new WheelEvent("wheel", { bubbles: true, cancelable: true, clientX: at.clientX, clientY: at.clientY, deltaY }),
    );

  function isDragged(at) {
    const box = screen.getBoundingClientRect();
    const { columns, lines } = size();
    const x = ((at.clientX - box.left) / box.width) * columns;
    const y = ((at.clientY - box.top) / box.height) * lines;
    return dragged.some(([left, top, width, height]) => x >= left && x < left + width && y >= top && y < top + height);
  }

  function press(kind) {
    touch.kind = kind;
    mouse("mousemove", touch.at, 0);
    mouse("mousedown", touch.at, 1);
  }

  function start(event) {
    if (event.touches.length !== 1) return;
    event.preventDefault();
    const at = event.touches[0];
    touch = { at, from: at, kind: "tap" };
    if (isDragged(at)) press("drag");
    else touch.timer = setTimeout(() => press("drag"), HELD);
  }

  function move(event) {
    if (!touch) return;
    event.preventDefault();
    const at = event.touches[0];
    const far = Math.hypot(at.clientX - touch.from.clientX, at.clientY - touch.from.clientY) > STILL;
    if (touch.kind === "tap" && far) {
      clearTimeout(touch.timer);
      touch.kind = "swipe";
    }
    if (touch.kind === "swipe") wheel(at, touch.at.clientY - at.clientY);
    if (touch.kind === "drag") mouse("mousemove", at, 1);
    touch.at = at;
  }

  function end(event) {
    if (!touch) return;
    event.preventDefault();
    clearTimeout(touch.timer);
    if (touch.kind === "tap") press("tap");
    if (touch.kind !== "swipe") mouse("mouseup", touch.at, 0);
    touch = null;
  }

  screen.addEventListener("touchstart", start, { passive: false });
  screen.addEventListener("touchmove", move, { passive: false });
  screen.addEventListener("touchend", end, { passive: false });
  screen.addEventListener("touchcancel", end, { passive: false });
  if (coarse) addKeys(send);
}

// The keyboard on the screen comes when it is asked for, not with every tap.
function addKeys(send) {
  const bar = document.createElement("nav");
  bar.id = "keys";
  const add = (label, does) => {
    const key = document.createElement("button");
    key.type = "button";
    key.textContent = label;
    key.onclick = does;
    bar.append(key);
    return key;
  };
  for (const [label, keys] of Object.entries(KEYS)) add(label, () => send(keys));
  const field = document.querySelector(".xterm-helper-textarea");
  field.inputMode = "none";
  add("⌨", () => {
    field.inputMode = field.inputMode === "none" ? "text" : "none";
    field.blur();
    field.focus();
  }).title = "on-screen keyboard";
  bar.addEventListener("mousedown", (event) => event.preventDefault());
  document.body.append(bar);
}
