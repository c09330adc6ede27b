import { escape, RRegex } from 'rregex';

/** A place of a text in UTF-16 code units, and what is to stand there. */
export interface Hit {
  start: number;
  end: number;
  text: string;
}

/** What is looked for, and what takes its place. */
export interface Replacement {
  find: string;
  replace: string;
  /** Whether `find` is a regular expression, matched line by line, and `replace` may name its groups: `$1`. */
  regex: boolean;
  ignoreCase: boolean;
  /** Whether it is found as whole words alone. */
  words: boolean;
}

export interface Matcher {
  /** Every place in a text, in order; none are empty, and of an expression none goes over a line break. */
  find(text: string): Hit[];
  /** Gives its memory back. */
  free(): void;
}

const longestPattern = 10_000;

/**
 * Compiles what is looked for with an engine that is linear in the text, whatever the pattern.
 * @returns a sentence that says what is wrong with it, where it cannot be used.
 */
export function matcherFor(replacement: Replacement): Matcher | string {
  const { find, replace, regex } = replacement;
  if (find === '') return 'What to find is empty.';
  if (find.length > longestPattern || !find.isWellFormed())
    return `What to find is no text of up to ${longestPattern.toLocaleString('en')} characters.`;
  if (!replace.isWellFormed() || replace.includes('\0')) return 'The replacement holds a NUL or half a character.';
  if (!regex && find === replace) return 'What to find and its replacement are the same.';
  if (regex && /\\[nrR]|\n/.test(find.replaceAll('\\\\', '')))
    return 'A pattern is matched line by line: leave the line break out, or give plain text.';
  if (regex && /[*+?}]\+/.test(find.replaceAll(/\\./g, '')))
    return 'Possessive quantifiers are not supported; leave out the second +.';
  try {
    return compiled(replacement);
  } catch (error) {
    const words = /error: (.+)$/m.exec(error instanceof Error ? error.message : String(error))?.[1];
    return `The pattern cannot be used: ${words ?? 'it is no regular expression'}.`;
  }
}

function compiled({ find, replace, regex, ignoreCase, words }: Replacement): Matcher {
  const source = regex ? find : escape(find);
  const pattern = new RRegex(`(?mR${ignoreCase ? 'i' : ''})${words ? wholeWords(source, find, regex) : source}`);
  const template = regex && /[$\\]/.test(replace) ? templateOf(replace) : undefined;
  return {
    find(text) {
      if (!pattern.isMatch(text)) return [];
      const lines = regex ? linesWhere(pattern, text) : [{ start: 0, source: text }];
      return lines.flatMap(({ start, source: line }) => hitsIn(line, start));
    },
    free: () => pattern.free(),
  };

  function hitsIn(line: string, offset: number): Hit[] {
    const place = unitsOf(line);
    const matches = pattern.findAll(line);
    const texts = template === undefined ? undefined : expandedIn(pattern, line, template);
    const hits = matches.map(({ start, end }, index) => ({
      start: offset + place(start),
      end: offset + place(end),
      text: texts?.[index] ?? replace,
    }));
    return hits.filter(({ start, end }) => end > start);
  }
}

/** Beside a mark such as `--flag` there is no edge of a word to ask for. */
function wholeWords(source: string, find: string, regex: boolean): string {
  if (regex) return `\\b(?:${source})\\b`;
  const letters = Array.from(find);
  return edgeOf(letters[0]) + source + edgeOf(letters.at(-1));
}

function edgeOf(character = ''): string {
  return /[\p{L}\p{N}_]/u.test(character) ? '\\b' : '';
}

/** All of the text where no match goes over a line break, else its lines. */
function linesWhere(pattern: RRegex, text: string): { start: number; source: string }[] {
  if (!pattern.findAll(text).some(({ value }) => value.includes('\n') || value.endsWith('\r')))
    return [{ start: 0, source: text }];
  return Array.from(text.matchAll(/[^\r\n]+/g), ({ index, 0: source }) => ({ start: index, source }));
}

/** The engine counts bytes of UTF-8. Asked for in rising order, each text is walked once. */
function unitsOf(text: string): (bytes: number) => number {
  if (Buffer.byteLength(text) === text.length) return (bytes) => bytes;
  let [unit, byte] = [0, 0];
  return (wanted) => {
    while (byte < wanted && unit < text.length) {
      const code = text.codePointAt(unit) ?? 0;
      byte += code < 0x80 ? 1 : code < 0x8_00 ? 2 : code < 0x1_00_00 ? 3 : 4;
      unit += code < 0x1_00_00 ? 1 : 2;
    }
    return unit;
  };
}

/** `$1`, `\\1`, `${1}`, `${name}`, `$&` and `$$` as the engine writes them, to which `$1a` would be a group of that name. */
function templateOf(replace: string): string {
  return replace.replaceAll(
    /\\(\d)|\$(?:(\$)|(&)|(\d{1,2})|\{(\w{1,50})\})?/g,
    (_, slashed?: string, mark?: string, all?: string, digits?: string, name?: string) => {
      if (mark !== undefined) return '$$';
      if (all !== undefined) return '${0}';
      const group = slashed ?? digits ?? name;
      return group === undefined ? '$$' : `\${${group}}`;
    },
  );
}

/**
 * What takes the place of each match. The engine leaves out of its captures what took no part, so that they cannot be
 * counted: it fills the template itself, between marks that the text does not have.
 */
function expandedIn(pattern: RRegex, line: string, template: string): string[] {
  const mark = marks.find((one) => !line.includes(one) && !template.includes(one)) ?? '';
  const pieces = pattern.replaceAll(line, mark + template + mark).split(mark);
  return pieces.filter((_, index) => index % 2 === 1);
}

const marks = ['\u0001', '\u0002', '\uE000', '\uF8FF', '\uE001\uE002'];
