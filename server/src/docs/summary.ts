import { leftAloneIn, type LeftAlone } from './coverage.ts';
import { navigationOf } from './navigation/sources.ts';
import type { TitleRules } from './site/kind.ts';
import type { DocsView } from './view.ts';

/** What an editor has to know of a site. */
export interface SiteSummary {
  /** The name of its kind, and how people write that. */
  kind: string;
  label: string;
  /** Whether there is a kind that claims the docs; it is a plain folder of Markdown elsewhere. */
  isRecognised: boolean;
  /** What to mind on a site of this kind. */
  advice: string;
  /** Whether pages tell their titles and descriptions in front matter. */
  frontMatter: TitleRules['frontMatter'];
  /** Its folder; '' at the top. */
  root: string;
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
  const { name, label, advice, titles } = main.kind;
  const originals = main.contents.filter(({ kind, fallback }) => kind === 'docs' && fallback === undefined);
  const sources = await Promise.all(view.sites.all.map((site) => navigationOf(view, site)));
  return {
    kind: name,
    label,
    isRecognised: main !== rest,
    advice,
    frontMatter: titles.frontMatter,
    root: main.root,
    folders: originals.map(({ folder, routes }) => ({ path: folder, routes })),
    pages: view.pages,
    navigation: [...new Set(sources.flat().map(({ path }) => path))],
    leftAlone: leftAloneIn(view),
  };
}
