import type { Misread, Token } from './instruction.ts';

/** Says why a clause that looks like an instruction is none. */
export function misread(hint: string): Misread {
  return { kind: 'misread', hint };
}

/** Words that cannot be a term of the docs. */
const vague = new Set('everything anything something nothing it them this that these those all'.split(' '));
const determiners = new Set('the a an all every any this that these those our my your its some better'.split(' '));

/** Words after which another thought may begin. They may be the last word of a term: `log in` ends with one. */
const joining = new Set(['and', 'then', 'in', 'on', 'including', 'keeping']);

/** More words than this without quotes are considered a sentence and not a term. */
const longestUnquoted = 5;

/** Returns why a phrase without quotes is not clear enough to be a term; undefined when it is. */
export function whyUnclear(tokens: readonly Token[], written: string, place: 'from' | 'to'): string | undefined {
  if (tokens.length === 1 && tokens[0]?.kind === 'quoted') return undefined;
  const words = tokens.filter((token) => token.kind !== 'mark').map((token) => token.text.toLowerCase());
  const isOfSeveral = tokens.some((token) => token.kind === 'quoted' || [',', ';', ':'].includes(token.text));
  if (isOfSeveral || isSentence(words, place)) return `put the term into quotes if ${JSON.stringify(written)} is one`;
  return words.length === 1 && vague.has(words[0] ?? '') ? `${JSON.stringify(written)} is not a term` : undefined;
}

function isSentence(words: readonly string[], place: 'from' | 'to'): boolean {
  if (words.length > longestUnquoted || (words.length > 1 && determiners.has(words[0] ?? ''))) return true;
  return place === 'to' && words.slice(0, -1).some((word) => joining.has(word));
}
