import type { Clause, Token } from './instruction.ts';

/** Walks over the tokens of one clause. */
export class Cursor {
  readonly #clause: Clause;
  #index = 0;

  constructor(clause: Clause) {
    this.#clause = clause;
  }

  get atEnd(): boolean {
    return this.#index >= this.#clause.tokens.length;
  }

  get next(): Token | undefined {
    return this.#clause.tokens[this.#index];
  }

  /** Returns the next word in lower case, '' when the next token is no word. */
  word(ahead = 0): string {
    const token = this.#clause.tokens[this.#index + ahead];
    return token?.kind === 'word' ? token.text.toLowerCase() : '';
  }

  advance(): Token | undefined {
    this.#index += 1;
    return this.#clause.tokens[this.#index - 1];
  }

  /**
   * Takes one of these phrases when it comes next. Words have a space between them; the longest phrase must come first.
   */
  take(...phrases: string[]): boolean {
    for (const phrase of phrases) {
      const words = phrase.split(' ');
      if (words.every((word, index) => this.word(index) === word)) {
        this.#index += words.length;
        return true;
      }
    }
    return false;
  }

  /** Skips any of these words, as many as follow. */
  skip(...words: string[]): void {
    while (words.includes(this.word())) this.#index += 1;
  }

  /** Returns to a place that `mark` gave. */
  return(to: number): void {
    this.#index = to;
  }

  mark(): number {
    return this.#index;
  }

  /** Returns the tokens from a place up to the current one, or to `end`. */
  since(start: number, end = this.#index): Token[] {
    return this.#clause.tokens.slice(start, end);
  }

  rest(): Token[] {
    return this.#clause.tokens.slice(this.#index);
  }

  /** Returns tokens as they were written, on one line. */
  written(tokens: readonly Token[]): string {
    return sourceTextOf(this.#clause.source, tokens);
  }
}

/** Returns tokens as they are in the prompt, with white space folded. */
export function sourceTextOf(source: string, tokens: readonly Token[]): string {
  const [first, last] = [tokens[0], tokens.at(-1)];
  if (first === undefined || last === undefined) return '';
  return source.slice(first.start, last.end).replace(/\s+/gu, ' ').trim();
}
