import {
  valueAt,
  entriesOf,
  isFullyKnown,
  itemsOf,
  textOf,
  type Literal,
  type LiteralMap,
} from '../../literal/literal.ts';
import { baseName, isMarkdown, isWithin, pathWithin } from '../../text/paths.ts';
import { globMatcher } from '../../site/glob.ts';
import { vitepressNavigation } from './navigation.ts';
import type { Content, Permalinks, ReadSite, SiteContext } from '../../site/kind.ts';
import { addressesByPath, asPrefix, readConfig, placeFrom, siteOf, joinParts } from '../../site/site.ts';

/** Reads a VitePress site from `.vitepress/config.*`. The folder that contains `.vitepress` is the site's. */
export async function readVitePress(context: SiteContext, path: string): Promise<ReadSite> {
  const marker = path.lastIndexOf('.vitepress/');
  const root = path.slice(0, marker).replace(/\/$/, '');
  const config = await readConfig(context, path);
  const known = config?.kind === 'map' ? config : undefined;
  const source = placeFrom(root, textOf(valueAt(known, 'srcDir')) ?? '');
  const rewrites = valueAt(known, 'rewrites');
  const excluded = itemsOf(valueAt(known, 'srcExclude'))
    .flatMap((item) => textOf(item) ?? [])
    .map((glob) => globMatcher(glob));
  const dynamic = context.index.files.filter(
    (file) => isWithin(file, source) && /\[[^\]/]+\]/.test(file) && isMarkdown(file),
  );
  const moved = entriesOf(rewrites).flatMap(({ key, value }) => movedFolder(source, key, textOf(value)) ?? []);
  const pages = entriesOf(rewrites).filter(({ key }) => !/[:*(]/.test(key));
  const rewritten = pages.map(({ key, value }): [string, string] => [asAddress(key), asAddress(textOf(value) ?? '')]);
  const simpleRewrites =
    entriesOf(rewrites).length === moved.length + pages.length && (!rewrites || isFullyKnown(rewrites));
  return {
    ...siteOf(root, path),
    contents: [
      ...moved,
      ...(moved.some(({ folder }) => folder === source)
        ? []
        : [{ folder: source, routes: [''], kind: 'docs' as const }]),
    ],
    statics: [joinParts(source, 'public'), source],
    base: asPrefix(textOf(valueAt(known, 'base')) ?? ''),
    doubts: [
      ...(isPartlyComputed(known) ? ['its configuration is partly computed'] : []),
      ...(isOpen(rewrites) || !simpleRewrites ? ['its rewrites have patterns or are computed'] : []),
    ],
    generated: dynamic.map((file) => asPrefix(pathWithin(file, source).replace(/\/?[^/]*\[.*$/, ''))),
    redirects: new Map(rewritten.map(([file, served]) => [served, file])),
    permalinks: permalinksOf(new Map(rewritten)),
    navigation: [path, ...(await additionalConfigs(context, source))].map((file) => {
      return { path: file, folder: source, format: vitepressNavigation };
    }),
    excludes: (page) =>
      /(?:^|\/)(?:\.vitepress|node_modules|public)\//.test(pathWithin(page, root)) ||
      baseName(page).includes('[') ||
      excluded.some((matches) => matches(pathWithin(page, source))),
    reportsMdx: false,
  };
}

function isPartlyComputed(config: LiteralMap | undefined): boolean {
  return config === undefined || config.open || valueAt(config, 'srcDir')?.kind === 'unknown';
}

/** Returns whether there may be more rewrites than can be read. */
function isOpen(rewrites: Literal | undefined): boolean {
  return rewrites !== undefined && (rewrites.kind !== 'map' || rewrites.open);
}

/** VitePress serves a rewritten page only at its new address. */
function permalinksOf(served: ReadonlyMap<string, string>): Permalinks {
  return {
    of: (page) => addressesByPath(page).map((route) => served.get(route) ?? route),
    key: JSON.stringify([...served]),
  };
}

/**
 * Returns a folder that a rewrite moves as a whole: `en/:rest*` → `:rest*`. vitepress.dev: guide/routing#route-rewrites
 */
function movedFolder(source: string, from: string, to: string | undefined): Content | undefined {
  const [, folder, name] = /^((?:[\w.-]+\/)*):(\w+)(?:\*|\(\.\*\))$/.exec(from) ?? [];
  const [, prefix, same] = /^((?:[\w.-]+\/)*):(\w+)\*?$/.exec(to ?? '') ?? [];
  if (folder === undefined || prefix === undefined || name !== same) return undefined;
  return { folder: joinParts(source, folder), routes: [asPrefix(prefix)], kind: 'docs' };
}

/**
 * Finds each `config.*` beside pages. It configures the pages of its folder, including their navigation. vitepress.dev:
 * reference/site-config
 */
async function additionalConfigs({ tree, index, facts }: SiteContext, source: string): Promise<string[]> {
  const named = index.files.filter(
    (file) =>
      isWithin(file, source) &&
      /^config\.[mc]?[jt]s$/.test(baseName(file)) &&
      !/(?:^|\/)(?:\.vitepress|node_modules|public)\//.test(file),
  );
  const texts = await Promise.all(named.slice(0, maximumConfigs).map((file) => facts.text(tree, file)));
  return named.filter((_, position) => {
    const text = texts[position];
    return text?.kind === 'known' && text.value.includes('defineAdditionalConfig');
  });
}

const maximumConfigs = 100;

function asAddress(page: string): string {
  return asPrefix(page.replace(/(?:(?:^|\/)index)?\.md$/, ''));
}
