import { valueAt, itemsOf, textOf, type Literal } from '../literal/literal.ts';
import { joinPath } from '../text/paths.ts';
import type { Site, SiteContext } from '../site/kind.ts';
import { readConfig } from '../site/site.ts';
import type { IncludeNotation } from './notations.ts';

/** The settings for includes in a site's configuration. */
export interface IncludeSettings {
  /** Whether the configuration names what a notation needs; undefined if unknown. */
  has: Record<NonNullable<IncludeNotation['needs']>, boolean | undefined>;
  named: string[] | undefined;
}

export async function readIncludeSettings(context: SiteContext, site: Site): Promise<IncludeSettings> {
  const needsSettings = site.kind.parts.includes.some(({ needs }) => needs !== undefined);
  if (!needsSettings) return { has: { 'pymdownx.snippets': false, 'include-markdown': false }, named: [] };
  const config = site.config === undefined ? undefined : await readConfig(context, site.config);
  const isWhole = config?.kind === 'map' && !valueAt(config, 'INHERIT');
  const extensions = valueAt(config, 'markdown_extensions');
  return {
    has: {
      'pymdownx.snippets': isNamed(extensions, 'pymdownx.snippets', isWhole),
      'include-markdown': isNamed(valueAt(config, 'plugins'), 'include-markdown', isWhole),
    },
    named: isWhole ? snippetFolders(site, entryOf(extensions, 'pymdownx.snippets')) : undefined,
  };
}

function isNamed(list: Literal | undefined, name: string, isWhole: boolean): boolean | undefined {
  if (entryOf(list, name)) return true;
  return isWhole && list?.kind !== 'unknown' ? false : undefined;
}

/** Returns an entry of a list of names, some of which have options: its options, or the name if it has none. */
function entryOf(list: Literal | undefined, name: string): Literal | undefined {
  if (list?.kind === 'map') return valueAt(list, name);
  return itemsOf(list)
    .map((item) => (textOf(item) === name ? item : valueAt(item, name)))
    .find(Boolean);
}

/**
 * Returns the folders of `base_path`. They are relative to the directory in which the builder is started: the folder of
 * the configuration or the top of the repository. Only the builder can resolve tags such as `!relative`.
 */
function snippetFolders({ root }: Site, options: Literal | undefined): string[] | undefined {
  const base = valueAt(options, 'base_path');
  const items = base?.kind === 'list' ? base.items : base ? [base] : [];
  const names = base ? items.map(textOf) : ['.'];
  if (names.includes(undefined)) return undefined;
  return [...new Set(names.flatMap((name = '') => [joinPath(root, name) ?? [], joinPath('', name) ?? []].flat()))];
}
