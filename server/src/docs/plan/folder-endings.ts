import { folderOf, isWithin } from '../paths.ts';
import { addressesOf } from '../site/routes.ts';
import type { DocsView } from '../view.ts';
import type { Ending } from './endings.ts';

/** Configuration names few folders: those deeper in a tree of very many are not looked for. */
const maximumFolders = 200;

/**
 * A folder that is moved or deleted, and those in it, as configuration names them: `autogenerate: { directory: 'guides' }`,
 * `'/guides/': sidebar`. None where `from` is a file.
 */
export function folderEndingsOf(view: DocsView, after: DocsView, from: string, to?: string): Ending[] {
  if (view.index.isFile(from)) return [];
  const folders = new Set([from]);
  for (const path of view.index.files) {
    if (!isWithin(path, from)) continue;
    for (let folder = folderOf(path); folder !== from && !folders.has(folder); folder = folderOf(folder))
      folders.add(folder);
  }
  return [...folders].slice(0, maximumFolders).map((path) => {
    const end = to === undefined ? undefined : to + path.slice(from.length);
    const moved = end === undefined ? undefined : { address: addressOfFolder(after, end), path: end, file: path };
    return {
      path,
      site: view.sites.of(`${path}/index.md`),
      address: addressOfFolder(view, path),
      to: moved,
      isFolder: true,
    };
  });
}

/** What stands before the addresses of its pages, which is where a page of its own would be. */
function addressOfFolder(view: DocsView, folder: string): string | undefined {
  const index = `${folder}/index.md`;
  const site = view.sites.of(index);
  return site.kind.addresses.public ? addressesOf(site, index, {})[0] : undefined;
}

/** What is put in front of links to pages of a folder, where the folder has moved: `/guides/` → `/learn/`. */
export function movedPrefix(folders: Ending[], prefix: string): string | undefined {
  const bare = prefix.replace(/\/$/, '');
  const ending = folders.find(
    ({ address, to }) => address !== undefined && address === bare && to?.address !== undefined,
  );
  return ending?.to?.address === undefined ? undefined : ending.to.address + prefix.slice(bare.length);
}
