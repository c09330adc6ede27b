import type { FindPage } from '../../navigation/navigation.ts';
import { baseName, extensionOf, folderOf, isWithin, joinPath, pathWithin, relativePath } from '../../paths.ts';
import type { Site, SiteView } from '../../site/kind.ts';
import { within } from '../../site/site.ts';
import { sourceEndings } from './links.ts';

/** Pages by their document names: from the folder of the file, or from the top behind a slash; the ending may be there. */
export function findPagesByDocument({ index }: SiteView, site: Site, folder: string): FindPage {
  const top = site.contents[0]?.folder ?? site.root;
  return (value) => {
    const path = value.startsWith('/') ? within(top, value) : joinPath(folder, value);
    if (path === undefined || path === '') return { path: undefined, sure: false };
    const ending = ['', ...sourceEndings].find(
      (candidate) => isSource(path + candidate) && index.isFile(path + candidate),
    );
    if (ending !== undefined) return { path: path + ending, sure: true };
    // What extensions write while they build lies in folders of its own.
    const inner = isWithin(path, top) ? `/${pathWithin(path, top)}` : path;
    // Notebooks are kept in many formats, and the configuration may say how they are read: `page.Rmd`.
    const isOther = [...index.namesIn(folderOf(path))].includes(baseName(path));
    const isMade =
      isOther || site.generated.some((prefix) => isWithin(inner, prefix)) || !index.isFolder(folderOf(path));
    return { path: undefined, sure: !isMade && !index.isLeftAlone(path) };
  };
}

function isSource(path: string): boolean {
  return sourceEndings.some((ending) => path.endsWith(ending));
}

/** How a file in a folder names a page, in the way of another name. */
export function documentName(site: Site, folder: string, to: string, like: string): string {
  const top = site.contents[0]?.folder ?? site.root;
  const named = sourceEndings.some((ending) => like.endsWith(ending)) ? to : to.slice(0, -extensionOf(to).length);
  if (like.startsWith('/') && isWithin(to, top)) return `/${pathWithin(named, top)}`;
  const relative = relativePath(folder, named);
  return like.startsWith('./') && !relative.startsWith('.') ? `./${relative}` : relative;
}
