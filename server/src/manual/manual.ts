import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { configFile, readContents } from './contents.ts';
import type { Contents } from './contents.ts';
import { readPage } from './page.ts';
import type { ManualPage } from './page.ts';
import { endpointTables, referencePages, referenceSlug } from './reference/pages.ts';
import { openSearch } from './search.ts';
import type { ManualSearch } from './search.ts';

/** The docs of Copydesk, which each installation serves. */
export interface Manual {
  contents: Contents;
  /** In the order of the contents, by slug. */
  pages: ReadonlyMap<string, ManualPage>;
  /** The names of the files in `pictures`. */
  pictures: ReadonlySet<string>;
  folder: string;
  /** Created at the first call. */
  search: () => Promise<ManualSearch>;
}

/**
 * Reads the docs, and generates the API reference.
 *
 * @param openApi the document that the server returns.
 * @throws TypeError when the contents name a page that does not exist.
 */
export async function openManual(folder: string, openApi: object): Promise<Manual> {
  const contents = readContents(await readFile(path.join(folder, configFile), 'utf8'));
  const pictures = new Set(await readdir(path.join(folder, 'pictures')));
  const reference = referencePages(openApi);
  const written = await Promise.all(slugsOf(contents).map(async (slug) => await pageAt(folder, slug)));
  const pages = written.flatMap((page) =>
    page.slug === referenceSlug ? [withTables(page, openApi)].concat(reference) : [page],
  );
  let search: Promise<ManualSearch> | undefined;
  return {
    contents: withReference(contents, reference),
    pages: new Map(pages.map((page) => [page.slug, page])),
    pictures,
    folder,
    search: () => (search ??= openSearch(pages)),
  };
}

/** Lists all pages that the contents name, in their order. */
export function slugsOf({ groups }: Contents): string[] {
  return groups.flatMap(({ items }) => items.map(({ slug }) => slug));
}

async function pageAt(folder: string, slug: string): Promise<ManualPage> {
  const text = await readFile(path.join(folder, `${slug === '' ? 'index' : slug}.md`), 'utf8');
  return readPage(slug, text);
}

function withTables(page: ManualPage, openApi: object): ManualPage {
  return { ...page, markdown: `${page.markdown.trimEnd()}\n\n${endpointTables(openApi)}\n` };
}

/** Puts the groups of endpoints into the contents, below the page that lists them. */
function withReference(contents: Contents, reference: ManualPage[]): Contents {
  const added = reference.map(({ slug, title }) => ({ title: title.replace('API: ', ''), slug }));
  const groups = contents.groups.map(({ title, items }) => ({
    title,
    items: items.flatMap((item) => (item.slug === referenceSlug ? [item].concat(added) : [item])),
  }));
  return { ...contents, groups };
}
