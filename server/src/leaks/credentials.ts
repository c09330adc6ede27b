import { assignedAt, secretNames } from './assigned.ts';
import type { Credential } from './credential.ts';
import { decoded } from './decoded.ts';
import { isExample } from './example.ts';
import { formSearches } from './forms/forms.ts';
import type { Search } from './forms/forms.ts';
import { joined } from './joined.ts';
import { keywordFinder } from './keywords.ts';
import { toAscii } from './forms/other-letters.ts';
import { passwordAt, passwordNames } from './password.ts';
import type { Rewriting } from './rewriting.ts';
import { ruleKeywords, ruleSetCredentials } from './rule-set.ts';

/** The text is searched in pieces of this length, with other work between them: a piece takes half a millisecond. */
const pieceLength = 64 * 1024;
/** Pieces overlap, so that a match across a border is complete in one of them: a private key has 3,300 characters. */
const overlap = 8 * 1024;

/**
 * Returns the credentials in a text that have a known form, in ASCII or in letters that stand for it, sorted by
 * position. Examples and placeholders are left out. If two rules find the same credential, the first one counts.
 *
 * @param signal ends the search between two pieces.
 */
export async function credentialsIn(text: string, signal?: AbortSignal): Promise<Credential[]> {
  const found: Credential[] = [];
  for (let from = 0; from === 0 || from + overlap < text.length; from += pieceLength - overlap) {
    if (from > 0) await new Promise(setImmediate);
    signal?.throwIfAborted();
    const piece = text.slice(from, from + pieceLength);
    const real = [...(await realIn(piece)), ...(await foundInOtherLetters(piece)), ...(await encodedOrSplit(piece))];
    found.push(...real.map(({ rule, start, end }) => ({ rule, start: from + start, end: from + end })));
  }
  return withoutOverlaps(found);
}

async function realIn(piece: string): Promise<Credential[]> {
  return (await foundInPiece(piece)).filter(({ rule, start, end }) => !isExample(piece.slice(start, end), rule));
}

/**
 * Returns those found only after conversion to ASCII. A mark of another form beside a credential, such as a full-width
 * colon, makes no difference.
 */
async function foundInOtherLetters(piece: string): Promise<Credential[]> {
  const ascii = toAscii(piece);
  if (ascii === undefined) return [];
  const { text, isOther, stretchOf } = ascii;
  const others = (await realIn(text)).filter(({ start, end }) => isOther(start, end));
  return others.map((one) => Object.assign(one, stretchOf(one.start, one.end)));
}

/**
 * Returns those that are encoded, escaped, or in several pieces. Of the last, those recognised only by their name are
 * left out.
 */
async function encodedOrSplit(piece: string): Promise<Credential[]> {
  const [decodedPiece, joinedPiece] = [decoded(piece), joined(piece)];
  const inDecoded = decodedPiece === undefined ? [] : placeInOriginal(decodedPiece, await realIn(decodedPiece.text));
  const inJoined = joinedPiece === undefined ? [] : placeInOriginal(joinedPiece, await realIn(joinedPiece.text));
  return [...inDecoded, ...inJoined.filter(({ rule }) => !namedRules.has(rule))];
}

const namedRules: ReadonlySet<string> = new Set(['assigned-value', 'password']);

function placeInOriginal(rewriting: Rewriting, found: readonly Credential[]): Credential[] {
  return found.flatMap(({ rule, start, end }) => {
    const origin = rewriting.originOf(start, end);
    return origin === undefined ? [] : [{ rule, ...origin }];
  });
}

async function foundInPiece(piece: string): Promise<Credential[]> {
  const found: Credential[] = [];
  let isListed = false;
  const { find, searches } = finder();
  const ends = new Map<Search, number>();
  find(piece, (keyword, index) => {
    const { search, isOfSet } = searches[keyword] ?? noSearch;
    if (isOfSet !== undefined) isListed ||= isOfSet(piece, index);
    // A form finds nothing more within its own match.
    if (search === undefined || index < (ends.get(search) ?? 0)) return;
    const one = search(piece, index);
    if (one === undefined) return;
    found.push(one);
    ends.set(search, one.end);
  });
  return isListed ? [...(await ruleSetCredentials(piece)), ...found] : found;
}

/** What to do at a keyword: search there for a form, or decide whether the rule set must read the whole text. */
interface KeywordSearch {
  search?: Search;
  isOfSet?: (text: string, index: number) => boolean;
}

const noSearch: KeywordSearch = {};

interface Finder {
  find: ReturnType<typeof keywordFinder>;
  /** Indexed by the number of the keyword. */
  searches: readonly KeywordSearch[];
}

let made: Finder | undefined;

/** Returns the finder. It is made on first use, which takes a millisecond and a small table. */
function finder(): Finder {
  if (made !== undefined) return made;
  const all: (KeywordSearch & { keyword: string })[] = [
    ...formSearches(),
    ...secretNames.map((keyword) => ({ keyword, search: assignedAt })),
    ...passwordNames.map((keyword) => ({ keyword, search: passwordAt })),
    ...Object.values(ruleKeywords).flatMap((keywords) =>
      keywords.map(({ keyword, at }) => ({ keyword, isOfSet: at === undefined ? () => true : matchesAt(at) })),
    ),
  ];
  made = { find: keywordFinder(all.map(({ keyword }) => keyword)), searches: all };
  return made;
}

function matchesAt(pattern: RegExp): (text: string, index: number) => boolean {
  return (text, index) => {
    pattern.lastIndex = index;
    return pattern.test(text);
  };
}

function withoutOverlaps(found: readonly Credential[]): Credential[] {
  const kept: Credential[] = [];
  for (const one of found.toSorted((a, b) => a.start - b.start)) {
    const last = kept.at(-1);
    if (last === undefined || one.start >= last.end) kept.push(one);
    else if (one.end > last.end) kept[kept.length - 1] = { ...last, end: one.end };
  }
  return kept;
}
