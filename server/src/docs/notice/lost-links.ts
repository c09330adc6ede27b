import { stemOf } from '../text/paths.ts';
import type { ComparedLink, ComparedPage } from './compared-page.ts';
import { wordsOf } from './words.ts';

/** Ways to match a link with one from before the change, most reliable first. */
const matchKeys: ((link: ComparedLink) => string)[] = [
  // In the same line: first on the same page, then on another page that received the line. Thus a lost link is reported
  // where it was.
  (link) => `${link.path}\n${withWords(link)}`,
  // Definitions are skipped here: if two pages have the same one, one copy is enough.
  (link) => (link.isDefinition ? '' : withWords(link)),
  // The same page first, because translations have links with the same targets.
  ({ path, label, target }) => `${path}\n${label}\n${target}`,
  ({ path, target }) => `${path}\n${target}`,
  ({ label, target }) => `${label}\n${target}`,
  ({ target }) => target,
  // From another page, the same file has another relative path.
  ({ target }) => nameIn(target),
  // A link that has a new target is not lost.
  ({ label }) => label,
  // If a term is renamed, a link's text and anchor change together, and its line stays.
  ({ path, target }) => (target.startsWith('#') ? '' : `${path}\n${target.replace(/[?#].*$/s, '')}`),
  ({ path, line }) => `${path}\n${line}`,
];

function withWords({ label, target, words }: ComparedLink): string {
  return `${label}\n${target}\n${words.slice(0, wordsCompared)}`;
}

/** How many characters of a line are compared. A line may contain thousands of links. */
const wordsCompared = 200;

/**
 * Finds links that a change lost. A link of a removed page counts only if the words of its line still exist, in the
 * page that received them. All other links went with the page on purpose.
 */
export function findLostLinks(was: ComparedPage[], is: ComparedPage[], removed: ReadonlySet<string>) {
  const lost = withoutKept(
    was.flatMap(({ links }) => links),
    is.flatMap(({ links }) => links),
  ).slice(0, mostLost);
  const texts = new Map(was.map(({ path, text }) => [path, text]));
  const words = new Set(is.flatMap(({ text }) => text.split(/\r\n?|\n/).map(wordsOf)));
  const defined = new Set(is.flatMap(({ links }) => links.filter((link) => link.isDefinition).map(definitionOf)));
  return lost.flatMap((link) => {
    // Text that moves to a page with the same definition needs no second one.
    if (link.isDefinition && removed.has(link.path) && defined.has(definitionOf(link))) return [];
    const text = texts.get(link.path) ?? '';
    if (removed.has(link.path) && !words.has(link.words)) return [];
    return [{ path: link.path, line: link.line, text: text.slice(link.start, link.end) }];
  });
}

/** More than are reported, because most may have gone with their pages. */
const mostLost = 500;

function withoutKept(was: ComparedLink[], is: ComparedLink[]): ComparedLink[] {
  let [gone, left] = [was, is];
  for (const matchKey of matchKeys) {
    const pool = Map.groupBy(left, matchKey);
    pool.delete('');
    gone = gone.filter((link) => pool.get(matchKey(link))?.pop() === undefined);
    left = [...pool.values()].flat().concat(left.filter((link) => matchKey(link) === ''));
  }
  return gone;
}

function definitionOf({ label, target }: ComparedLink): string {
  return `${label.toLowerCase()}\n${target}`;
}

/** `../guide/setup.md#run` → `setup#run`. */
function nameIn(target: string): string {
  const [, path = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(target) ?? [];
  return `${stemOf(path.replace(/\/$/, ''))}${rest}`.toLowerCase();
}
