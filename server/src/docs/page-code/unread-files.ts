import { ownFile } from '../own-files/own-files.ts';
import { extensionOf, isWithin } from '../paths.ts';
import type { DocsView } from '../view.ts';
import type { Brought } from './new-names.ts';

/** Files of the docs that are looked into for code. */
export function isLookedInto(path: string): boolean {
  return /^\.(?:md|mdx|markdown|mdown|mkd|mdoc|rst|txt|adoc|asciidoc|org|po|json|ya?ml|toml|svg)$/.test(
    extensionOf(path),
  );
}

/**
 * Files in the docs that nothing here looks into, and that may be programs: templates and components that a project allows by a
 * glob (`.svelte`, `.astro`, `.njk`, `.vue`, `.html`), and diagrams. What is moved as it is brings nothing.
 */
export function unreadFiles(paths: readonly string[], past: DocsView, present: DocsView): Brought[] {
  const unread = paths.filter(
    (path) =>
      isWithin(path, past.folder) &&
      (!isLookedInto(path) || isForCrawlers(path)) &&
      !runsNothing.test(path) &&
      ownFile(path, past.folder, []) === undefined,
  );
  if (unread.length === 0) return [];
  const blobs = new Set(past.tree.entries().map(({ blob }) => blob));
  return unread
    .filter((path) => !blobs.has(present.tree.entry(path)?.blob ?? ''))
    .map((path) => ({
      path,
      line: 1,
      piece: {
        kind: 'unread',
        runs: 'reader',
        key: isForCrawlers(path) ? 'robots.txt, which tells crawlers what to read' : extensionOf(path) || 'no ending',
        seek: '',
        offset: 0,
      },
    }));
}

/** It is text like any other, and takes a site out of all searches in a line. */
function isForCrawlers(path: string): boolean {
  return /(?:^|\/)robots\.txt$/i.test(path);
}

/** Images, films, sound, subtitles and tables. */
const runsNothing =
  /\.(?:png|jpe?g|gif|webp|avif|ico|bmp|apng|tiff?|heic|mp4|webm|mov|m4v|ogv|mp3|ogg|wav|m4a|flac|pdf|vtt|srt|csv|tsv|pot)$/i;
