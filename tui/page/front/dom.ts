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

export const phone = matchMedia("(max-width: 34rem)");

// On a phone to just beneath the board; on a low one what the panel says is there, and the tabs are above it.
export function toPanel(panel: Element): void {
  const low = phone.matches && matchMedia("(max-height: 45rem)").matches;
  requestAnimationFrame(() => {
    const inside = panel.querySelector("details[open] > :not(summary)");
    ((low && inside) || panel).scrollIntoView({ block: phone.matches ? "start" : "nearest" });
  });
}

// Makes these the children of *where*; what stays is not taken out, so that it keeps the keys. Where what had them goes,
// what comes to its place has them.
export function arrange(where: Element, wanted: Element[]): void {
  const at = [...where.children].findIndex((one) => one.contains(document.activeElement));
  for (const one of [...where.children]) if (!wanted.includes(one)) one.remove();
  wanted.forEach((one, at) => where.children[at] === one || where.insertBefore(one, where.children[at] ?? null));
  if (at < 0 || where.contains(document.activeElement)) return;
  const around = where.children[Math.min(at, wanted.length - 1)];
  const takes = "button, input, select, [tabindex='0']";
  const found = around?.matches(takes) ? around : (around?.querySelector(takes) ?? where.closest("kim-panel")?.querySelector(takes));
  (found as HTMLElement | null | undefined)?.focus();
}

// Text that is as it was is left alone: a screen reader would say it again.
export function say(where: Element, text: string): void {
  if (where.textContent !== text) where.textContent = text;
}
