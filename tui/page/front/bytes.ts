// <kim-bytes>: the piece table, a byte for each man; another byte, and the man stands elsewhere.
import { h, say } from "./dom";
import { poke } from "./instrument";
import { machine, Part, type Shown } from "./machine";
import type { ManJson, SnapshotJson } from "./wire";

export class KimBytes extends Part {
  private rows: { byte: HTMLInputElement; place: HTMLElement }[] = [];

  protected build(): void {
    const rows = machine.state.game.men.map((man) => this.row(man));
    const heads = ["Address", "Man", "Byte", "Square"].map((name) => h("th", { scope: "col" }, name));
    this.append(h("table", {}, h("thead", {}, h("tr", {}, ...heads)), h("tbody", {}, ...rows)));
  }

  private row({ address, name }: ManJson): HTMLElement {
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

  show({ game }: Shown, changed: SnapshotJson): void {
    if (!changed.game) return;
    game.men.forEach((man, i) => {
      const { byte, place } = this.rows[i]!;
      byte.value = man.byte;
      say(place, man.square || "off");
    });
  }
}
customElements.define("kim-bytes", KimBytes);
