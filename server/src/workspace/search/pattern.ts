import { escape, RRegex, type Hir } from 'rregex';
import { classRunOf, openRunFinder } from './class-run.ts';
import { openFinder } from './find-needle.ts';
import { needleOf } from './needle.ts';
import { findUnsupported } from './pattern-faults.ts';

/** What is searched for in each line. */
export interface Pattern {
  pattern: string;
  syntax: 'regex' | 'text';
  ignoreCase: boolean;
}

/** A compiled pattern that can be matched against texts. */
export interface CompiledPattern {
  /** Whether a text may contain a match, decided quickly by its bytes; `ascii`: each of them is a character. */
  mayHold(bytes: Buffer, ascii: boolean): boolean;
  /**
   * Whether a line matches. When some line of a text matches, the whole text matches, too; when none does, it seldom
   * does.
   */
  matches(text: string): boolean;
  /** Returns where its first match is, in code units. */
  find(line: string): { start: number; end: number } | undefined;
  /** Frees its memory. */
  free(): void;
}

/** Why a pattern cannot be used, for the person who gave it. */
export class PatternRefused extends Error {}

/** The parts of a longer pattern are not analysed: each `\w` has 770 ranges, which take a millisecond to list. */
const longestTakenApart = 100;

/**
 * Compiles a pattern with ripgrep's engine: linear in the text, and `\w`, `\d`, `\s` and `\b` are Unicode's.
 * @throws PatternRefused
 */
export function compilePattern({ pattern, syntax, ignoreCase }: Pattern): CompiledPattern {
  const fault = syntax === 'regex' ? findUnsupported(pattern) : undefined;
  if (fault !== undefined) throw new PatternRefused(fault);
  const source = syntax === 'regex' ? pattern : escape(pattern);
  // In a single line, ^ and $ are its ends either way; in a text of many lines they are the ends of each.
  const compiled = compile(`(?${ignoreCase ? 'i' : ''}m)${source}`);
  return {
    mayHold: source.length <= longestTakenApart ? quickCheck(compiled.syntax()) : () => true,
    matches: (text) => compiled.isMatch(text),
    find: (text) => toCodeUnits(text, compiled.find(text)),
    free: () => compiled.free(),
  };
}

/**
 * Checks for texts that a match must contain, or else for its classes: for 16 MB without a match of `[A-Z]{4}\d{3}`
 * this takes 24 ms, where the engine, which has to copy each text, takes 110 ms.
 */
function quickCheck(expression: Hir): CompiledPattern['mayHold'] {
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

/** Returns the last line of the engine's message, with what to do when that is known. */
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

/** Converts positions, because the engine counts bytes of UTF-8. */
function toCodeUnits(text: string, match: { start: number; end: number } | undefined) {
  if (match === undefined) return undefined;
  const bytes = Buffer.from(text);
  const start = bytes.toString('utf8', 0, match.start).length;
  return { start, end: start + bytes.toString('utf8', match.start, match.end).length };
}
