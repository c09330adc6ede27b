import { leftAloneIn, type LeftAlone } from './coverage.ts';
import { navigationOf } from './navigation/sources.ts';
import { isWithin } from './paths.ts';
import type { Content, TitleRules } from './site/kind.ts';
import { contentOf } from './site/site.ts';
import type { DocsView } from './view.ts';

/** What an editor has to know of a site. */
export interface SiteSummary {
  /** The name of its kind, and how people write that. */
  kind: string;
  label: string;
  /** Whether there is a kind that claims the docs; it is a plain folder of Markdown elsewhere. */
  isRecognised: boolean;
  /** Whether pages tell their titles and descriptions in front matter. */
  frontMatter: TitleRules['frontMatter'];
  /** Its folder; '' at the top. */
  root: string;
  /** The folder that is looked at; '' for the whole tree. */
  docsFolder: string;
  /** The folders of its docs, the usual one first, with the addresses that they are served under. */
  folders: { path: string; routes: string[] }[];
  /** The pages that readers reach. */
  pages: string[];
  /** The files that list pages. */
  navigation: string[];
  /** How many files in other languages lie in the docs and are left alone. */
  leftAlone: LeftAlone[];
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

/** Originals alone. The first of those with many pages is the usual one: a site may begin with a small translation. */
function foldersOf({ sites, pages }: DocsView): Content[] {
  const { main } = sites;
  const own = main.contents.filter(({ kind, fallback }) => kind === 'docs' && fallback === undefined);
  // A folder around others is mounted for single files of it.
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
