import { CopydeskError } from '@copydesk/contract/errors';
import { fallenBack } from '../links/respell.ts';
import { mapBounded } from '../map-bounded.ts';
import { addressOfLink } from '../redirects/open.ts';
import type { Site } from '../site/kind.ts';
import { within } from '../site/site.ts';
import type { DocsView } from '../view.ts';
import { addressAt, type NewEnd } from './end.ts';
import { languageEndings, type LanguageEnding } from './languages.ts';

/** A file that is no longer where it was, and what readers of its page are led on to. */
export interface Ending {
  path: string;
  site: Site;
  /** Where its page was, below the site's base; undefined for what was no page. */
  address: string | undefined;
  to: NewEnd | undefined;
  /** The same for readers of languages that it was not translated to, where they are told. */
  inLanguages?: LanguageEnding[];
  /** Whether it is a folder; its address stands before those of its pages. */
  isFolder?: boolean;
}

/** @param after the docs with the pages where they will be */
export async function endingsOf(
  view: DocsView,
  after: DocsView,
  paths: string[],
  endFor: (path: string) => Promise<NewEnd | undefined>,
): Promise<Ending[]> {
  return await mapBounded(paths, 32, async (path) => {
    const to = await endFor(path);
    const inLanguages = await languageEndings(view, path, after, to);
    return { path, site: view.sites.of(path), address: await addressAt(view, path), to, inLanguages };
  });
}

/** A page by its path. `file` is what it is called before the change. */
export async function pageEnd(view: DocsView, path: string, file = path): Promise<NewEnd> {
  return { address: await addressAt(view, path), path, file };
}

/**
 * What a person means by a path, an address or a URL.
 * @throws CopydeskError `path_refused` when there is no such page.
 */
export async function endOf(view: DocsView, target: string): Promise<NewEnd> {
  if (/^https?:\/\//i.test(target)) return { address: undefined, url: new URL(target).href };
  const [, place = '', hash = ''] = /^([^#]*)(#.*)?$/.exec(target) ?? [];
  if (view.index.isFile(place) && view.isPage(place)) return { ...(await pageEnd(view, place)), hash };
  const { main } = view.sites;
  await view.loadRoutes();
  const from = within(main.contents[0]?.folder ?? main.root, 'index.md');
  const link = place.startsWith('/') ? place : `/${place}`;
  const found = view.resolveQuickly(from, link, 'link');
  if (found.kind === 'found' && found.path !== undefined) {
    const end = await pageEnd(view, found.path);
    const named = addressOfLink(main, link);
    // `/hi/a`, where the page `a` stands for its translation, is another place than `/a`.
    const isOther = named !== undefined && fallenBack(main, found.path, named).length > 0;
    return { ...end, address: isOther ? named : end.address, hash };
  }
  throw new CopydeskError(
    'path_refused',
    `There is no page ${target} to redirect to. Give the path of a page, its address or a URL.`,
  );
}
