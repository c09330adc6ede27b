import { plainText } from '../answer-text.ts';
import type { Pages } from '../answers.ts';
import type { Question } from '../tree.ts';

/** A page that a search found. */
interface Hit {
  path: string;
  /** How many different words of the question its text contains. */
  words: number;
}

/** More than are shown to a model, because some pages cannot be read as AI readers get them. */
const mostFound = 10;

/**
 * Searches the docs for pages about each question: those whose texts contain most of its different words come first, and
 * ties are sorted by path. All pages are read once for all questions. A page without any of the words is not found.
 */
export async function searchPages(questions: readonly Question[], pages: Pages): Promise<Map<Question, string[]>> {
  const searches = questions.map((question) => ({ question, words: wordsOf(question.text), hits: new Array<Hit>() }));
  for (const path of searches.length === 0 ? [] : pages.paths()) {
    const text = await pages.passing(path);
    if (text === undefined) continue;
    const contained = wordsOf(text);
    for (const { words, hits } of searches) {
      if (pages.slice.isOver()) await pages.slice.next();
      addHit(hits, { path, words: countShared(words, contained) });
    }
  }
  return new Map(searches.map(({ question, hits }) => [question, hits.map(({ path }) => path)]));
}

/** Words of three letters or more. Shorter ones are in nearly all pages. */
function wordsOf(text: string): Set<string> {
  return new Set(plainText(text).match(/\p{L}{3,}/gu));
}

function countShared(words: ReadonlySet<string>, contained: ReadonlySet<string>): number {
  let shared = 0;
  for (const word of words) if (contained.has(word)) shared += 1;
  return shared;
}

/** Adds a hit to the best ones, most words first. */
function addHit(hits: Hit[], hit: Hit): void {
  if (hit.words === 0) return;
  hits.push(hit);
  hits.sort((one, other) => other.words - one.words || (one.path < other.path ? -1 : 1));
  hits.length = Math.min(hits.length, mostFound);
}
