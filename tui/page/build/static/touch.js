// Fingers: a tap is a click, a swipe turns the wheel, a finger held still first drags.
"use strict";

const HELD = 250;
const STILL = 8;

function addTouch(terminal, keyboard) {
  const screen = terminal.element.querySelector(".xterm-screen");
  const field = terminal.textarea;
  let touch = null;

  const mouse = (type, at, buttons) =>
    screen.dispatchEvent(
      new MouseEvent(type, { bubbles: true, cancelable: true, clientX: at.clientX, clientY: at.clientY, button: 0, buttons }),
    );
  const wheel = (at, deltaY) =>
    screen.dispatchEvent(
      new WheelEvent("wheel", { bubbles: true, cancelable: true, clientX: at.clientX, clientY: at.clientY, deltaY }),
    );

  function start(event) {
    if (event.touches.length !== 1) return;
    event.preventDefault();
    const at = event.touches[0];
    touch = { at, from: at, kind: "tap" };
    touch.timer = setTimeout(() => {
      touch.kind = "drag";
      mouse("mousemove", touch.at, 0);
      mouse("mousedown", touch.at, 1);
    }, HELD);
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
    if (touch.kind === "tap") {
      mouse("mousemove", touch.at, 0);
      mouse("mousedown", touch.at, 1);
    }
    if (touch.kind !== "swipe") mouse("mouseup", touch.at, 0);
    touch = null;
  }

  screen.addEventListener("touchstart", start, { passive: false });
  screen.addEventListener("touchmove", move, { passive: false });
  screen.addEventListener("touchend", end, { passive: false });
  screen.addEventListener("touchcancel", end, { passive: false });

  // The keyboard on the screen comes when it is asked for, not with every tap.
  if (!matchMedia("(pointer: coarse)").matches) return;
  field.inputMode = "none";
  keyboard.hidden = false;
  keyboard.onclick = () => {
    field.inputMode = field.inputMode === "none" ? "text" : "none";
    field.blur();
    field.focus();
  };
}
