// <kim-waveform>: how a tape sounds; <kim-sound>: something to be heard.
import { h } from "./dom";
import { bytesOf } from "./files";
import type { Sound, Waves } from "./wire";

const SVG = "http://www.w3.org/2000/svg";

// Pitch over the whole tape, up to 4 kHz, with its records; below it the wave for 10 ms.
export class KimWaveform extends HTMLElement {
  private drawing = h("figure");
  private drawn: number[] | undefined;

  take(data: unknown): void {
    const waves = data as Waves;
    if (this.drawn !== waves.pitch) this.draw(waves);
    this.drawn = waves.pitch;
    for (const end of ["x1", "x2"]) this.drawing.querySelector(".at")!.setAttribute(end, String((300 * waves.at) / (waves.seconds || 1)));
  }

  private draw({ name, seconds, pitch, peaks, begins, wave }: Waves): void {
    const svg = document.createElementNS(SVG, "svg");
    const add = (tag: string, className: string, attributes: object) => {
      const made = svg.appendChild(document.createElementNS(SVG, tag));
      made.setAttribute("class", className);
      for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
    };
    const path = (values: number[], height: number, base: number) => values.map((one, i) => `${((300 * i) / (values.length - 1 || 1)).toFixed(1)},${(base - height * one).toFixed(1)}`).join(" ");
    const upright = (x: number) => ({ x1: x, x2: x, y1: 0, y2: 72 });
    svg.setAttribute("viewBox", "0 0 300 120");
    svg.setAttribute("preserveAspectRatio", "none");
    svg.setAttribute("role", "img");
    const records = begins.length === 1 ? "a record" : `${begins.length || "no"} records`;
    const from = begins.length ? `, from ${begins.map((one) => `${one.toFixed(1)} s`).join(", ")} on` : "";
    svg.setAttribute("aria-label", `${name}: ${seconds.toFixed(1)} s, tones up to ${Math.max(0, ...pitch)} Hz, ${records}${from}`);
    add("polyline", "peaks", { points: `0,70 ${path(peaks, 65, 70)} 300,70` });
    add("polyline", "pitch", { points: path(pitch.map((one) => Math.min(one, 4000) / 4000), 65, 70) });
    for (const begin of begins) add("line", "begin", upright((300 * begin) / (seconds || 1)));
    add("line", "at", upright(0));
    add("polyline", "wave", { points: path(wave, 20, 96) });
    this.append(this.drawing);
    this.drawing.replaceChildren(svg, h("figcaption", {}, `${name}: pitch and loudness over ${seconds.toFixed(1)} s, then 10 ms of it`));
  }
}
customElements.define("kim-waveform", KimWaveform);

export class KimSound extends HTMLElement {
  private audio = h("audio", { controls: true });
  private number = 0;

  take(sound: unknown): void {
    const { name, data, number } = sound as Sound;
    if (number === this.number) return;
    this.number = number;
    URL.revokeObjectURL(this.audio.src);
    this.audio.src = URL.createObjectURL(new Blob([bytesOf(data)], { type: "audio/wav" }));
    this.audio.setAttribute("aria-label", name);
    this.append(this.audio);
    this.audio.onplaying = () => (this.dataset.heard = name);
    // Where a browser wants one more click, the button for that is there.
    this.audio.play().catch(() => this.audio.focus());
  }
}
customElements.define("kim-sound", KimSound);
