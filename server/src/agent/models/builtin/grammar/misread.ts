import type { Misread, Token } from './instruction.ts';

/** Says why a clause that reads like an instruction is none. */
export function misread(hint: string): Misread {
  return { kind: 'misread', hint };
}

/** Words that mean no term of the docs. */
const vague = new Set('everything anything something nothing it them this that these those all'.split(' '));
const determiners = new Set('the a an all every any this that these those our my your its some better'.split(' '));

/** Words behind which another thought may begin; `log in` ends in one. */
const joining = new Set(['and', 'then', 'in', 'on', 'including', 'keeping']);

/** More words than this, without quotes, are taken for a sentence and not for a term. */
const longestUnquoted = 5;

/** Why a phrase without quotes is not clear enough to be a term; undefined when it is. */
export function whyUnclear(tokens: readonly Token[], written: string, place: 'from' | 'to'): string | undefined {
  if (tokens.length === 1 && tokens[0]?.kind === 'quoted') return undefined;
  const words = tokens.filter((token) => token.kind !== 'mark').map((token) => token.text.toLowerCase());
  const unclear =
    tokens.some((token) => token.kind === 'quoted' || [',', ';', ':'].includes(token.text)) ||
    words.length > longestUnquoted ||
    (words.length > 1 && determiners.has(words[0] ?? '')) ||
    (place === 'to' && words.slice(0, -1).some((word) => joining.has(word)));
  if (unclear) return `put the term into quotes if ${JSON.stringify(written)} is one`;
  return words.length === 1 && vague.has(words[0] ?? '') ? `${JSON.stringify(written)} names no term` : undefined;
}
