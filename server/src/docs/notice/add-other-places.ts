import { mapBounded } from '../map-bounded.ts';
import type { FindFiles } from '../page-code/new-names.ts';
import { isMarkdown } from '../text/paths.ts';
import type { DocsView } from '../view.ts';
import { paragraphsOf } from './repeated.ts';
import type { GrownParagraph } from './repeated.ts';

/**
 * How many paragraphs are searched for. Each is a search of all docs: with 48,000 pages it takes a tenth of a second.
 */
const maximumSearches = 8;
const mostFiles = 3;
const inFlight = 2;
/** How many characters of a paragraph's longest line are searched for. */
const maximumSearchLength = 200;

/**
 * Adds the places of paragraphs in unchanged pages: a paragraph that was copied from one of them exists twice now.
 * Searches for the longest paragraphs by one of their lines.
 *
 * @returns how many of `grown` were not searched for.
 */
export async function addOtherPlaces(
  after: DocsView,
  grown: readonly GrownParagraph[],
  { changed, find }: { changed: ReadonlySet<string>; find: FindFiles },
): Promise<number> {
  const single = grown.filter(({ places }) => places.length === 1).sort((a, b) => b.text.length - a.text.length);
  await mapBounded(single.slice(0, maximumSearches), inFlight, async ({ places, text, key }) => {
    const files = await find(longestLine(text), changed.size + mostFiles);
    const others = files.filter((path) => isMarkdown(path) && !changed.has(path));
    for (const path of others.slice(0, mostFiles)) {
      const other = await after.text(path);
      if (other.kind !== 'known') continue;
      const same = paragraphsOf({ path, text: other.value }).find((paragraph) => paragraph.key === key);
      if (same !== undefined) places.push({ path, line: same.line });
    }
  });
  return Math.max(0, single.length - maximumSearches);
}

function longestLine(text: string): string {
  const lines = text.split(/\r\n?|\n/).map((line) => line.trim());
  const longest = lines.reduce((one, other) => (other.length > one.length ? other : one), '');
  return longest.slice(0, maximumSearchLength).toWellFormed();
}
