import { valueAt, entriesOf, isFullyKnown, itemsOf, textOf, type Literal } from '../../literal/literal.ts';
import { mappedEntries } from '../../literal/mapped-entries.ts';
import type { SiteContext } from '../../site/kind.ts';
import type { Locales } from '../../site/locales.ts';
import { sortRedirects, type ReadRedirects, type RedirectPattern } from '../../site/redirect-patterns.ts';
import { asPrefix, readConfig, joinParts } from '../../site/site.ts';

/**
 * What `next.config.*` says about addresses, plus the rewrites of `vercel.json`. The redirects of `vercel.json` are
 * read as for any host. All sites on Next.js share this.
 */
export interface NextConfig {
  base: string;
  redirects: ReadRedirects;
  /** Prefixes that other programs serve. */
  rewritten: string[];
  /** Undefined when the site sets no languages; `names` is empty when they are computed. */
  locales: Pick<Locales, 'names' | 'original'> | undefined;
  doubts: string[];
}

/** Reads the configuration of a site at `root`. `path` is its `next.config.*`, if it has one. */
export async function readNextConfig(
  context: SiteContext,
  root: string,
  path: string | undefined,
): Promise<NextConfig> {
  const read = path === undefined ? undefined : await readConfig(context, path);
  const config = read?.kind === 'map' ? read : undefined;
  const host = joinParts(root, 'vercel.json');
  const hosted = context.index.isFile(host) ? await readConfig(context, host) : undefined;
  const redirects = redirectList(valueAt(config, 'redirects'));
  return {
    base: asPrefix(textOf(valueAt(config, 'basePath')) ?? ''),
    redirects: sortRedirects(pairsIn(redirects.list)),
    rewritten: rewrittenPrefixes([valueAt(config, 'rewrites'), valueAt(hosted, 'rewrites')]),
    locales: localesIn(valueAt(config, 'i18n')),
    doubts: redirects.complete ? [] : ['its redirects are computed'],
  };
}

/** Returns the list of redirects. They may be mapped from the entries of an object; unknown entries are left out. */
function redirectList(redirects: Literal | undefined): { list: Literal | undefined; complete: boolean } {
  if (redirects?.kind !== 'call' || redirects.callee !== mappedEntries)
    return { list: redirects, complete: !redirects || redirects.kind === 'list' };
  const [given, made] = redirects.arguments;
  return { list: made, complete: given !== undefined && isFullyKnown(given) };
}

/**
 * Reads redirects: nextjs.org/docs: next-config-js/redirects. Those with a condition on host or query apply to other
 * requests.
 */
function pairsIn(list: Literal | undefined): RedirectPattern[] {
  return itemsOf(list).flatMap((item) => {
    const source = textOf(valueAt(item, 'source'));
    const destination = textOf(valueAt(item, 'destination'));
    if (source === undefined || destination === undefined || valueAt(item, 'has') || valueAt(item, 'missing'))
      return [];
    return [{ source, destination }];
  });
}

/** Returns the prefixes that are rewritten to another host. The site cannot know which pages exist there. */
function rewrittenPrefixes(rewrites: (Literal | undefined)[]): string[] {
  const lists = rewrites.flatMap((one) =>
    one?.kind === 'map' ? entriesOf(one).map(({ value }) => value) : (one ?? []),
  );
  return lists.flatMap(pairsIn).flatMap(({ source, destination }) => {
    const prefix = asPrefix(source.replace(/\/?[^/]*[:*({].*$/, ''));
    return prefix !== '' && /^https?:/.test(destination) ? [prefix] : [];
  });
}

function localesIn(i18n: Literal | undefined): NextConfig['locales'] {
  if (!i18n) return undefined;
  const names = itemsOf(valueAt(i18n, 'locales')).flatMap((name) => textOf(name) ?? []);
  return { names, original: textOf(valueAt(i18n, 'defaultLocale')) ?? names[0] ?? 'en' };
}
