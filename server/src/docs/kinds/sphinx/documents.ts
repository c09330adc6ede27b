import type { FindPage } from '../../navigation/navigation.ts';
import { baseName, extensionOf, folderOf, isWithin, joinPath, pathWithin, relativePath } from '../../text/paths.ts';
import type { Site, SiteView } from '../../site/kind.ts';
import { joinParts } from '../../site/site.ts';
import { sourceEndings } from './links.ts';

/**
 * Finds pages by document name: relative to the folder of the file, or after a slash to the source folder. The
 * extension is optional.
 */
export function findPagesByDocument({ index }: SiteView, site: Site, folder: string): FindPage {
  const top = site.contents[0]?.folder ?? site.root;
  return (value) => {
    const path = value.startsWith('/') ? joinParts(top, value) : joinPath(folder, value);
    if (path === undefined || path === '') return { path: undefined, sure: false };
    const ending = ['', ...sourceEndings].find(
      (candidate) => isSource(path + candidate) && index.isFile(path + candidate),
    );
    if (ending !== undefined) return { path: path + ending, sure: true };
    // Extensions write generated pages to folders of their own.
    const inner = isWithin(path, top) ? `/${pathWithin(path, top)}` : path;
    // Notebooks have many formats, and the configuration may set how they are read: `page.Rmd`.
    const isOther = [...index.namesIn(folderOf(path))].includes(baseName(path));
    const isMade =
      isOther || site.generated.some((prefix) => isWithin(inner, prefix)) || !index.isFolder(folderOf(path));
    return { path: undefined, sure: !isMade && !index.isLeftAlone(path) };
  };
}

function isSource(path: string): boolean {
  return sourceEndings.some((ending) => path.endsWith(ending));
}

/** Returns the name of a page as seen from a folder, in the style of another name. */
export function documentName(site: Site, folder: string, to: string, like: string): string {
  const top = site.contents[0]?.folder ?? site.root;
  const named = sourceEndings.some((ending) => like.endsWith(ending)) ? to : to.slice(0, -extensionOf(to).length);
  if (like.startsWith('/') && isWithin(to, top)) return `/${pathWithin(named, top)}`;
  const relative = relativePath(folder, named);
  return like.startsWith('./') && !relative.startsWith('.') ? `./${relative}` : relative;
}
