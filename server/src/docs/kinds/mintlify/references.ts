import { valueAt, textOf, type Literal, type LiteralEntry } from '../../literal/literal.ts';
import { folderOf, isWithin, joinPath } from '../../text/paths.ts';
import type { SiteContext } from '../../site/kind.ts';
import { readConfig } from '../../site/site.ts';

/** A configuration in which each `$ref` is replaced by the content of its file. */
export interface Expanded {
  config: Literal;
  /** Files that contain parts of the navigation. */
  navigation: string[];
  /** Whether every reference leads to a readable file of the site. */
  complete: boolean;
}

/**
 * How many files are read at most: more than sites split their settings into. A file counts at each place that
 * references it.
 */
const mostFiles = 100;
/** How deep references may nest. */
const mostDepth = 10;

/**
 * Replaces each `{ "$ref": "./fr.json" }` by the content of that JSON file of the site. The path is relative to the
 * file that contains the reference. A circular reference is not followed. mintlify.com/docs: organize/settings
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
    const target = textOf(valueAt(literal, '$ref'));
    const entries: LiteralEntry[] = [];
    for (const entry of literal.entries) {
      const isNavigation = inNavigation || (chain.length === 1 && entry.key === 'navigation');
      entries.push({ ...entry, value: await visit(entry.value, chain, isNavigation) });
    }
    const taken = target === undefined ? undefined : await take(target, chain, inNavigation);
    if (!taken) return { ...literal, entries };
    // Keys beside a reference override those of the referenced file.
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
    const read =
      isUsable && files <= mostFiles && chain.length < mostDepth ? await readConfig(context, file) : undefined;
    if (!read || file === undefined) {
      complete = false;
      return undefined;
    }
    if (inNavigation) navigation.add(file);
    return visit(read, [...chain, file], inNavigation);
  }
}
