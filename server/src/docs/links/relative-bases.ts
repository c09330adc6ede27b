import { decoded } from '../text/decoded.ts';
import { folderOf, joinPath, stemOf } from '../text/paths.ts';
import { joinParts } from '../site/site.ts';
import { isIndexPage } from './lookup.ts';

/** What a relative target is joined to so that it leads to a file. */
export interface RelativeBases {
  /** The page's folder, as generators do for files. */
  file: boolean;
  /** The page itself, as browsers do when addresses end with a slash. */
  browser: boolean;
}

/** Returns which bases lead to the file. Both are false for an absolute target, and where front matter sets the address. */
export function relativeBasesOf(from: string, path: string, file: string): RelativeBases {
  if (path === '' || path.startsWith('/')) return { file: false, browser: false };
  const leads = (base: string) => {
    const joined = joinPath(base, decoded(path));
    return joined !== undefined && placesOf(file).includes(joined.replace(/\/$/, ''));
  };
  return {
    file: leads(folderOf(from)),
    browser: leads(isIndexPage(from) ? folderOf(from) : joinParts(folderOf(from), stemOf(from))),
  };
}

function placesOf(file: string): string[] {
  const bare = file.replace(/\.\w+$/, '');
  return [file, bare, `${bare}.html`, ...(isIndexPage(file) ? [folderOf(file)] : [])];
}
