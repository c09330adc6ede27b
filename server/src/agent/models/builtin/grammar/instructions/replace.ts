import { Cursor } from '../cursor.ts';
import type { Clause, Instruction, Misread, Token } from '../instruction.ts';
import { misread, whyUnclear } from '../misread.ts';
import { isPathLike } from '../scope.ts';
import { readOptions, takeOptions } from './replace-options.ts';
import type { ReplaceOptions } from './replace-options.ts';

/** Verbs with the words that may come between the term and its replacement. */
const separators: Record<string, string[]> = {
  replace: ['with', 'by'],
  change: ['to', 'into'],
  rename: ['to', 'into', 'as'],
  swap: ['with', 'for', 'to'],
  substitute: ['with', 'by', 'for'],
  exchange: ['with', 'for'],
  switch: ['to', 'with'],
  update: ['to'],
};

/** Returns the words that separate a term from its replacement after this verb; undefined for other verbs. */
export function separatorsOf(verb: string): string[] | undefined {
  return Object.hasOwn(separators, verb) ? separators[verb] : undefined;
}

/** Verbs with many meanings, so that their terms need quotes. */
const quotesNeeded = new Set(['exchange', 'switch', 'update']);

/** Reads `Replace "A" with "B"`, `Rename A to B`, `Find A and replace it with B`, `Use B instead of A`. */
export const replaceGrammar = (clause: Clause): Instruction | Misread | undefined => {
  const cursor = new Cursor(clause);
  if (cursor.take('use', 'write', 'say')) return readInstead(clause, cursor);
  if (cursor.take('find and replace', 'search and replace')) return readPair(clause, cursor, 'replace', ['with', 'by']);
  if (cursor.take('find', 'search for')) return readPair(clause, cursor, 'replace', ['and']);
  const verb = cursor.word();
  const words = separatorsOf(verb);
  if (words === undefined) return undefined;
  cursor.advance();
  return readPair(clause, cursor, verb, words);
};

function readPair(clause: Clause, cursor: Cursor, verb: string, words: string[]): Instruction | Misread | undefined {
  skipNoun(cursor);
  const isPage = cursor.take('the page', 'page', 'the file', 'file');
  const options = takeOptions(cursor) ?? {};
  const from = phraseBefore(cursor, [...words, '->', '→', '=>'], options);
  if (from === undefined)
    return misread(`it is unclear what to ${verb} and what to put there: ${verb} "A" ${words[0]} "B"`);
  if (from === 'twice') return misread(`"${words[0]}" stands there more than once; put both terms into quotes`);
  const separator = cursor.word() || cursor.next?.text;
  cursor.advance();
  if (separator === 'and' && !cursor.take('replace it with', 'replace them with', 'change it to', 'change them to'))
    return undefined;
  const to = readReplacement(cursor, options);
  if (to === undefined) return misread('it is unclear what to put there');
  if (to === 'rest')
    return misread(`after the replacement only "in <path>", "including code" and "keep the case" can stand`);
  return pairOf(clause, { verb, separator, isPage, from, to }, options);
}

interface ReadPair {
  verb: string;
  separator: string | undefined;
  /** Whether the term is called a page. */
  isPage: boolean;
  from: Token[];
  to: Token[];
}

function pairOf(
  clause: Clause,
  { verb, separator, isPage, from, to }: ReadPair,
  options: ReplaceOptions,
): Instruction | Misread | undefined {
  if (quotesNeeded.has(verb) && from[0]?.kind !== 'quoted') return undefined;
  const pair = verb === 'substitute' && separator === 'for' ? { from: to, to: from } : { from, to };
  if (isPage) return verb === 'rename' || verb === 'change' ? renamedPage(termOf(clause, from), to) : undefined;
  return makeInstruction(clause, pair, options, verb === 'rename' && isPathLike(from[0]));
}

function renamedPage(page: string, to: Token[]): Instruction | Misread {
  const [path] = to;
  if (path === undefined || to.length > 1 || !isPathLike(path)) {
    return misread('a page gets another address by: move <page> to <path>; its title, by replacing the words in it');
  }
  return { kind: 'move-page', page, to: path.text, intoFolder: path.text.endsWith('/') };
}

/** Reads `Use "B" instead of "A"`. */
function readInstead(clause: Clause, cursor: Cursor): Instruction | Misread | undefined {
  const options: ReplaceOptions = {};
  const to = phraseBefore(cursor, ['instead', 'rather'], options);
  if (to === undefined || to === 'twice' || !cursor.take('instead of', 'rather than')) return undefined;
  const from = readReplacement(cursor, options);
  if (from === undefined || from === 'rest') return undefined;
  return makeInstruction(clause, { from, to }, options, false);
}

function makeInstruction(
  clause: Clause,
  pair: { from: Token[]; to: Token[] },
  options: ReplaceOptions,
  mayBePage: boolean,
): Instruction | Misread {
  const [from, to] = [termOf(clause, pair.from), termOf(clause, pair.to)];
  const unclear = whyUnclear(pair.from, from, 'from') ?? whyUnclear(pair.to, to, 'to');
  if (unclear !== undefined) return misread(unclear);
  if (from === '' || to === '') return misread('a term or its replacement is empty');
  if (from.length > longestTerm) return misread(`a term can have at most ${longestTerm} characters`);
  return {
    kind: 'replace',
    from,
    to,
    ...(options.within === undefined ? {} : { within: options.within }),
    ...(options.except === undefined ? {} : { except: options.except }),
    ...(options.including === undefined ? {} : { including: options.including }),
    includingCode: options.includingCode === true,
    keepCase: options.keepCase === true,
    mayBePage,
  };
}

const longestTerm = 500;

function termOf(clause: Clause, tokens: readonly Token[]): string {
  const [only] = tokens;
  if (tokens.length === 1 && only !== undefined) return only.text.trim();
  return new Cursor(clause).written(tokens);
}

const countedNouns = ['occurrences', 'occurrence', 'mentions', 'mention', 'instances', 'instance', 'uses'].map(
  (noun) => `${noun} of`,
);

/** Skips `all occurrences of the term`, which adds nothing to the term. */
function skipNoun(cursor: Cursor): void {
  const start = cursor.mark();
  cursor.skip('all', 'every', 'each', 'any', 'the');
  const counted = cursor.take(...countedNouns);
  if (!counted) cursor.return(start);
  const noun = cursor.mark();
  const article = cursor.take('the');
  const named = cursor.take(
    'product name',
    'word',
    'words',
    'term',
    'terms',
    'phrase',
    'name',
    'string',
    'text',
    'wording',
  );
  if (!named || (!article && cursor.next?.kind !== 'quoted')) cursor.return(noun);
  if (cursor.word() === 'all' && cursor.mark() === start) cursor.advance();
}

/**
 * Returns the tokens up to a separator, with options in between; `twice` when it is not clear which separator is meant.
 */
function phraseBefore(
  cursor: Cursor,
  words: readonly string[],
  options: ReplaceOptions,
): Token[] | 'twice' | undefined {
  const isSeparator = (token: Token) => token.kind === 'word' && words.includes(token.text.toLowerCase());
  if (cursor.next?.kind === 'quoted') {
    const phrase = cursor.since(cursor.mark(), cursor.mark() + 1);
    cursor.advance();
    Object.assign(options, takeOptions(cursor));
    return cursor.next !== undefined && isSeparator(cursor.next) ? phrase : undefined;
  }
  const rest = cursor.rest();
  const index = rest.findIndex(isSeparator);
  if (index < 1) return undefined;
  const quoted = rest.findIndex((token) => token.kind === 'quoted');
  const unquoted = rest.slice(index + 1, quoted === -1 ? undefined : quoted);
  if (unquoted.some(isSeparator)) return 'twice';
  const start = cursor.mark();
  cursor.return(start + index);
  return cursor.since(start);
}

/** Reads the replacement and the options after it; `rest` when something else follows. */
function readReplacement(cursor: Cursor, options: ReplaceOptions): Token[] | 'rest' | undefined {
  const start = cursor.mark();
  cursor.skip('the');
  if (!cursor.take('word', 'term', 'phrase', 'name', 'text') || cursor.next?.kind !== 'quoted') cursor.return(start);
  if (cursor.atEnd) return undefined;
  const begin = cursor.mark();
  const isQuoted = cursor.next?.kind === 'quoted';
  while (!cursor.atEnd) {
    cursor.advance();
    const end = cursor.mark();
    const found = readOptions(cursor);
    if (found !== undefined) {
      Object.assign(options, found);
      return cursor.since(begin, end);
    }
    cursor.return(end);
    if (isQuoted) return 'rest';
  }
  return undefined;
}
