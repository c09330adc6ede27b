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
    known = match[1] === '=' ? value : added(known, isList ? value : { ...value, kind: 'list', items: [value] });
  }
  return known;
}

function added(list: Literal | undefined, more: Literal): Literal {
  const { start, end } = more;
  if (more.kind !== 'list' || (list && list.kind !== 'list')) return { kind: 'unknown', start, end };
  return { kind: 'list', items: [...(list?.items ?? []), ...more.items], start, end };
}

/** Reads one literal. Each character is read at most twice. Anything but a literal is unknown. */
function readValue(text: string, from: number): Literal {
  let at = from;
  return value(0);

  function value(depth: number): Literal {
    skip();
    const start = at;
    const character = text[at] ?? '';
    if (depth > maximumDepth) return { kind: 'unknown', start, end: at };
    if ('[('.includes(character)) return list(depth, character === '[' ? ']' : ')');
    if (character === '{') return map(depth);
    if (stringStart.test(text.slice(at, at + 5))) return strings();
    wordPattern.lastIndex = at;
    const word = wordPattern.exec(text)?.[0];
    if (word === undefined) return { kind: 'unknown', start, end: at };
    at += word.length;
    return { ...scalar(word), start, end: at };
  }

  /** Reads strings. Adjacent strings are concatenated. */
  function strings(): Literal {
    const start = at;
    let whole = '';
    let computed = false;
    for (let open = opening(); open; open = opening()) {
      const [prefix = '', quote = ''] = [open[1], open[2]];
      at += open[0].length;
      const body = text.slice(at, closing(quote));
      at = Math.min(text.length, at + body.length + quote.length);
      computed ||= /f/i.test(prefix);
      whole += /r/i.test(prefix) ? body : body.replace(/\\(\r?\n|.)/g, (_, escaped: string) => unescaped(escaped));
      skip();
    }
    return computed ? { kind: 'unknown', start, end: at } : { kind: 'string', value: whole, start, end: at };
  }

  function opening(): RegExpExecArray | null {
    return stringStart.exec(text.slice(at, at + 5));
  }

  function closing(quote: string): number {
    for (let index = at; index < text.length; index += 1) {
      if (text[index] === '\\') index += 1;
      else if (text.startsWith(quote, index)) return index;
    }
    return text.length;
  }

  function list(depth: number, close: string): Literal {
    const start = at;
    at += 1;
    const items: Literal[] = [];
    for (;;) {
      skip();
      if (at >= text.length || text[at] === close) break;
      items.push(item(depth, close));
    }
    at += 1;
    // `('a')` is a string in parentheses.
    const [only] = items;
    const isPair = close === ')' && items.length === 1 && !/,\s*\)$/.test(text.slice(start, at));
    return isPair && only ? only : { kind: 'list', items, start, end: at };
  }

  function map(depth: number): Literal {
    const start = at;
    at += 1;
    const entries: Extract<Literal, { kind: 'map' }>['entries'] = [];
    let open = false;
    for (;;) {
      skip();
      if (at >= text.length || text[at] === '}') break;
      const key = value(depth + 1);
      skip();
      if (key.kind === 'string' && text[at] === ':') {
        at += 1;
        const entry = item(depth, '}');
        entries.push({ key: key.value, value: entry, start: key.start, end: entry.end });
      } else {
        open = true;
        item(depth, '}');
      }
    }
    at += 1;
    return { kind: 'map', entries, open, start, end: at };
  }

  /** Reads a value and its comma. It is unknown when it is more than a literal. */
  function item(depth: number, close: string): Literal {
    const read = value(depth + 1);
    skip();
    const isWhole = text[at] === ',' || text[at] === close;
    let nested = 0;
    while (at < text.length && !(nested === 0 && (text[at] === ',' || text[at] === close))) {
      if ('[({'.includes(text[at] ?? '')) nested += 1;
      else if ('])}'.includes(text[at] ?? '')) nested = Math.max(0, nested - 1);
      at += 1;
    }
    if (text[at] === ',') at += 1;
    return isWhole ? read : { kind: 'unknown', start: read.start, end: at };
  }

  /** Skips spaces, line breaks and comments. */
  function skip(): void {
    spacePattern.lastIndex = at;
    at += spacePattern.exec(text)?.[0].length ?? 0;
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
