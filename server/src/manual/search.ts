import { setImmediate } from 'node:timers/promises';
import MiniSearch from 'minisearch';
import type { SearchOptions } from 'minisearch';
import { sectionsOf } from './markdown/render.ts';
import type { ManualPage } from './page.ts';

/** A section that was found. */
export interface SearchHit {
  slug: string;
  /** The anchor of the section; '' for the beginning of the page. */
  anchor: string;
  page: string;
  heading: string;
  /** Some words around the first match. */
  excerpt: Excerpt;
}

/** Pieces of text, each with whether it matches the search. */
export type Excerpt = { text: string; isFound: boolean }[];

/** Finds sections of the docs by words, best first. */
export type ManualSearch = (asked: string, limit: number) => SearchHit[];

interface Indexed {
  id: number;
  slug: string;
  anchor: string;
  page: string;
  heading: string;
  words: string;
}

const longestQuery = 120;
const mostTerms = 8;
const excerptLength = 180;

/**
 * Indexes all pages, one page per turn of the event loop: half a megabyte takes about 0.2 s in all. A word finds terms
 * that begin with it. When nothing does, it also finds similar spellings, and sections with only some of the words.
 */
export async function openSearch(pages: readonly ManualPage[]): Promise<ManualSearch> {
  const index = new MiniSearch<Indexed>({
    fields: ['page', 'heading', 'words'],
    processTerm: (term) => term.toLowerCase(),
    tokenize: wordsIn,
  });
  const sections: Indexed[] = [];
  for (const { slug, title, markdown, searched = markdown } of pages) {
    const found = sectionsOf(searched).map(({ level, id, text, words }, position) => ({
      id: sections.length + position,
      slug,
      anchor: level === 1 ? '' : id,
      page: title,
      heading: text,
      words: words.trim(),
    }));
    sections.push(...found);
    index.addAll(found);
    await setImmediate();
  }
  return (asked, limit) => {
    const terms = termsOf(asked.slice(0, longestQuery)).slice(0, mostTerms);
    if (terms.length === 0) return [];
    const query: SearchOptions = { ...searchOptions, tokenize: () => terms };
    const ways: SearchOptions[] = [
      { combineWith: 'AND' },
      { combineWith: 'AND', fuzzy: editsAllowed },
      { fuzzy: editsAllowed },
    ];
    const found = firstFound(ways.map((way) => () => index.search(asked, { ...query, ...way })));
    return found.slice(0, limit).flatMap(({ id, terms: matched }) => {
      const section = sections[Number(id)];
      return section === undefined ? [] : [hitOf(section, matched)];
    });
  };
}

/** Returns how many edits a word may need. Two swapped letters count as two. */
function editsAllowed(term: string): number | false {
  if (term.length < 5) return false;
  return term.length < 6 ? 1 : 2;
}

function firstFound<T>(searches: (() => T[])[]): T[] {
  for (const search of searches) {
    const found = search();
    if (found.length > 0) return found;
  }
  return [];
}

const searchOptions: SearchOptions = {
  prefix: true,
  boost: { page: 3, heading: 10 },
  weights: { prefix: 0.7, fuzzy: 0.2 },
};

/** Words that almost every section contains. They count only when nothing else is searched for. */
const smallWords = new Set(
  'a an and are as at be by can do does for from how i in is it my of on or that the this to what when where which with'.split(
    ' ',
  ),
);

function termsOf(asked: string): string[] {
  const words = asked.match(word) ?? [];
  const rare = words.filter((one) => !smallWords.has(one.toLowerCase()));
  return rare.length > 0 ? rare : words;
}

const word = /[\p{L}\p{N}]+(?:[._-][\p{L}\p{N}]+)*/gu;

/** Names such as `COPYDESK_DATA_DIR` and `job.completed` are found as a whole and by their parts. */
function wordsIn(text: string): string[] {
  return (text.match(word) ?? []).flatMap((whole) =>
    /[._-]/.test(whole) ? [whole].concat(whole.split(/[._-]/)) : [whole],
  );
}

function hitOf({ slug, anchor, page, heading, words }: Indexed, matched: string[]): SearchHit {
  return { slug, anchor, page, heading, excerpt: excerptOf(words, matched) };
}

/** Terms contain no other special characters. */
function escapeTerm(term: string): string {
  return term.replaceAll('.', String.raw`\.`);
}

function excerptOf(words: string, matched: string[]): Excerpt {
  const alternatives = matched.toSorted((one, other) => other.length - one.length).map(escapeTerm);
  const pattern = new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${alternatives.join('|')})`, 'giu');
  const first = Math.max(0, words.search(pattern));
  const begin = first < excerptLength / 3 ? 0 : words.lastIndexOf(' ', first - excerptLength / 3) + 1;
  const cut = words.slice(begin, begin + excerptLength);
  const end = begin + cut.length < words.length ? Math.max(cut.lastIndexOf(' '), 1) : cut.length;
  const text = cut.slice(0, end).toWellFormed();
  const excerpt: Excerpt = begin > 0 ? [{ text: '… ', isFound: false }] : [];
  let at = 0;
  for (const { 0: found, index } of text.matchAll(pattern)) {
    excerpt.push({ text: text.slice(at, index), isFound: false }, { text: found, isFound: true });
    at = index + found.length;
  }
  excerpt.push({ text: text.slice(at) + (begin + end < words.length ? ' …' : ''), isFound: false });
  return excerpt.filter(({ text: piece }) => piece !== '');
}
