// <kim-bytes>: the piece table, a byte for each man; another byte, and the man stands elsewhere.
import { h, say } from "./dom";
import { poke } from "./instrument";
import { machine, Part, type Shown } from "./machine";
import { hex, squareOf, TABLE } from "./squares";
import type { Snapshot } from "./wire";

export class KimBytes extends Part {
  private rows: { byte: HTMLInputElement; place: HTMLElement }[] = [];

  protected build(): void {
    const rows = machine.state.hello.men.map((name, man) => this.row(name, hex(TABLE + man)));
    const heads = ["Address", "Piece", "Byte", "Square"].map((name) => h("th", { scope: "col" }, name));
    this.append(h("table", {}, h("thead", {}, h("tr", {}, ...heads)), h("tbody", {}, ...rows)));
  }

  private row(name: string, address: string): HTMLElement {
    const byte = h("input", { maxLength: 3, size: 2, spellcheck: false, autocomplete: "off", "aria-label": `Byte of ${name}, at ${address}` });
    byte.onfocus = byte.onclick = () => byte.select();
    byte.onchange = () => {
      poke(parseInt(address, 16), byte.value);
      this.show(machine.state, machine.state);
      byte.select();
    };
    const place = h("td");
    this.rows.push({ byte, place });
    return h("tr", {}, h("th", { scope: "row" }, address), h("td", {}, name), h("td", {}, byte), place);
  }

  show({ game }: Shown, changed: Snapshot): void {
    if (!changed.game) return;
    game.table.forEach((value, i) => {
      const { byte, place } = this.rows[i]!;
      byte.value = hex(value);
      say(place, squareOf(value, game.computer) || "off");
    });
  }
}
customElements.define("kim-bytes", KimBytes);
