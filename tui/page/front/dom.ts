// Elements, made and found.
type Child = Node | string;

export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Record<string, unknown> = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name in made) Object.assign(made, { [name]: value });
    else made.setAttribute(name, String(value));
  }
  made.append(...children);
  return made;
}

export function find<T extends HTMLElement = HTMLElement>(id: string): T {
  return document.getElementById(id) as T;
}

export function toBoard(): void {
  document.querySelector("kim-board")!.scrollIntoView({ block: "nearest" });
}

// On a phone to just beneath the board.
export function toPanel(panel: Element): void {
  panel.scrollIntoView({ block: matchMedia("(max-width: 34rem)").matches ? "start" : "nearest" });
}

// Text that is as it was is left alone: a screen reader would say it again.
export function say(where: Element, text: string): void {
  if (where.textContent !== text) where.textContent = text;
}
