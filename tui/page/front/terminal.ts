// <kim-terminal>: the terminal on the KIM-1's serial line.
import { h, say } from "./dom";
import { address, button, chooser, draw, field, Instrument, row } from "./instrument";
import { machine } from "./machine";
import type { Asked, TerminalView } from "./wire";

type Baud = Asked["set line"][0];
const MOST = 65536;
const KEYS: Record<string, string> = { Enter: "\r", Backspace: "\x7f", Delete: "\x7f" };

export class KimTerminal extends Instrument<TerminalView> {
  protected readonly named = "terminal";
  private jumper = h("input", { type: "checkbox", onchange: () => machine.ask("fit jumper", this.jumper.checked) });
  private baud = h("select", { onchange: () => this.frame() }, ...machine.state.hello.baud_rates.map((one) => h("option", {}, String(one))));
  private stops = h("select", { onchange: () => this.frame() }, h("option", {}, "1"), h("option", {}, "2"));
  private state = h("p", { role: "status" });
  private paper = h("pre", { tabIndex: 0, role: "log", "aria-label": "Paper" });

  protected build(): void {
    const [typed, keys] = field("Type here", { maxLength: 256 });
    const [place, at] = field("Address, for plain bytes", { maxLength: 5, size: 5 });
    const type = (text: string) => () => machine.ask("type text", text);
    keys.onkeydown = (event) => {
      const text = event.ctrlKey && /^[a-z]$/i.test(event.key) ? String.fromCharCode(event.key.toUpperCase().charCodeAt(0) - 64) : KEYS[event.key];
      if (!text || event.isComposing || (event.ctrlKey && /^v$/i.test(event.key))) return;
      event.preventDefault();
      machine.ask("type text", text);
    };
    const send = (event: Event) => {
      if ((event as InputEvent).isComposing || !keys.value) return;
      machine.ask("type text", keys.value);
      keys.value = "";
    };
    keys.addEventListener("input", send);
    keys.addEventListener("compositionend", () => send(new Event("input")));
    // Here, not by the page, which takes what is pasted for a game.
    this.onpaste = (event) => {
      const text = event.target === at ? "" : event.clipboardData?.getData("text");
      if (!text) return;
      event.preventDefault();
      event.stopPropagation();
      if (text.length > MOST) machine.notice(`${text.length} characters are pasted; expected at most ${MOST}`, "error");
      else machine.ask("paste", text);
    };
    this.paper.onclick = () => getSelection()?.isCollapsed !== false && keys.focus();
    this.append(
      this.wait,
      row(
        h("label", { className: "check" }, this.jumper, "TTY jumper"),
        button("RS", () => machine.ask("press", "RS")),
        button("RUBOUT", type("\x7f")),
        button("Line feed", type("\n")),
        button("BREAK", () => machine.ask("send break")),
        h("label", {}, "Baud", this.baud),
        h("label", {}, "Stop bits", this.stops),
      ),
      this.state,
      this.paper,
      typed,
      row(
        chooser("Send a paper tape", {}, (file) => this.send(file, at.value)),
        place,
        button("Save the paper", () => machine.ask("terminal save paper", "kim1-paper.txt")),
      ),
    );
  }

  private frame(): void {
    machine.ask("set line", Number(this.baud.value) as Baud, Number(this.stops.value) as 1 | 2);
  }

  private async send(file: File, text: string): Promise<void> {
    const at = address(text);
    if (text.trim() && at === undefined) machine.notice(`${text}: expected an address, 0000 to FFFF`, "error");
    else {
      const data = new Uint8Array(await file.arrayBuffer());
      machine.ask("terminal paper tape", at ?? null);
      machine.give(file.name, data);
    }
  }

  protected look(now: TerminalView): void {
    this.jumper.checked = now.fitted;
    this.baud.value = String(now.baud);
    this.stops.value = String(now.stop_bits);
    say(this.state, now.state);
    const last = now.lines.length - 1;
    const carried = now.lines[last]!.padEnd(now.column + 1);
    const ends = this.paper.scrollTop + this.paper.clientHeight >= this.paper.scrollHeight - 4;
    draw(
      this.paper,
      now.lines.map((text, index) =>
        index < last ? [[text || " ", ""]] : [[carried.slice(0, now.column), ""], [carried[now.column]!, "chosen"], [carried.slice(now.column + 1), ""]],
      ),
    );
    if (ends) this.paper.scrollTop = this.paper.scrollHeight;
  }
}
customElements.define("kim-terminal", KimTerminal);
