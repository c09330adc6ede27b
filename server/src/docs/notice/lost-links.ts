import { stemOf } from '../paths.ts';
import type { LinkSeen, PageSeen } from './page-seen.ts';
import { wordsOf } from './words.ts';

/** In how many ways a link may be the same as one before, the surest first. */
const likenesses: ((link: LinkSeen) => string)[] = [
  // In the same line, of its own page or of another that took it in: what is lost is told where it stood.
  (link) => `${link.path}\n${withWords(link)}`,
  // Of a definition that two pages have, one is enough.
  (link) => (link.isDefinition ? '' : withWords(link)),
  // Its own page first: translations have links with the same targets.
  ({ path, label, target }) => `${path}\n${label}\n${target}`,
  ({ path, target }) => `${path}\n${target}`,
  ({ label, target }) => `${label}\n${target}`,
  ({ target }) => target,
  // From another page, the same place has another path.
  ({ target }) => nameIn(target),
  // A link that leads elsewhere now is none that was lost.
  ({ label }) => label,
  // Where a term is renamed, the words of a link and its anchor change together, and its line stays.
  ({ path, target }) => (target.startsWith('#') ? '' : `${path}\n${target.replace(/[?#].*$/s, '')}`),
  ({ path, line }) => `${path}\n${line}`,
];

function withWords({ label, target, words }: LinkSeen): string {
  return `${label}\n${target}\n${words.slice(0, wordsCompared)}`;
}

/** Of a line, as thousands of links may stand in one. */
const wordsCompared = 200;

/**
 * Links that are gone. Of a page that was removed, those count whose words still stand, in the page that took them in:
 * all others went with the page, as was meant.
 */
export function findLostLinks(was: PageSeen[], is: PageSeen[], removed: ReadonlySet<string>) {
  const lost = withoutKept(
    was.flatMap(({ links }) => links),
    is.flatMap(({ links }) => links),
  ).slice(0, mostLost);
  const texts = new Map(was.map(({ path, text }) => [path, text]));
  const words = new Set(is.flatMap(({ text }) => text.split(/\r\n?|\n/).map(wordsOf)));
  const defined = new Set(is.flatMap(({ links }) => links.filter((link) => link.isDefinition).map(definitionOf)));
  return lost.flatMap((link) => {
    // Text that comes to a page with the same definition needs no second one.
    if (link.isDefinition && removed.has(link.path) && defined.has(definitionOf(link))) return [];
    const text = texts.get(link.path) ?? '';
    if (removed.has(link.path) && !words.has(link.words)) return [];
    return [{ path: link.path, line: link.line, text: text.slice(link.start, link.end) }];
  });
}

/** More than are told, since most may have gone with their pages. */
const mostLost = 500;

function withoutKept(was: LinkSeen[], is: LinkSeen[]): LinkSeen[] {
  let [gone, left] = [was, is];
  for (const likeness of likenesses) {
    const pool = Map.groupBy(left, likeness);
    pool.delete('');
    gone = gone.filter((link) => pool.get(likeness(link))?.pop() === undefined);
    left = [...pool.values()].flat().concat(left.filter((link) => likeness(link) === ''));
  }
  return gone;
}

function definitionOf({ label, target }: LinkSeen): string {
  return `${label.toLowerCase()}\n${target}`;
}

/** `../guide/setup.md#run` → `setup#run`. */
function nameIn(target: string): string {
  const [, path = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(target) ?? [];
  return `${stemOf(path.replace(/\/$/, ''))}${rest}`.toLowerCase();
}
