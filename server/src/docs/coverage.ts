import { extensionOf, isWithin } from './paths.ts';
import type { Counts } from './check/tally.ts';
import type { DocsView } from './view.ts';

/** What a check has looked at, and what it has not. */
export interface Coverage extends Counts {
  /** What people call the kind of the site; where none was recognised, links lead as code hosts follow them. */
  site: { label: string; isRecognised: boolean };
  leftAlone: LeftAlone[];
}

/** What is told of a check besides what it found. */
export function coverageOf(view: DocsView, counts: Counts): Coverage {
  const { main, rest } = view.sites;
  return { site: { label: main.kind.label, isRecognised: main !== rest }, ...counts, leftAlone: leftAloneIn(view) };
}

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
