import { valueAt, entriesOf, textOf, type Literal } from '../../literal/literal.ts';
import { folderOf } from '../../text/paths.ts';
import type { SiteContext } from '../../site/kind.ts';
import { placeFrom, readConfig } from '../../site/site.ts';

/** A configuration and its parents: mkdocs.org/user-guide/configuration/#configuration-inheritance */
export interface MkDocsConfig {
  /** Returns the value of a key from the nearest configuration that sets it, with that file's path. */
  of: (key: string) => { value: Literal; path: string } | undefined;
  /** Returns the values of a key that apply together, nearest first. Only maps are merged with inherited ones. */
  all: (key: string) => Literal[];
  /** Whether every file could be read. */
  isComplete: boolean;
  /** The parent files, nearest first. */
  parents: string[];
}

/** How many parents are read at most. It also ends a circular inheritance. */
const maximumParents = 4;

export async function readWithParents(context: SiteContext, path: string): Promise<MkDocsConfig> {
  const chain: { path: string; config: Literal | undefined }[] = [];
  let next: string | undefined = path;
  while (next !== undefined && chain.length <= maximumParents) {
    const config: Literal | undefined = await readConfig(context, next);
    chain.push({ path: next, config });
    const parent: Literal | undefined = valueAt(config, 'INHERIT');
    next = parent && placeFrom(folderOf(next), textOf(parent) ?? '');
  }
  const found = (key: string) =>
    chain.flatMap(({ path: file, config }) => {
      const value = valueAt(config, key);
      return value ? [{ value, path: file }] : [];
    });
  return {
    of: (key) => found(key)[0],
    all: (key) => valuesInEffect(found(key).map(({ value }) => value)),
    isComplete: next === undefined && chain.every(({ config }) => config?.kind === 'map'),
    parents: chain.slice(1).map(({ path: file }) => file),
  };
}

/** A list or a plain value replaces what is inherited; maps are merged. */
function valuesInEffect(values: Literal[]): Literal[] {
  const end = values.findIndex((value) => value.kind !== 'map');
  return end === 0 ? values.slice(0, 1) : end === -1 ? values : values.slice(0, end);
}

/** Returns the options of a plugin, its name if it has none, or undefined if it is not listed. */
export function pluginOf(plugins: Literal[], name: string): Literal | undefined {
  for (const list of plugins) {
    const found =
      list.kind === 'list' ? list.items.map((item) => optionsIn(item, name)).find(Boolean) : valueAt(list, name);
    if (found) return found;
  }
  return undefined;
}

function optionsIn(item: Literal, name: string): Literal | undefined {
  return textOf(item) === name ? item : valueAt(item, name);
}

/** Returns the names of plugins, or undefined when they are unknown. */
export function pluginNames(plugins: Literal[]): string[] | undefined {
  const names = plugins.flatMap((list) => {
    if (list.kind === 'map') return list.entries.map(({ key }) => key);
    return list.kind === 'list' ? list.items.map((item) => textOf(item) ?? entriesOf(item)[0]?.key) : [undefined];
  });
  return names.every((name) => name !== undefined) ? names : undefined;
}
