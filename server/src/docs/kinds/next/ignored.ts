import { isWithin, pathWithin } from '../../paths.ts';
import type { Content, SiteContext } from '../../site/kind.ts';
import { asPrefix, within } from '../../site/site.ts';

/** Addresses of folders of pages that git ignores: a program makes them when the site is built. */
export async function ignoredAddresses(
  { tree, index, facts }: SiteContext,
  root: string,
  contents: Content[],
): Promise<string[]> {
  const found: string[] = [];
  for (const folder of new Set(['', root])) {
    const path = within(folder, '.gitignore');
    const text = index.isFile(path) ? await facts.text(tree, path) : undefined;
    if (text?.kind !== 'known') continue;
    for (const line of text.value.split(/\r?\n/)) found.push(...addressesOf(contents, folder, line.trim()));
  }
  return found.filter((address) => address !== '');
}

/** A pattern with a slash within it is about one folder; others may be about any. */
function addressesOf(contents: Content[], folder: string, line: string): string[] {
  const pattern = line.replace(/\/\*{0,2}$/, '');
  if (/^[!#]|[*?[\]]/.test(pattern) || !pattern.includes('/')) return [];
  const ignored = within(folder, pattern);
  return contents
    .filter((content) => isWithin(ignored, content.folder))
    .flatMap(({ folder: own, routes }) => routes.map((route) => asPrefix(`${route}/${pathWithin(ignored, own)}`)));
}
