import { at, textOf, type Literal, type LiteralEntry } from '../../literal/literal.ts';
import { folderOf, isWithin, joinPath } from '../../paths.ts';
import type { SiteContext } from '../../site/kind.ts';
import { readConfig } from '../../site/site.ts';

/** A configuration with what it takes from other files by `$ref` in its place. */
export interface Expanded {
  config: Literal;
  /** Files that parts of the navigation are taken from. */
  navigation: string[];
  /** Whether every reference leads to a file of the site that can be read. */
  complete: boolean;
}

/** More files than a site splits its settings into; a file may be taken in at several places. */
const mostFiles = 100;
/** Files that take in files. */
const deepest = 10;

/**
 * Follows `{ "$ref": "./fr.json" }`, whose value is the content of a JSON file of the site, named from the folder of the
 * file that names it. A reference to a file that is being read already is left out. mintlify.com/docs: organize/settings
 */
export async function expand(context: SiteContext, root: string, path: string, config: Literal): Promise<Expanded> {
  const navigation = new Set<string>();
  let complete = true;
  let files = 0;
  return { config: await visit(config, [path], false), navigation: [...navigation], complete };

  async function visit(literal: Literal, chain: string[], inNavigation: boolean): Promise<Literal> {
    if (literal.kind === 'list') {
      const items: Literal[] = [];
      for (const item of literal.items) items.push(await visit(item, chain, inNavigation));
      return { ...literal, items };
    }
    if (literal.kind !== 'map') return literal;
    const target = textOf(at(literal, '$ref'));
    const entries: LiteralEntry[] = [];
    for (const entry of literal.entries) {
      const isNavigation = inNavigation || (chain.length === 1 && entry.key === 'navigation');
      entries.push({ ...entry, value: await visit(entry.value, chain, isNavigation) });
    }
    const taken = target === undefined ? undefined : await take(target, chain, inNavigation);
    if (!taken) return { ...literal, entries };
    // What stands beside a reference counts more than what it brings.
    const own = entries.filter(({ key }) => key !== '$ref');
    return taken.kind === 'map' ? { ...taken, entries: [...taken.entries, ...own] } : taken;
  }

  async function take(target: string, chain: string[], inNavigation: boolean): Promise<Literal | undefined> {
    const file = joinPath(folderOf(chain.at(-1) ?? ''), target);
    const isUsable =
      file !== undefined &&
      isWithin(file, root) &&
      file.endsWith('.json') &&
      context.index.isFile(file) &&
      !chain.includes(file);
    files += 1;
    const read = isUsable && files <= mostFiles && chain.length < deepest ? await readConfig(context, file) : undefined;
    if (!read || file === undefined) {
      complete = false;
      return undefined;
    }
    if (inNavigation) navigation.add(file);
    return visit(read, [...chain, file], inNavigation);
  }
}
