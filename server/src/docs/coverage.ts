import { extensionOf, isWithin } from './text/paths.ts';
import type { Counts } from './check/tally.ts';
import type { DocsView } from './view.ts';

/** What a check has read, and what it has not. */
export interface Coverage extends Counts {
  /** The kind of the site as people write it. If none was recognised, links are resolved as code hosts do. */
  site: { label: string; isRecognised: boolean };
  leftAlone: UncheckedFiles[];
}

/** Returns what a check reports besides its findings. */
export function coverageOf(view: DocsView, counts: Counts): Coverage {
  const { main, rest } = view.sites;
  return { site: { label: main.kind.label, isRecognised: main !== rest }, ...counts, leftAlone: leftAloneIn(view) };
}

/** Files of the docs in an unsupported format: their links and headings are not checked. */
export interface UncheckedFiles {
  kind: 'AsciiDoc' | 'reStructuredText';
  files: number;
}

/**
 * Counts the files in other formats in the docs folder, or among the pages of the site. Formats without files are left
 * out.
 */
export function leftAloneIn({ index, sites, folder }: DocsView): UncheckedFiles[] {
  const counts = new Map<UncheckedFiles['kind'], number>();
  for (const path of index.files) {
    const kind = languages.get(extensionOf(path));
    if (!kind || !isWithin(path, folder) || isAside(path)) continue;
    const site = sites.of(path);
    if ((site !== sites.rest || sites.main === sites.rest) && !site.excludes(path))
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return [...counts].map(([kind, files]) => ({ kind, files }));
}

const languages: ReadonlyMap<string, UncheckedFiles['kind']> = new Map([
  ['.rst', 'reStructuredText'],
  ['.rest', 'reStructuredText'],
  ['.adoc', 'AsciiDoc'],
  ['.asciidoc', 'AsciiDoc'],
  ['.asc', 'AsciiDoc'],
]);

/** Returns whether a path is in a hidden folder or in dependencies, which do not belong to the docs. */
function isAside(path: string): boolean {
  return /(?:^|\/)(?:\.[^/]+|node_modules|vendor|fixtures?)\//.test(path);
}
