import { folderOf, isWithin, type PathIndex } from '../text/paths.ts';
import type { ReadSite } from '../site/kind.ts';
import { joinParts } from '../site/site.ts';
import { readRedirectObjects } from './literal-stores.ts';
import type { RedirectStore } from './redirects.ts';
import { addressSpelling } from './spelling.ts';
import { readNetlifyRedirects, readRedirectLines } from './text-stores.ts';

/**
 * Returns the existing files in which the host of a site finds its redirects: `_redirects` among the static files, and
 * the host's own configuration beside the site. Files in the folders above concern only the main site of a repository.
 */
export function hostStores(index: PathIndex, site: ReadSite, isMain: boolean): RedirectStore[] {
  const spelling = addressSpelling(site, { base: 'both' });
  const besides = isMain ? [site.root, ...parentFolders(site.root)] : [site.root];
  const folders = [...new Set([...site.statics, ...site.contents.map(({ folder }) => folder), ...besides])];
  // Nothing says where a generator that is not known here has its static files, so those are tried that are usual.
  const unknown = isMain && site.config === undefined;
  const usual = unknown ? besides.flatMap((folder) => usualStatics.map((name) => joinParts(folder, name))) : [];
  const lists = [...new Set([...folders, ...usual])]
    .map((folder) => joinParts(folder, '_redirects'))
    .filter((path) => index.isFile(path));
  const first = (name: string) => besides.map((folder) => joinParts(folder, name)).find((path) => index.isFile(path));
  const [vercel, netlify] = [first('vercel.json'), first('netlify.toml')];
  return [
    ...lists.map((path): RedirectStore => {
      return { path, file: 'text', read: ({ text }) => readRedirectLines(text), spelling, owner: 'host' };
    }),
    ...(vercel === undefined ? [] : [vercelStore(vercel, spelling)]),
    ...(netlify === undefined ? [] : [netlifyStore(netlify, spelling)]),
  ];
}

const usualStatics = ['public', 'static', 'src'];

// vercel.com/docs/project-configuration#redirects
function vercelStore(path: string, spelling: RedirectStore['spelling']): RedirectStore {
  const keys = {
    source: 'source',
    target: 'destination',
    besides: '"permanent": true',
    conditions: ['has', 'missing'],
  };
  return {
    path,
    file: 'literal',
    read: ({ text, literal }) =>
      literal.kind === 'map' ? readRedirectObjects(text, { parent: literal, key: 'redirects' }, keys) : undefined,
    spelling,
    owner: 'host',
  };
}

// docs.netlify.com/routing/redirects
function netlifyStore(path: string, spelling: RedirectStore['spelling']): RedirectStore {
  return { path, file: 'text', read: ({ text }) => readNetlifyRedirects(text), spelling, owner: 'host' };
}

/** Returns the parent folders of a folder, the nearest first. */
function parentFolders(folder: string): string[] {
  if (folder === '') return [];
  const parent = folderOf(folder);
  return isWithin(folder, parent) && parent !== folder ? [parent, ...parentFolders(parent)] : [];
}
