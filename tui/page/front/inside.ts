// <kim-inside>: registers, code, memory and stacks, drawn as they are in a terminal.
import { h, say } from "./dom";
import { asks, button, draw, field, form, Instrument, poke, row } from "./instrument";
import { machine, type Shown } from "./machine";
import type { HaltView, InsideView, Snapshot } from "./wire";

const MOVES = { ArrowUp: "up", ArrowDown: "down", PageUp: "page up", PageDown: "page down", Escape: "follow" } as const;

export class KimInside extends Instrument<InsideView> {
  protected readonly named = "inside";
  private hold = button("Pause", () => machine.ask(machine.state.activity === "HELD" ? "go on" : "pause"));
  private registers = h("pre", { tabIndex: 0, role: "group", "aria-label": "Registers and flags" });
  private why = h("p", { role: "status" });
  private code = h("pre", {
    tabIndex: 0,
    role: "listbox",
    "aria-label": "Code: arrow keys choose a line, Enter sets or clears a breakpoint, Escape follows the program counter",
  });
  private memory = h("pre", { tabIndex: 0, role: "group", "aria-label": "Memory: arrow keys go from byte to byte, Enter changes it" });
  private byte = h("p", { role: "status" });
  private stacks = h("div", { className: "stacks" });
  private halts = h("ul", { "aria-label": "Breakpoints and watched bytes" });
  private value!: HTMLInputElement;
  private perRow = 8;

  protected build(): void {
    const [where, place] = field("Address or label", { maxLength: 64, size: 12 });
    const [poked, value] = field("Byte", { maxLength: 2, size: 3 });
    this.value = value;
    const [condition, when] = field("Halt at", { maxLength: 64, size: 16, placeholder: "1F1F,X=FF or 00F9=3C" });
    const kind = h("select", { "aria-label": "What halts it" }, h("option", { value: "break" }, "breakpoint"), h("option", { value: "watch" }, "change of a byte"));
    const at = () => this.last?.line ?? 0;
    const chosen = () => this.last?.byte ?? 0;
    this.code.onkeydown = (event) => this.codeKey(event);
    this.code.onclick = (event) => this.codeClick(event);
    this.memory.onkeydown = (event) => this.memoryKey(event);
    this.memory.onclick = (event) => this.memoryClick(event);
    this.append(
      this.wait,
      row(
        this.hold,
        asks("Step", "step"),
        asks("Over", "step over"),
        asks("Out", "step out"),
        asks("Step back", "step back"),
        button("Back 0.1 s", () => machine.ask("back", 100000)),
        button("Back all", () => machine.ask("back", null), { title: "to the last key or move of the game" }),
        asks("Back to halt", "back to halt"),
      ),
      this.registers,
      this.why,
      form(() => place.value.trim() && machine.ask("inside find", place.value.trim()), where, h("button", {}, "Show")),
      h(
        "div",
        { className: "beside" },
        h(
          "div",
          {},
          this.code,
          row(
            button("Breakpoint", () => machine.ask("inside breakpoint", at())),
            button("Run to", () => machine.ask("run to", at())),
            button("Follow PC", () => machine.ask("inside code", "follow")),
            button("▲", () => machine.ask("inside code", "page up"), { "aria-label": "Code before" }),
            button("▼", () => machine.ask("inside code", "page down"), { "aria-label": "Code after" }),
          ),
        ),
        h(
          "div",
          {},
          this.byte,
          this.memory,
          row(
            form(() => poke(chosen(), value.value), poked, h("button", {}, "Poke")),
            button("Watch", () => machine.ask("inside watch byte", chosen())),
            button("Who wrote it?", () => machine.ask("back to access", chosen(), true)),
            button("Who read it?", () => machine.ask("back to access", chosen(), false)),
            button("▲", () => machine.ask("inside memory page", -1), { "aria-label": "Memory before" }),
            button("▼", () => machine.ask("inside memory page", 1), { "aria-label": "Memory after" }),
          ),
        ),
        this.stacks,
      ),
      form(
        () => {
          if (when.value.trim()) machine.ask("inside halt", kind.value as HaltView["kind"], null, when.value.trim());
          when.value = "";
        },
        kind,
        condition,
        h("button", {}, "Set"),
      ),
      this.halts,
    );
  }

  protected open(): void {
    const probe = this.registers.appendChild(h("span", {}, "0".repeat(20)));
    const columns = Math.floor((20 * (this.clientWidth - 20)) / (probe.offsetWidth || 170));
    probe.remove();
    this.perRow = columns >= 110 ? 16 : 8;
    machine.ask("inside open", Math.max(20, Math.min(columns, 64)), 16, this.perRow as 8 | 16);
  }

  show(state: Shown, changed: Snapshot): void {
    super.show(state, changed);
    say(this.hold, state.activity === "HELD" ? "Go on" : "Pause");
  }

  protected look(now: InsideView): void {
    draw(this.registers, now.state);
    say(this.why, now.halt);
    draw(this.code, now.code, (index) => ({
      role: "option",
      id: `code-${index}`,
      "aria-selected": String(now.addresses[index] === now.line),
      "data-at": String(now.addresses[index]),
    }));
    this.code.setAttribute("aria-activedescendant", `code-${now.addresses.indexOf(now.line)}`);
    draw(this.memory, now.memory);
    say(this.byte, `${now.named}: ${now.value || "nothing answers"}`);
    if (document.activeElement !== this.value) this.value.value = now.value;
    now.stacks.forEach((one, index) => {
      const label = one[0]?.map(([text]) => text).join("") ?? "";
      const shown = this.stacks.children[index] ?? this.stacks.appendChild(h("pre", { tabIndex: 0, role: "group", "aria-label": label }));
      draw(shown, one);
    });
    const key = JSON.stringify(now.halts);
    if (this.halts.dataset.key === key) return;
    this.halts.dataset.key = key;
    this.halts.replaceChildren(
      ...now.halts.map(({ kind, at, words }) => h("li", {}, words, button("Remove", () => machine.ask("inside halt", kind, at, ""), { "aria-label": `Remove ${words}` }))),
    );
  }

  private codeKey(event: KeyboardEvent): void {
    const how = MOVES[event.key as keyof typeof MOVES];
    if (how) machine.ask("inside code", how);
    else if (event.key === "Enter" && this.last) machine.ask("inside breakpoint", this.last.line);
    else return;
    event.preventDefault();
  }

  // A click chooses a line, one more sets a breakpoint there.
  private codeClick(event: Event): void {
    const line = (event.target as Element).closest<HTMLElement>("[data-at]");
    if (!line) return;
    const again = line.getAttribute("aria-selected") === "true";
    machine.ask(again ? "inside breakpoint" : "inside code at", Number(line.dataset.at));
  }

  private memoryKey(event: KeyboardEvent): void {
    const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -this.perRow, ArrowDown: this.perRow };
    const step = steps[event.key];
    if (step && this.last) machine.ask("inside byte", (this.last.byte + step + 0x10000) % 0x10000);
    else if (event.key === "PageUp" || event.key === "PageDown") machine.ask("inside memory page", event.key === "PageUp" ? -1 : 1);
    else if (event.key === "Enter") this.value.select();
    else return;
    event.preventDefault();
  }

  // The words of a line: the address, then a byte and a blank in turns.
  private memoryClick(event: Event): void {
    const word = event.target as Element;
    const row = word.parentElement;
    if (row?.parentElement !== this.memory || !this.last) return;
    const offset = ([...row.children].indexOf(word) - 1) / 2;
    if (offset < 0 || offset % 1) return;
    machine.ask("inside byte", (this.last.start + [...this.memory.children].indexOf(row) * this.perRow + offset) % 0x10000);
  }
}
customElements.define("kim-inside", KimInside);
