import { folderOf, isWithin } from '../../text/paths.ts';
import { addressesOf } from '../../site/routes.ts';
import type { DocsView } from '../../view.ts';
import type { FormerPath } from './former-paths.ts';

/** Configuration names few folders: beyond this number, the deeper folders of a very large tree are ignored. */
const maximumFolders = 200;

/**
 * Returns a moved or deleted folder and the folders in it, as configuration names them: `autogenerate: { directory:
 * 'guides' }`, `'/guides/': sidebar`. Returns none if `from` is a file.
 */
export function formerFoldersOf(view: DocsView, after: DocsView, from: string, to?: string): FormerPath[] {
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

/** Returns the prefix of the addresses of a folder's pages, which is also the address of its index page. */
function addressOfFolder(view: DocsView, folder: string): string | undefined {
  const index = `${folder}/index.md`;
  const site = view.sites.of(index);
  return site.kind.addresses.public ? addressesOf(site, index, {})[0] : undefined;
}

/** Returns the new prefix of links to pages of a moved folder: `/guides/` → `/learn/`. */
export function movedPrefix(folders: FormerPath[], prefix: string): string | undefined {
  const bare = prefix.replace(/\/$/, '');
  const former = folders.find(
    ({ address, to }) => address !== undefined && address === bare && to?.address !== undefined,
  );
  return former?.to?.address === undefined ? undefined : former.to.address + prefix.slice(bare.length);
}
