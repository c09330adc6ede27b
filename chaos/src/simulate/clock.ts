/** The time of a simulated world. It stands still until a command moves it. */
export class VirtualClock {
  #milliseconds: number;
  readonly #start: number;

  constructor(start: Date) {
    this.#start = start.getTime();
    this.#milliseconds = start.getTime();
  }

  now(): Date {
    return new Date(this.#milliseconds);
  }

  /** Returns milliseconds, both as time of day and as monotonic clock, because nobody sets this clock back. */
  milliseconds(): number {
    return this.#milliseconds;
  }

  daysPassed(): number {
    return (this.#milliseconds - this.#start) / 86_400_000;
  }

  pass(seconds: number): void {
    this.#milliseconds += Math.round(seconds * 1000);
  }
}
