import { extensionOf, isWithin } from './paths.ts';
import type { DocsView } from './view.ts';

/** Files in the docs in a language that is not read: their links and headings are not looked at. */
export interface LeftAlone {
  kind: 'AsciiDoc' | 'reStructuredText';
  files: number;
}

/** Counts the files of other languages in the docs folder, or in what the site makes pages of; none where there are none. */
export function leftAloneIn({ index, sites, folder }: DocsView): LeftAlone[] {
  const counts = new Map<LeftAlone['kind'], number>();
  for (const path of index.files) {
    const kind = languages.get(extensionOf(path));
    if (!kind || !isWithin(path, folder) || isAside(path)) continue;
    const site = sites.of(path);
    if ((site !== sites.rest || sites.main === sites.rest) && !site.excludes(path))
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return [...counts].map(([kind, files]) => ({ kind, files }));
}

const languages: ReadonlyMap<string, LeftAlone['kind']> = new Map([
  ['.rst', 'reStructuredText'],
  ['.rest', 'reStructuredText'],
  ['.adoc', 'AsciiDoc'],
  ['.asciidoc', 'AsciiDoc'],
  ['.asc', 'AsciiDoc'],
]);

/** What lies in hidden folders and in those of dependencies is no part of the docs. */
function isAside(path: string): boolean {
  return /(?:^|\/)(?:\.[^/]+|node_modules|vendor|fixtures?)\//.test(path);
}
