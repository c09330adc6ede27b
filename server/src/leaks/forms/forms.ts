import type { Credential } from '../credential.ts';
import { forms } from './form-table.ts';
import { keyForms } from './key-forms.ts';

/** Returns the keywords of all forms, each with the search to run at its position. */
export function formSearches(): { keyword: string; search: Search }[] {
  return [...forms, ...keyForms].flatMap(([rule, keywords, pattern, before = 0]) => {
    const search = pattern.sticky ? startingAt(rule, pattern, before) : searchFromBefore(rule, pattern, before);
    return keywords.flatMap(spelledOut).map((keyword) => ({ keyword, search }));
  });
}

/** Searches for a credential at one position of a text. */
export type Search = (text: string, index: number) => Credential | undefined;

function startingAt(rule: string, pattern: RegExp, before: number): Search {
  return (text, index) => {
    if (index < before) return undefined;
    pattern.lastIndex = index - before;
    const match = pattern.exec(text);
    return match === null ? undefined : credentialOf(rule, match, 0);
  };
}

/** Longer than any credential of these forms. */
const longestMatch = 600;

function searchFromBefore(rule: string, pattern: RegExp, before: number): Search {
  return (text, index) => {
    // Includes one more character, to see whether a word begins at the match.
    const from = Math.max(0, index - before - 1);
    pattern.lastIndex = 0;
    const match = pattern.exec(text.slice(from, index + longestMatch));
    return match === null ? undefined : credentialOf(rule, match, from);
  };
}

/** Returns the credential of a match. If the pattern has a group, the group is the credential, and ends the match. */
export function credentialOf(
  rule: string,
  { 0: match, 1: value = match, index }: RegExpExecArray,
  from: number,
): Credential {
  const end = from + index + match.length;
  return { rule, start: end - value.length, end };
}

const classes = new Map([
  ['#', '0123456789'],
  ['&', '0123456789abcdef'],
  ['@', '0123456789abcdefghijklmnopqrstuvwxyz'],
]);

/** Expands the classes in a keyword: `sk&` becomes `sk0` to `skf`. */
function spelledOut(keyword: string): string[] {
  let spelled = [''];
  for (const character of keyword) {
    const each = Array.from(classes.get(character) ?? character);
    spelled = spelled.flatMap((beginning) => each.map((one) => beginning + one));
  }
  return spelled;
}
