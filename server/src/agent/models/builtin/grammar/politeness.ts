import type { Token } from './instruction.ts';

/** Polite phrases around an instruction, longest first. */
const leading = phrases([
  'please do the following',
  'do the following',
  'i would like you to',
  "i'd like you to",
  'we would like you to',
  "we'd like you to",
  'i want you to',
  'we want you to',
  'i need you to',
  'we need you to',
  'i would like to',
  "i'd like to",
  'i want to',
  'we want to',
  'we need to',
  'you should',
  'could you',
  'can you',
  'would you',
  'will you',
  'go ahead and',
  'in addition',
  'after that',
  'thank you very much',
  'thanks a lot',
  'thank you',
  'many thanks',
  'let us',
  "let's",
  'please',
  'kindly',
  'hello',
  'hi',
  'hey',
  'thanks',
  'copydesk',
  'also',
  'then',
  'and',
  'plus',
  'next',
  'first',
  'firstly',
  'second',
  'secondly',
  'third',
  'thirdly',
  'finally',
  'lastly',
  'afterwards',
  'additionally',
  'just',
  'now',
  'tasks',
  'task',
]);

const trailing = phrases([
  'thank you very much',
  'thanks a lot',
  'thank you',
  'many thanks',
  'if you can',
  'would you',
  'will you',
  'for me',
  'for us',
  'as well',
  'please',
  'thanks',
  'cheers',
  'and',
  'then',
]);

/** Returns a clause without polite words and stray marks at either end. */
export function withoutPoliteness(tokens: readonly Token[]): Token[] {
  let [start, end] = [0, tokens.length];
  for (;;) {
    const skipped = isMark(tokens[start]) ? 1 : matchAt(tokens, start, leading);
    if (skipped === 0 || start >= end) break;
    start += skipped;
  }
  for (;;) {
    const skipped = isMark(tokens[end - 1]) ? 1 : matchBefore(tokens, end, trailing);
    if (skipped === 0 || end - skipped < start) break;
    end -= skipped;
  }
  return tokens.slice(start, end);
}

/** Returns how many of the first tokens only lead to an instruction. */
export function politeLength(tokens: readonly Token[]): number {
  let length = 0;
  for (;;) {
    const skipped = isMark(tokens[length]) ? 1 : matchAt(tokens, length, leading);
    if (skipped === 0) return length;
    length += skipped;
  }
}

/** Phrases by their length in words, the longest first. */
type Phrases = Map<number, Set<string>>;

function phrases(list: readonly string[]): Phrases {
  const lengths = [...new Set(list.map((phrase) => phrase.split(' ').length))].sort((a, b) => b - a);
  return new Map(
    lengths.map((length) => [length, new Set(list.filter((phrase) => phrase.split(' ').length === length))]),
  );
}

function matchAt(tokens: readonly Token[], start: number, list: Phrases): number {
  return lengthOf(list, (length) => tokens.slice(start, start + length));
}

function matchBefore(tokens: readonly Token[], end: number, list: Phrases): number {
  return lengthOf(list, (length) => tokens.slice(Math.max(0, end - length), end));
}

/** Returns the length of the longest phrase that the tokens make up. */
function lengthOf(list: Phrases, tokens: (length: number) => Token[]): number {
  for (const [length, known] of list) {
    if (known.has(tokens(length).map(wordOf).join(' '))) return length;
  }
  return 0;
}

function wordOf(token: Token): string {
  return token.kind === 'word' ? token.text.toLowerCase().replaceAll('’', "'") : '"';
}

function isMark(token: Token | undefined): boolean {
  return token?.kind === 'mark';
}
