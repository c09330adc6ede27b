/** A text that was made of parts of another one, and where each character of it comes from. */
export class Rewriting {
  readonly #parts: string[] = [];
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];
  /** How many characters were written in another way, up to and with each. */
  readonly #others: number[] = [];

  get text(): string {
    return this.#parts.join('');
  }

  /** Takes a part as it is. */
  keep(part: string, start: number): void {
    for (let index = 0; index < part.length; index += 1) this.#push(start + index, start + index + 1, false);
    this.#parts.push(part);
  }

  /** Takes something for a part. */
  put(instead: string, start: number, end: number): void {
    for (let index = 0; index < instead.length; index += 1) this.#push(start, end, true);
    this.#parts.push(instead);
  }

  /** What comes next belongs to nothing of before. */
  part(): void {
    this.keep('\n\n\n\n', this.#ends.at(-1) ?? 0);
  }

  /** Where a part of it stands in the original; undefined of one that stands there as it is. */
  originOf(start: number, end: number): { start: number; end: number } | undefined {
    const isOther = (this.#others[end - 1] ?? 0) > (this.#others[start - 1] ?? 0);
    return isOther ? { start: this.#starts[start] ?? 0, end: this.#ends[end - 1] ?? 0 } : undefined;
  }

  #push(start: number, end: number, isOther: boolean): void {
    this.#starts.push(start);
    this.#ends.push(end);
    this.#others.push((this.#others.at(-1) ?? 0) + (isOther ? 1 : 0));
  }
}
