import { escape, RRegex } from 'rregex';
import type { Place, Replacement } from '../tree/tree.ts';
import { PatternRefused } from './pattern.ts';

/** A compiled replacement that can be applied to texts. */
export interface CompiledReplacement {
  /**
   * Returns the places of each text, in order.
   * @throws PatternRefused for more than `most` in all, and when the replacing text is too long
   */
  find(texts: readonly string[], most: number): Place[][];
  /** Frees its memory. */
  free(): void;
}

const longestPattern = 10_000;
const longestReplacement = 100_000;

/** How many characters may replace the matches in texts that are searched together. */
const longestInPlace = 4 * 1024 * 1024;

/**
 * Compiles the search pattern with an engine whose time is linear in the text, whatever the pattern.
 * @throws PatternRefused
 */
export function compileReplacement(replacement: Replacement): CompiledReplacement {
  const fault = faultOf(replacement);
  if (fault !== undefined) throw new PatternRefused(fault);
  try {
    return compileFinder(replacement);
  } catch (error) {
    const words = /error: (.+)$/m.exec(error instanceof Error ? error.message : String(error))?.[1];
    throw new PatternRefused(`The pattern cannot be used: ${words ?? 'it is no regular expression'}.`);
  }
}

function faultOf({ find, replace, regex }: Replacement): string | undefined {
  if (find === '') return 'What to find is empty.';
  if (find.length > longestPattern || !find.isWellFormed())
    return `What to find is no text of up to ${longestPattern.toLocaleString('en')} characters.`;
  if (replace.length > longestReplacement)
    return `What takes its place has over ${longestReplacement.toLocaleString('en')} characters.`;
  if (!replace.isWellFormed() || replace.includes('\0')) return 'The replacement holds a NUL or half a character.';
  if (regex) return patternFaultOf(find);
  return find === replace ? 'What to find and its replacement are the same.' : undefined;
}

function patternFaultOf(pattern: string): string | undefined {
  if (/\\[nrR]|\n/.test(pattern.replaceAll('\\\\', '')))
    return 'A pattern is matched line by line: leave the line break out, or give plain text.';
  if (/[*+?}]\+/.test(pattern.replaceAll(/\\./g, '')))
    return 'Possessive quantifiers are not supported; leave out the second +.';
  return undefined;
}

function compileFinder({ find, replace, regex, ignoreCase, words }: Replacement): CompiledReplacement {
  const source = regex ? find : escape(find);
  const pattern = new RRegex(`(?mR${ignoreCase ? 'i' : ''})${words ? wholeWords(source, find, regex) : source}`);
  const template = regex && /[$\\]/.test(replace) ? templateOf(replace) : undefined;
  return {
    find(texts, most) {
      const room: Room = { most, places: most, characters: longestInPlace };
      return texts.map((text) => {
        if (!pattern.isMatch(text)) return [];
        if (text.length > room.places && hasMore(pattern, text, room.places)) throw tooMany(room);
        const lines = regex ? linesWhere(pattern, text) : [{ start: 0, source: text }];
        return lines.flatMap(({ start, source: line }) => placesIn(line, start, room));
      });
    },
    free: () => pattern.free(),
  };

  function placesIn(line: string, offset: number, room: Room): Place[] {
    const unit = unitsOf(line);
    const matches = pattern.findAll(line);
    takeRoom(room, matches, template ?? replace);
    const texts = template === undefined ? undefined : expandedIn(pattern, line, { template, count: matches.length });
    const places = matches.map(({ start, end }, index) => ({
      start: offset + unit(start),
      end: offset + unit(end),
      text: texts?.[index] ?? replace,
    }));
    return places.filter(({ start, end }) => end > start);
  }
}

/** What is left for the places of texts that are searched together, and for the characters that replace them. */
interface Room {
  most: number;
  places: number;
  characters: number;
}

/** Each group of a template may be its whole match. */
function takeRoom(room: Room, matches: readonly { start: number; end: number }[], template: string): void {
  const groups = template.split('${').length - 1;
  room.places -= matches.length;
  room.characters -= matches.reduce((sum, { start, end }) => sum + template.length + groups * (end - start), 0);
  if (room.places < 0) throw tooMany(room);
  if (room.characters < 0) throw new PatternRefused('What takes their place is too long for so many places.');
}

function tooMany({ most }: Room): PatternRefused {
  return new PatternRefused(`There are over ${most} places: make it longer, or narrow path.`);
}

/** Copying a million places from the engine takes a hundred times as long as counting the first of them. */
function hasMore(pattern: RRegex, text: string, most: number): boolean {
  return pattern.splitn(text, most + 2).length > most + 1;
}

/** Beside a mark such as `--flag`, there is no word boundary to require. */
function wholeWords(source: string, find: string, regex: boolean): string {
  if (regex) return `\\b(?:${source})\\b`;
  const letters = Array.from(find);
  return edgeOf(letters[0]) + source + edgeOf(letters.at(-1));
}

function edgeOf(character = ''): string {
  return /[\p{L}\p{N}_]/u.test(character) ? '\\b' : '';
}

/** Returns the whole text when no match crosses a line break, otherwise its lines. */
function linesWhere(pattern: RRegex, text: string): { start: number; source: string }[] {
  if (!pattern.findAll(text).some(({ value }) => value.includes('\n') || value.endsWith('\r')))
    return [{ start: 0, source: text }];
  return Array.from(text.matchAll(/[^\r\n]+/g), ({ index, 0: source }) => ({ start: index, source }));
}

/** The engine counts bytes of UTF-8. With offsets in rising order, each text is walked once. */
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

/**
 * Translates `$1`, `\\1`, `${1}`, `${name}`, `$&` and `$$` to the engine's syntax, in which `$1a` would be a group of
 * that name.
 */
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
 * Returns the text that replaces each match. The engine leaves groups that did not match out of its captures, so they
 * cannot be counted: it fills the template itself, between marks. When the text also contains the mark, there are too
 * many pieces.
 */
function expandedIn(pattern: RRegex, line: string, { template, count }: { template: string; count: number }): string[] {
  for (let attempt = 0; attempt < mostMarks; attempt += 1) {
    const mark = `\u0001${attempt}\u0002`;
    const pieces = pattern.replaceAll(line, mark + template + mark).split(mark);
    if (pieces.length === count * 2 + 1) return pieces.filter((_, index) => index % 2 === 1);
  }
  throw new PatternRefused('The text holds control characters that groups cannot be told from.');
}

const mostMarks = 20;
