// Going through something by itself, at a pace.
import { h, say } from "./dom";
import { button } from "./controls";

const PACES = [0.2, 0.5, 1, 2, 5];

// *step* goes on, and says whether there is more; *what* is gone through, by the *one*.
export class Transport {
  private timer = 0;
  private paced = false;
  private pace = h("select", { "aria-label": "Pace" });
  readonly play = button("", () => (this.timer ? this.stop() : this.run()));
  readonly parts = [this.play, this.pace];

  constructor(
    private step: () => boolean,
    private what: string,
    one: string,
  ) {
    this.pace.append(...PACES.map((pace) => h("option", { value: String(pace) }, `${pace} s a ${one}`)));
    this.stop();
    this.pace.value = "1";
    this.pace.onchange = () => (this.paced = true);
  }

  // Begin; where no pace was chosen, a whole of so many steps takes about ten seconds.
  start(steps: number): void {
    this.stop();
    if (!this.paced) this.pace.value = String(PACES.findLast((pace) => pace * steps <= 10) ?? PACES[0]);
    this.wait();
  }

  stop(): void {
    clearTimeout(this.timer);
    this.timer = 0;
    say(this.play, `Replay ${this.what}`);
  }

  private run(): void {
    if (!this.step()) return this.stop();
    this.wait();
  }

  private wait(): void {
    say(this.play, "Pause");
    this.timer = setTimeout(() => this.run(), 1000 * Number(this.pace.value));
  }
}
