import type { Change } from './change.ts';
import { carryCase } from './letter-case.ts';
import { sameWord } from './scripts.ts';

/** A term to find and its replacement. */
export interface Term {
  from: string;
  to: string;
  /** Matches any case, and the replacement gets the same case. */
  keepCase: boolean;
}

/** Finds the places of a term in a text, in order, with their replacements. */
export type Finder = (text: string) => Change[];

/**
 * Makes a function that finds a term in a text, in order. A term is found as whole words only: a word character at its
 * edge must not be next to another one, also not across a dot or after an at-sign, so that `API` is not found in
 * `APIs`, `api.acme.com` or `@API`. Where the script changes, another word begins: `API를` is `API` with a particle.
 * White space in the term also matches a single line break. When the replacement already surrounds the term, the term
 * is not found.
 */
export function termFinder(term: Term): Finder {
  return finderOf(term, termPattern(term));
}

/** Like {@link termFinder}, within longer words too: `API` in `APIs`. */
export function partFinder(term: Term): Finder {
  return finderOf(term, patternOf(term, '', ''));
}

/** Returns the longer word that contains a place. */
export function longerWord(text: string, { start, end }: Pick<Change, 'start' | 'end'>): string {
  const before = /[\p{L}\p{M}\p{N}._@-]*$/u.exec(text.slice(Math.max(0, start - longestAround), start))?.[0] ?? '';
  const after = /^[\p{L}\p{M}\p{N}._@-]*/u.exec(text.slice(end, end + longestAround))?.[0] ?? '';
  return (before + text.slice(start, end) + after).toWellFormed().replace(/^[.-]+|[.-]+$/gu, '');
}

/** How much of a word around a term is shown, on either side. */
const longestAround = 30;

function finderOf(term: Term, pattern: RegExp): Finder {
  const offset = fold(term.to, term).indexOf(fold(term.from, term));
  return (text) => {
    const changes: Change[] = [];
    for (const match of text.matchAll(pattern)) {
      const start = match.index;
      const found = match[0];
      if (offset !== -1 && isAlreadyReplaced(text, start - offset, term)) continue;
      changes.push({ start, end: start + found.length, text: replacementFor(found, term) });
    }
    return changes;
  };
}

/** Whether the replacement is already in the text: `Acme` → `Acme Cloud` leaves `Acme Cloud` unchanged. */
function isAlreadyReplaced(text: string, start: number, term: Term): boolean {
  return start >= 0 && fold(text.slice(start, start + term.to.length), term) === fold(term.to, term);
}

function fold(text: string, term: Term): string {
  return term.keepCase ? text.toLowerCase() : text;
}

/** A run of spaces, or one line break that is no hard break, with block quote marks on the next line. */
const gapPattern = '(?:[^\\S\\r\\n]+|[^\\S\\r\\n]?\\r?\\n[ \\t>]*)';

/** Underscores count only between word characters: `_Acme_` is emphasis, `acme_cloud` one word. */
function termPattern(term: Term): RegExp {
  const first = sameWord(firstCharacter(term.from));
  const last = sameWord(lastCharacter(term.from));
  const before = first === undefined ? '' : `(?<!${first}(?:_{0,3}|[.@])|@)`;
  const after = last === undefined ? '' : `(?!_{0,3}${last}|[.@]${last})`;
  return patternOf(term, before, after);
}

function patternOf(term: Term, before: string, after: string): RegExp {
  const words = term.from.trim().split(/\s+/u);
  return new RegExp(`${before}${words.map(escape).join(gapPattern)}${after}`, term.keepCase ? 'giv' : 'gv');
}

function escape(word: string): string {
  return word.replace(/[\\^$.*+?()[\]{}|/]/gu, '\\$&');
}

function firstCharacter(text: string): string {
  return /^\s*(\S)/u.exec(text)?.[1] ?? '';
}

function lastCharacter(text: string): string {
  return /(\S)\s*$/u.exec(text)?.[1] ?? '';
}

/** A line break within the match is kept where the replacement has a space for it. */
function replacementFor(found: string, term: Term): string {
  const words = term.keepCase ? carryCase(plainSpaces(found), term.to) : term.to;
  const gaps = found.match(/[ \t]?\r?\n[ \t>]*|[^\S\r\n]+/gu) ?? [];
  let index = -1;
  return words.replace(/ +/gu, (space) => {
    index += 1;
    const original = gaps[index];
    return original?.includes('\n') === true ? original : space;
  });
}

function plainSpaces(found: string): string {
  return found.replace(/[ \t]?\r?\n[ \t>]*/gu, ' ');
}
