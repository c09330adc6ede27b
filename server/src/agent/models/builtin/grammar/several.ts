import { termFinder } from '../text/term.ts';
import type { Clause, Grammar, Instruction, InstructionOf, Token } from './instruction.ts';
import { misread } from './misread.ts';
import { replaceGrammar, separatorsOf } from './instructions/replace.ts';

type Replace = InstructionOf<'replace'>;

/**
 * Reads several replacements after one verb: `Rename A to B and C to D`, `Replace "a" with "b", "c" with "d" in docs`.
 * Options at the end (a place, `including code`) apply to all of them, except to those that have their own.
 */
export const severalGrammar: Grammar = (clause) => {
  const parts = partsOf(clause);
  if (parts === undefined) return undefined;
  const read = parts.map((part) => replaceGrammar(part));
  const instructions: Instruction[] = [];
  for (const one of read) {
    if (one === undefined || Array.isArray(one)) return undefined;
    if (one.kind === 'misread') return one;
    instructions.push(one);
  }
  const ordered = sortReplacements(withOptionsOfLast(instructions));
  return ordered ?? misread('one of the terms becomes another one; give them as instructions of their own, in order');
};

/** Splits the clause where one pair ends and the next begins; undefined when it has just one. */
function partsOf({ tokens, source }: Clause): Clause[] | undefined {
  const [verb, ...rest] = tokens;
  const words = verb?.kind === 'word' ? separatorsOf(verb.text.toLowerCase()) : undefined;
  if (verb === undefined || words === undefined) return undefined;
  const separators = rest.flatMap((token, index) => (isSeparator(token, words) ? [index] : []));
  if (separators.length < 2) return undefined;
  const parts: Clause[] = [];
  let from = 0;
  for (const [position, separator] of separators.entries()) {
    const next = separators[position + 1];
    const cut = next === undefined ? { end: rest.length, next: rest.length } : cutBetween(rest, separator, next);
    if (cut === undefined) return undefined;
    parts.push({ tokens: [verb, ...rest.slice(from, cut.end)], source });
    from = cut.next;
  }
  return parts;
}

function isSeparator(token: Token, words: readonly string[]): boolean {
  return token.kind === 'word' && [...words, '->', '→', '=>'].includes(token.text.toLowerCase());
}

/**
 * Finds the only run of commas and `and` between two separators; of several runs, the one directly before a quoted
 * term.
 */
function cutBetween(tokens: readonly Token[], from: number, to: number): { end: number; next: number } | undefined {
  const runs: { end: number; next: number }[] = [];
  for (let index = from + 2; index < to - 1; index += 1) {
    if (!isConjunction(tokens[index])) continue;
    const last = runs.at(-1);
    if (last?.next === index) last.next += 1;
    else runs.push({ end: index, next: index + 1 });
  }
  const clear = runs.filter((run) => run.next < to);
  if (clear.length === 1) return clear[0];
  const quoted = clear.find((run) => run.next === to - 1);
  return tokens[to - 1]?.kind === 'quoted' ? quoted : undefined;
}

function isConjunction(token: Token | undefined): boolean {
  if (token?.kind === 'mark') return token.text === ',' || token.text === ';';
  return token?.kind === 'word' && ['and', '&', 'plus', 'also'].includes(token.text.toLowerCase());
}

function withOptionsOfLast(instructions: readonly Instruction[]): Instruction[] {
  const last = instructions.at(-1);
  const earlier = instructions.slice(0, -1);
  if (last?.kind !== 'replace' || earlier.some((one) => one.kind !== 'replace' || hasOptions(one))) {
    return [...instructions];
  }
  const { from: _from, to: _to, mayBePage: _page, ...options } = last;
  return instructions.map((one) => (one.kind === 'replace' ? { ...one, ...options } : one));
}

function hasOptions({ within, except, including, includingCode, keepCase }: Replace): boolean {
  return within !== undefined || except !== undefined || including !== undefined || includingCode || keepCase;
}

/**
 * Sorts the replacements so that none changes the result of an earlier one: `v1` to `v2` comes after `v2` to `v3`.
 * Undefined for a cycle.
 */
function sortReplacements(instructions: readonly Instruction[]): Instruction[] | undefined {
  const before = new Map(
    instructions.map((one) => [one, instructions.filter((other) => wouldChangeResult(other, one))]),
  );
  const ordered: Instruction[] = [];
  let waiting = [...instructions];
  while (waiting.length > 0) {
    const next = waiting.find((one) => !before.get(one)?.some((other) => waiting.includes(other)));
    if (next === undefined) return undefined;
    ordered.push(next);
    waiting = waiting.filter((one) => one !== next);
  }
  return ordered;
}

/** Whether one replacement would change the result of the other. */
function wouldChangeResult(one: Instruction, other: Instruction): boolean {
  if (one === other || one.kind !== 'replace' || other.kind !== 'replace') return false;
  return termFinder({ from: one.from, to: '', keepCase: one.keepCase })(other.to).length > 0;
}
