import { escape, RRegex, type Hir } from 'rregex';
import { classRunOf, openRunFinder } from './class-run.ts';
import { openFinder } from './find-needle.ts';
import { needleOf } from './needle.ts';
import { unsupported } from './pattern-faults.ts';

/** What is looked for in each line. */
export interface Pattern {
  pattern: string;
  syntax: 'regex' | 'text';
  ignoreCase: boolean;
}

/** A pattern that texts can be tried on. */
export interface CompiledPattern {
  /** Whether a text may hold it, told quickly by its bytes; `ascii`: each of them is a character. */
  mayHold(bytes: Buffer, ascii: boolean): boolean;
  /** Whether a line matches. Where some line of a text does, the text does, too, and seldom where none does. */
  matches(text: string): boolean;
  /** Where its first match is, in code units. */
  find(line: string): { start: number; end: number } | undefined;
  /** Gives its memory back. */
  free(): void;
}

/** Why a pattern cannot be used, for whoever gave it. */
export class PatternRefused extends Error {}

/** Of a longer one the parts are not looked at: each `\w` has 770 ranges, which it takes a millisecond to tell. */
const longestTakenApart = 100;

/**
 * Compiles a pattern with the engine of ripgrep: linear in the text, and `\w`, `\d`, `\s` and `\b` are Unicode's.
 * @throws PatternRefused
 */
export function compilePattern({ pattern, syntax, ignoreCase }: Pattern): CompiledPattern {
  const fault = syntax === 'regex' ? unsupported(pattern) : undefined;
  if (fault !== undefined) throw new PatternRefused(fault);
  const source = syntax === 'regex' ? pattern : escape(pattern);
  // In a line alone, ^ and $ are its ends either way; in a text of many they are the ends of each.
  const compiled = compile(`(?${ignoreCase ? 'i' : ''}m)${source}`);
  return {
    mayHold: source.length <= longestTakenApart ? quickLook(compiled.syntax()) : () => true,
    matches: (text) => compiled.isMatch(text),
    find: (text) => inCodeUnits(text, compiled.find(text)),
    free: () => compiled.free(),
  };
}

/**
 * By texts that a match must hold where there are such, and else by its classes: of 16 MB without a match of
 * `[A-Z]{4}\d{3}` that takes 24 ms, where the engine, which takes each text over from here, takes 110 ms.
 */
function quickLook(expression: Hir): CompiledPattern['mayHold'] {
  const needle = needleOf(expression);
  if (needle !== undefined) return openFinder(needle);
  const [inAscii, inOthers] = [true, false].map((ascii) => openRunFinder(classRunOf(expression, { ascii })));
  return (bytes, ascii) => (ascii ? inAscii : inOthers)?.(bytes) ?? true;
}

function compile(source: string): RRegex {
  try {
    return new RRegex(source);
  } catch (error) {
    throw new PatternRefused(reason(error instanceof Error ? error.message : String(error)));
  }
}

/** The last line of what the engine says, with what to do where it is known. */
function reason(message: string): string {
  if (/size limit/.test(message)) return 'it is too large with its repetitions written out; use smaller counts';
  const words = /error: (.+)$/m.exec(message)?.[1] ?? 'it is not a regular expression';
  const found = advice.find(({ when }) => when.test(words));
  return found === undefined ? words : `${words}; ${found.say}`;
}

const advice = [
  { when: /repetition|unclosed counted/, say: 'write \\{ for a brace and \\* for an asterisk, or give text: true' },
  { when: /unclosed|unopened/, say: 'write \\( or \\[ for the character itself, or give text: true' },
  { when: /unrecognized escape/, say: 'leave out the backslash, or give text: true' },
];

/** The engine counts bytes of UTF-8. */
function inCodeUnits(text: string, match: { start: number; end: number } | undefined) {
  if (match === undefined) return undefined;
  const bytes = Buffer.from(text);
  const start = bytes.toString('utf8', 0, match.start).length;
  return { start, end: start + bytes.toString('utf8', match.start, match.end).length };
}
