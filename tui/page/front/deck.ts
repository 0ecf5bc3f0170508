// <kim-deck>: the cassette recorder; tapes and speakers are heard by Web Audio.
import { h, say } from "./dom";
import { button, chooser, field, form, Instrument, row } from "./instrument";
import { download, give } from "./files";
import { machine } from "./machine";
import type { RecorderView, Sound, Waves } from "./wire";

const SVG = "http://www.w3.org/2000/svg";

export class KimDeck extends Instrument<RecorderView> {
  protected readonly named = "deck";
  private state = h("p", { role: "status" });
  private records = h("pre", { tabIndex: 0, role: "group", "aria-label": "Records on the tape" });
  private drawing = h("figure", { hidden: true });
  private play = button("Play", () => machine.ask("deck play"));
  private record = button("Record", () => machine.ask("deck record"));
  private loop = h("input", { type: "checkbox", onchange: () => machine.ask("set tape loop", this.loop.checked) });
  private quiet = button("Quiet", () => this.sounds?.stop(), { hidden: true });
  private load = button("Load", () => machine.ask("deck load"), { title: "the monitor reads the tape: LOADT" });
  private hear = button("Hear it", () => this.listen("deck hear"));
  private save = button("Save WAV", () => machine.ask("deck hear", true));
  private audio: AudioContext | undefined;
  private sounds: AudioBufferSourceNode | undefined;
  private seconds = 1;

  protected build(): void {
    const [what, span] = field("Write memory", { maxLength: 16, size: 14, placeholder: "e.g. 0200-02FF 01" });
    this.append(
      this.wait,
      row(chooser("Insert a tape", { accept: ".wav" }, give), this.play, this.record, this.load, this.hear, this.save, this.quiet),
      form(() => (span.value.trim() ? machine.ask("deck write", span.value.trim()) : machine.notice("What is to be written? Expected addresses and a number for the record, e.g. 0200-02FF 01", "error")), what, h("button", { title: "the monitor writes it on an empty tape: DUMPT" }, "Write")),
      row(
        h("label", { className: "check" }, this.loop, "Output wired to input"),
        button("Hear the speaker", () => this.listen("deck hear speaker")),
        button("Save the speaker's sound", () => machine.ask("deck hear speaker", true)),
      ),
      this.state,
      this.drawing,
      this.records,
    );
    machine.on("waves", (tape) => this.draw(tape));
    machine.on("sound", (sound) => this.sounded(sound));
  }

  protected look(now: RecorderView): void {
    say(this.state, now.state);
    say(this.records, now.records.join("\n"));
    this.records.hidden = now.records.length === 0;
    say(this.play, now.plays ? "Stop" : "Play");
    say(this.record, now.recording ? "End" : "Record");
    this.loop.checked = now.loop;
    for (const one of [this.load, this.hear, this.save]) one.disabled = !now.tape;
    this.play.disabled = !now.tape && !now.plays;
    this.drawing.querySelector(".at")?.setAttribute("x1", String((300 * now.at) / this.seconds));
    this.drawing.querySelector(".at")?.setAttribute("x2", String((300 * now.at) / this.seconds));
  }

  // A browser lets a page sound only from a click on.
  private listen(verb: "deck hear" | "deck hear speaker"): void {
    this.audio ??= new AudioContext();
    void this.audio.resume();
    machine.ask(verb, false);
  }

  private async sounded({ name, keeps, data }: Sound): Promise<void> {
    const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
    if (keeps) return download(name, bytes, "audio/wav");
    try {
      this.sounds?.stop();
      const source = this.audio!.createBufferSource();
      source.buffer = await this.audio!.decodeAudioData(bytes.buffer);
      source.connect(this.audio!.destination);
      source.onended = () => (this.quiet.hidden = this.sounds === source);
      source.start();
      this.sounds = source;
      this.quiet.hidden = false;
      this.dataset.heard = name;
    } catch (error) {
      machine.notice(`${name} cannot be heard here: ${(error as Error).message}`, "error");
    }
  }

  // Pitch over the whole tape, up to 4 kHz, with its records; below it the wave for 10 ms.
  private draw({ name, seconds, pitch, peaks, begins, wave }: Waves): void {
    this.seconds = seconds || 1;
    const svg = document.createElementNS(SVG, "svg");
    const add = (tag: string, className: string, attributes: object) => {
      const made = svg.appendChild(document.createElementNS(SVG, tag));
      made.setAttribute("class", className);
      for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
    };
    const path = (values: number[], height: number, base: number) => values.map((one, i) => `${((300 * i) / (values.length - 1 || 1)).toFixed(1)},${(base - height * one).toFixed(1)}`).join(" ");
    svg.setAttribute("viewBox", "0 0 300 120");
    svg.setAttribute("preserveAspectRatio", "none");
    svg.setAttribute("role", "img");
    const highest = Math.max(0, ...pitch);
    const records = begins.length === 1 ? "a record" : `${begins.length || "no"} records`;
    const from = begins.length ? `, from ${begins.map((one) => `${one.toFixed(1)} s`).join(", ")} on` : "";
    svg.setAttribute("aria-label", `${name}: ${seconds.toFixed(1)} s, tones up to ${highest} Hz, ${records}${from}`);
    add("polyline", "peaks", { points: `0,70 ${path(peaks, 65, 70)} 300,70` });
    add("polyline", "pitch", { points: path(pitch.map((one) => Math.min(one, 4000) / 4000), 65, 70) });
    for (const begin of begins) add("line", "begin", { x1: (300 * begin) / this.seconds, x2: (300 * begin) / this.seconds, y1: 0, y2: 72 });
    add("line", "at", { x1: 0, x2: 0, y1: 0, y2: 72 });
    add("polyline", "wave", { points: path(wave, 20, 96) });
    this.drawing.replaceChildren(svg, h("figcaption", {}, `${name}: pitch and loudness over ${seconds.toFixed(1)} s, then 10 ms of it`));
    this.drawing.hidden = false;
  }
}
customElements.define("kim-deck", KimDeck);
