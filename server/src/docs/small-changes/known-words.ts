import type { DocsView } from '../view.ts';
import type { PageChange } from './page-change.ts';

type Word = PageChange['words'][number];

/**
 * Returns why the docs do not prove that words were misspelt, or undefined if they do: after the change, no page uses a
 * word that was replaced, and before it, some page used the word that replaces it. `now` for `not` or `public` for
 * `pubic` would be misspellings of this kind only in docs without the word that was there. Code counts too, since what
 * is named so is spelt so.
 */
export async function whyUnproven(
  before: DocsView,
  after: DocsView,
  words: readonly Word[],
): Promise<string | undefined> {
  if (words.length === 0) return undefined;
  const known = await usedIn(before, new Set(words.map(({ to }) => to.toLowerCase())));
  const unknown = words.find(({ to }) => !known.has(to.toLowerCase()));
  if (unknown !== undefined) return `the docs use "${unknown.to}" nowhere else, so it may be no word`;
  const still = await usedIn(after, new Set(words.map(({ from, to }) => (isSame(from, to) ? '' : from.toLowerCase()))));
  const [used] = still;
  return used === undefined ? undefined : `the docs use "${used}" elsewhere, so it may be meant`;
}

/** Only the case differs, as in `Github`: the docs use the word either way. */
function isSame(from: string, to: string): boolean {
  return from.toLowerCase() === to.toLowerCase();
}

/** Returns those of the words, all in lower case, that pages use. */
async function usedIn(view: DocsView, words: ReadonlySet<string>): Promise<Set<string>> {
  const found = new Set<string>();
  const sought = [...words].filter((word) => word !== '');
  for (const path of view.pages) {
    if (found.size === sought.length) break;
    const text = await view.text(path);
    if (text.kind !== 'known') continue;
    const lower = text.value.toLowerCase();
    for (const word of sought) if (!found.has(word) && holdsWord(lower, word)) found.add(word);
  }
  return found;
}

function holdsWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    if (!letter.test(text[at - 1] ?? ' ') && !letter.test(text[at + word.length] ?? ' ')) return true;
  }
  return false;
}

const letter = /[\p{L}\p{M}\p{N}_]/u;
