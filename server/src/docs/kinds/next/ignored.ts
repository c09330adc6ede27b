import { isWithin, pathWithin } from '../../text/paths.ts';
import type { Content, SiteContext } from '../../site/kind.ts';
import { asPrefix, joinParts } from '../../site/site.ts';

/** Returns the addresses of content folders that git ignores: a program generates their pages during the build. */
export async function ignoredAddresses(
  { tree, index, facts }: SiteContext,
  root: string,
  contents: Content[],
): Promise<string[]> {
  const found: string[] = [];
  for (const folder of new Set(['', root])) {
    const path = joinParts(folder, '.gitignore');
    const text = index.isFile(path) ? await facts.text(tree, path) : undefined;
    if (text?.kind !== 'known') continue;
    for (const line of text.value.split(/\r?\n/)) found.push(...addressesOf(contents, folder, line.trim()));
  }
  return found.filter((address) => address !== '');
}

/** Only a pattern with an inner slash names one folder. Others may match any folder. */
function addressesOf(contents: Content[], folder: string, line: string): string[] {
  const pattern = line.replace(/\/\*{0,2}$/, '');
  if (/^[!#]|[*?[\]]/.test(pattern) || !pattern.includes('/')) return [];
  const ignored = joinParts(folder, pattern);
  return contents
    .filter((content) => isWithin(ignored, content.folder))
    .flatMap(({ folder: own, routes }) => routes.map((route) => asPrefix(`${route}/${pathWithin(ignored, own)}`)));
}
