import { leftAloneIn, type UncheckedFiles } from './coverage.ts';
import { navigationOf } from './navigation/sources.ts';
import { isWithin } from './text/paths.ts';
import type { Content, TitleRules } from './site/kind.ts';
import { contentOf } from './site/site.ts';
import type { DocsView } from './view.ts';

/** What an editor must know about a site. */
export interface SiteSummary {
  /** The name of its kind, and how people write it. */
  kind: string;
  label: string;
  /** Whether a kind of site was recognised; otherwise the docs are a plain folder of Markdown. */
  isRecognised: boolean;
  /** Whether pages state their titles and descriptions in front matter. */
  frontMatter: TitleRules['frontMatter'];
  /** Its folder; '' at the top. */
  root: string;
  /** The folder that is checked; '' for the whole tree. */
  docsFolder: string;
  /** The folders of its docs, the usual one first, with the addresses under which they are served. */
  folders: { path: string; routes: string[] }[];
  /** The pages that readers can reach. */
  pages: string[];
  /** The files that list pages. */
  navigation: string[];
  /** How many files of the docs are in other formats, and are not read. */
  leftAlone: UncheckedFiles[];
}

export async function summarise(view: DocsView): Promise<SiteSummary> {
  const { main, rest } = view.sites;
  const { name, label, titles } = main.kind;
  const sources = await Promise.all(view.sites.all.map((site) => navigationOf(view, site)));
  return {
    kind: name,
    label,
    isRecognised: main !== rest,
    frontMatter: titles.frontMatter,
    root: main.root,
    docsFolder: view.folder,
    folders: foldersOf(view).map(({ folder, routes }) => ({ path: folder, routes })),
    pages: view.pages,
    navigation: [...new Set(sources.flat().map(({ path }) => path))],
    leftAlone: leftAloneIn(view),
  };
}

/**
 * Returns the folders of originals. The first of those with many pages is the usual one: a site may begin with a small
 * translation.
 */
function foldersOf({ sites, pages }: DocsView): Content[] {
  const { main } = sites;
  const own = main.contents.filter(({ kind, fallback }) => kind === 'docs' && fallback === undefined);
  // A folder around other content folders is mounted only for some of its files.
  const folders = own.filter(
    ({ folder }) => !own.some((other) => other.folder !== folder && isWithin(other.folder, folder)),
  );
  const counts = new Map<Content | undefined, number>();
  for (const path of pages) {
    const content = sites.of(path) === main ? contentOf(main, path) : undefined;
    counts.set(content, (counts.get(content) ?? 0) + 1);
  }
  const countOf = (content: Content) => counts.get(content) ?? 0;
  const most = Math.max(0, ...folders.map(countOf));
  const usual = folders.find((content) => countOf(content) * 2 >= most);
  return usual === undefined ? folders : [usual, ...folders.filter((content) => content !== usual)];
}
