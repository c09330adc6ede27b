import { stemOf } from '../paths.ts';
import type { LinkSeen, PageSeen } from './page-seen.ts';

/** In how many ways a link may be the same as one before, the surest first. */
const likenesses: ((link: LinkSeen) => string)[] = [
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
    if (removed.has(link.path) && !words.has(wordsOf(lineAround(text, link.start)))) return [];
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

/** The line in which a place of the text stands. */
function lineAround(text: string, at: number): string {
  const start = Math.max(text.lastIndexOf('\n', at - 1), text.lastIndexOf('\r', at - 1)) + 1;
  const length = text.slice(start).search(/[\r\n]/);
  return length < 0 ? text.slice(start) : text.slice(start, start + length);
}

/** Words alone, without the targets of links: what is moved is often another item of a list, or stands deeper. */
function wordsOf(line: string): string {
  return line
    .replaceAll(/\]\([^()\s]*\)/g, ']')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
