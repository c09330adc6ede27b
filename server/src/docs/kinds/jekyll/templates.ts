import { mapBounded } from '../../map-bounded.ts';
import { withoutRaw } from '../../parts/find.ts';
import { isWithin, pathWithin } from '../../text/paths.ts';
import type { SiteContext } from '../../site/kind.ts';
import { joinParts } from '../../site/site.ts';
import { writesAnchors } from './includes.ts';

/** How many includes are read at most. A site has some dozens. */
const maximumIncludes = 500;

/**
 * Returns the files of `_includes` whose anchors are all literal in their text. Neither they nor the files that they
 * include make anchors from arguments. jekyllrb.com/docs/includes
 */
export async function quietIncludes({ tree, index, facts }: SiteContext, source: string): Promise<Set<string>> {
  const folder = joinParts(source, '_includes');
  const files = index.files.filter((path) => isWithin(path, folder)).slice(0, maximumIncludes);
  const read = await mapBounded(files, 16, async (path) => {
    const text = await facts.text(tree, path);
    const name = pathWithin(path, folder);
    return text.kind === 'known' ? [{ name, ...analyse(text.value) }] : [];
  });
  let quiet = read.flat().filter(({ isQuiet }) => isQuiet);
  for (let before = -1; before !== quiet.length;) {
    before = quiet.length;
    const names = new Set(quiet.map(({ name }) => name));
    quiet = quiet.filter(({ includes }) => includes.every((name) => names.has(name)));
  }
  return new Set(quiet.map(({ name }) => name));
}

function analyse(text: string): { isQuiet: boolean; includes: string[] } {
  const liquid = withoutRaw(text);
  const includes = [...liquid.matchAll(/\{%-?\s*include(?:_cached)?\s+(\S{1,300})/g)].map(([, name = '']) => name);
  return { isQuiet: !computedAnchor.test(liquid) && !writesAnchors(liquid), includes };
}

/** An id or heading that contains a value, or a whole text from elsewhere. */
const computedAnchor =
  /\b(?:id|name)\s*=\s*(?:"[^"{}]*|'[^'{}]*|)\{[{%]|^#{1,6}[ \t][^\n]*\{\{|\{\{-?\s*(?:content|page\.content)\b|\{:[^{}\n]*#\{\{/m;
