import type { Literal } from '../../literal/literal.ts';

const maximumLength = 500_000;
const maximumDepth = 20;

/**
 * Returns the literal that a Python file assigns to a name at its top level, or undefined when there is no assignment.
 * A later assignment replaces an earlier one; values added to a list (`+=`, `.append`, `.extend`) are included.
 */
export function readAssignment(text: string, name: string): Literal | undefined {
  if (text.length > maximumLength) return undefined;
  const pattern = new RegExp(`^${name}[ \\t]*(?::[^=\\n]{1,80})?(\\+?=(?!=)|\\.(?:append|extend)\\()[ \\t]*`, 'gm');
  let known: Literal | undefined;
  for (const match of text.matchAll(pattern)) {
    const value = readValue(text, match.index + match[0].length);
    const isList = match[1] !== '.append(';
    known = match[1] === '=' ? value : addToList(known, isList ? value : { ...value, kind: 'list', items: [value] });
  }
  return known;
}

function addToList(list: Literal | undefined, more: Literal): Literal {
  const { start, end } = more;
  if (more.kind !== 'list' || (list && list.kind !== 'list')) return { kind: 'unknown', start, end };
  return { kind: 'list', items: [...(list?.items ?? []), ...more.items], start, end };
}

/** Reads one literal. Each character is read at most twice. Anything but a literal is unknown. */
function readValue(text: string, from: number): Literal {
  return new LiteralReader(text, from).value(0);
}

class LiteralReader {
  readonly #text: string;
  #at: number;

  constructor(text: string, from: number) {
    this.#text = text;
    this.#at = from;
  }

  value(depth: number): Literal {
    this.#skip();
    const start = this.#at;
    const character = this.#text[start] ?? '';
    if (depth > maximumDepth) return { kind: 'unknown', start, end: start };
    if ('[('.includes(character)) return this.#list(depth, character === '[' ? ']' : ')');
    if (character === '{') return this.#map(depth);
    if (this.#opening()) return this.#strings();
    wordPattern.lastIndex = start;
    const word = wordPattern.exec(this.#text)?.[0];
    if (word === undefined) return { kind: 'unknown', start, end: start };
    this.#at += word.length;
    return { ...scalar(word), start, end: this.#at };
  }

  #list(depth: number, close: string): Literal {
    const start = this.#at;
    this.#at += 1;
    const items: Literal[] = [];
    while (this.#hasNext(close)) items.push(this.#item(depth, close));
    this.#at += 1;
    // `('a')` is a string in parentheses.
    const [only] = items;
    const isPair = close === ')' && items.length === 1 && !/,\s*\)$/.test(this.#text.slice(start, this.#at));
    return isPair && only ? only : { kind: 'list', items, start, end: this.#at };
  }

  #map(depth: number): Literal {
    const start = this.#at;
    this.#at += 1;
    const entries: Extract<Literal, { kind: 'map' }>['entries'] = [];
    let open = false;
    while (this.#hasNext('}')) {
      const key = this.value(depth + 1);
      this.#skip();
      if (key.kind === 'string' && this.#text[this.#at] === ':') {
        this.#at += 1;
        const entry = this.#item(depth, '}');
        entries.push({ key: key.value, value: entry, start: key.start, end: entry.end });
      } else {
        open = true;
        this.#item(depth, '}');
      }
    }
    this.#at += 1;
    return { kind: 'map', entries, open, start, end: this.#at };
  }

  /** Returns whether another item begins before the end of the list or map, and moves there. */
  #hasNext(close: string): boolean {
    this.#skip();
    return this.#at < this.#text.length && this.#text[this.#at] !== close;
  }

  /** Reads a value and its comma. It is unknown when it is more than a literal. */
  #item(depth: number, close: string): Literal {
    const read = this.value(depth + 1);
    this.#skip();
    const isWhole = this.#isAtEndOfItem(close);
    let nested = 0;
    while (this.#at < this.#text.length && !(nested === 0 && this.#isAtEndOfItem(close))) {
      const character = this.#text[this.#at] ?? '';
      if ('[({'.includes(character)) nested += 1;
      else if ('])}'.includes(character)) nested = Math.max(0, nested - 1);
      this.#at += 1;
    }
    if (this.#text[this.#at] === ',') this.#at += 1;
    return isWhole ? read : { kind: 'unknown', start: read.start, end: this.#at };
  }

  #isAtEndOfItem(close: string): boolean {
    const character = this.#text[this.#at];
    return character === ',' || character === close;
  }

  /** Reads strings. Adjacent strings are concatenated. */
  #strings(): Literal {
    const start = this.#at;
    let whole = '';
    let computed = false;
    for (let open = this.#opening(); open; open = this.#opening()) {
      const [prefix = '', quote = ''] = [open[1], open[2]];
      this.#at += open[0].length;
      const body = this.#text.slice(this.#at, this.#closing(quote));
      this.#at = Math.min(this.#text.length, this.#at + body.length + quote.length);
      computed ||= /f/i.test(prefix);
      whole += /r/i.test(prefix) ? body : body.replace(/\\(\r?\n|.)/g, (_, escaped: string) => unescaped(escaped));
      this.#skip();
    }
    const end = this.#at;
    return computed ? { kind: 'unknown', start, end } : { kind: 'string', value: whole, start, end };
  }

  #opening(): RegExpExecArray | null {
    return stringStart.exec(this.#text.slice(this.#at, this.#at + 5));
  }

  #closing(quote: string): number {
    const text = this.#text;
    for (let index = this.#at; index < text.length; index += 1) {
      if (text[index] === '\\') index += 1;
      else if (text.startsWith(quote, index)) return index;
    }
    return text.length;
  }

  /** Skips spaces, line breaks and comments. */
  #skip(): void {
    spacePattern.lastIndex = this.#at;
    this.#at += spacePattern.exec(this.#text)?.[0].length ?? 0;
  }
}

const stringStart = /^([rRbBuUfF]{0,2})("""|'''|"|')/;
const wordPattern = /[\w.-]+/y;
const spacePattern = /(?:\s|\\\n|#[^\n]*)*/y;

function scalar(word: string): { kind: 'scalar'; value: number | boolean | null } | { kind: 'unknown' } {
  if (word === 'True' || word === 'False') return { kind: 'scalar', value: word === 'True' };
  if (word === 'None') return { kind: 'scalar', value: null };
  return /^-?\d+$/.test(word) ? { kind: 'scalar', value: Number(word) } : { kind: 'unknown' };
}

function unescaped(character: string): string {
  if (character === 'n') return '\n';
  if (character === 't') return '\t';
  return /[\r\n]/.test(character) ? '' : character;
}
