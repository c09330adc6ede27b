import { decoded } from '../decoded.ts';
import { folderOf, joinPath, stemOf } from '../paths.ts';
import { within } from '../site/site.ts';
import { isIndexPage } from './lookup.ts';

/**
 * How a relative target is joined to its page: to the page's folder, as generators do with files, or to the page itself,
 * as browsers do where addresses end with a slash. Undefined where both lead to the file, or neither does.
 */
export function wayOf(from: string, path: string, file: string): 'file' | 'browser' | undefined {
  if (path === '' || path.startsWith('/') || isIndexPage(from)) return undefined;
  const leads = (base: string) => {
    const joined = joinPath(base, decoded(path));
    return joined !== undefined && placesOf(file).includes(joined.replace(/\/$/, ''));
  };
  const [byFile, byBrowser] = [leads(folderOf(from)), leads(within(folderOf(from), stemOf(from)))];
  if (byFile === byBrowser) return undefined;
  return byFile ? 'file' : 'browser';
}

function placesOf(file: string): string[] {
  const bare = file.replace(/\.\w+$/, '');
  return [file, bare, `${bare}.html`, ...(isIndexPage(file) ? [folderOf(file)] : [])];
}
