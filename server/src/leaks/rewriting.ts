/** A text made from parts of another one, with the origin of each character. */
export class Rewriting {
  readonly #parts: string[] = [];
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];
  /** For each character, how many characters up to it were replaced. */
  readonly #others: number[] = [];

  get text(): string {
    return this.#parts.join('');
  }

  /** Appends an unchanged part. */
  keep(part: string, start: number): void {
    for (let index = 0; index < part.length; index += 1) this.#push(start + index, start + index + 1, false);
    this.#parts.push(part);
  }

  /** Appends a replacement for a part. */
  put(instead: string, start: number, end: number): void {
    for (let index = 0; index < instead.length; index += 1) this.#push(start, end, true);
    this.#parts.push(instead);
  }

  /** Separates what follows from everything before. */
  part(): void {
    this.keep('\n\n\n\n', this.#ends.at(-1) ?? 0);
  }

  /** Returns the span of a part in the original; undefined if the original contains it unchanged. */
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
