/** A map that forgets what was not asked for in the longest time. */
export class LruCache<Key, Value extends object> {
  readonly #maximum: number;
  /** A Map keeps the order of insertion: the first is the oldest. */
  readonly #entries = new Map<Key, Value>();

  /** @param maximum how many entries it holds */
  constructor(maximum: number) {
    this.#maximum = maximum;
  }

  get(key: Key): Value | undefined {
    const value = this.#entries.get(key);
    if (value === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, value);
    return value;
  }

  set(key: Key, value: Value): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    if (this.#entries.size <= this.#maximum) return;
    const [oldest] = this.#entries.keys();
    if (oldest !== undefined) this.#entries.delete(oldest);
  }
}
