import { ownFile } from '../own-files/own-files.ts';
import { extensionOf, isWithin } from '../text/paths.ts';
import type { DocsView } from '../view.ts';
import type { PlacedPiece } from './new-names.ts';
import { isPicture, isSearchedForCode } from './searched-files.ts';

/**
 * Returns the changed files of the docs that are not searched for code and that may be programs: templates and
 * components that a project allows by a glob (`.svelte`, `.astro`, `.njk`, `.vue`, `.html`), which builders run, and
 * drawings. A file that moved unchanged brings in nothing.
 */
export function unreadFiles(paths: readonly string[], past: DocsView, present: DocsView): PlacedPiece[] {
  const unread = paths.filter(
    (path) =>
      isWithin(path, past.folder) &&
      (!isSearchedForCode(path) || isForCrawlers(path)) &&
      !isPicture(path) &&
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
        runs: isForCrawlers(path) || isDrawing.test(path) ? 'reader' : 'build',
        key: isForCrawlers(path) ? 'robots.txt, which tells crawlers what to read' : extensionOf(path) || 'no ending',
        seek: '',
        offset: 0,
      },
    }));
}

/**
 * Returns whether a file is `robots.txt`: a text like any other, but one line of it removes a site from all search
 * engines.
 */
function isForCrawlers(path: string): boolean {
  return /(?:^|\/)robots\.txt$/i.test(path);
}

/** Drawings of draw.io and Excalidraw, which are shown in browsers. */
const isDrawing = /\.(?:drawio|excalidraw)$/i;
