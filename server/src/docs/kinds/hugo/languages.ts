import { itemsOf, textOf, type Literal } from '../../literal/literal.ts';
import { joinPath } from '../../text/paths.ts';
import type { Content, SiteContext } from '../../site/kind.ts';
import { asPrefix } from '../../site/site.ts';
import { setting, type HugoConfiguration } from './configuration.ts';

/** The languages of a site and their address prefixes: gohugo.io/configuration/languages. */
export interface HugoLanguages {
  codes: string[];
  prefixOf: (code: string | undefined) => string;
}

export function hugoLanguages({ at, languages }: HugoConfiguration): HugoLanguages {
  const main = textOf(at('defaultContentLanguage')) ?? 'en';
  const inFolder = isTrue(at('defaultContentLanguageInSubdir'));
  const codes = languages
    .filter(({ settings }) => settings.kind === 'map' && !isTrue(setting(settings, 'disabled')))
    .map(({ code }) => code);
  return {
    codes: codes.includes(main) ? codes : [main, ...codes],
    prefixOf: (code = main) => (code === main && !inFolder ? '' : `/${code}`),
  };
}

/** A folder or file that Hugo places at another path of the site: gohugo.io/configuration/module. */
interface Mount {
  source: string;
  /** Such as `content/docs` or `static`. */
  target: string;
  /** Empty means all languages. */
  languages: string[];
}

/** Returns the mounts. Sources are relative to the top of the repository; a source outside of it keeps its `../`. */
export function hugoMounts({ at, root }: HugoConfiguration): Mount[] {
  return itemsOf(at('module', 'mounts')).flatMap((mount) => {
    const named = textOf(setting(mount, 'source')) ?? '';
    const source = joinPath(root, named) ?? named;
    const target = textOf(setting(mount, 'target'))?.replace(/^\/+|\/+$/g, '');
    if (target === undefined) return [];
    const codes = [setting(mount, 'lang'), ...itemsOf(setting(mount, 'sites', 'matrix', 'languages'))];
    return [{ source, target, languages: codes.flatMap((literal) => textOf(literal)?.toLowerCase() ?? []) }];
  });
}

/** Returns the content folders with their address prefixes. */
export function hugoContents(
  { index }: SiteContext,
  configuration: HugoConfiguration,
  languages: HugoLanguages,
): Content[] {
  const mounts = hugoMounts(configuration).filter(({ target }) => /^content(?:\/|$)/.test(target));
  const mounted = mounts.map(({ source, target, languages: codes }) =>
    contentAt(
      source,
      codes.map((code) => languages.prefixOf(code)),
      target.slice('content'.length),
    ),
  );
  const own = configuration.languages.flatMap(({ code, settings }) => {
    const folder = textOf(setting(settings, 'contentDir'));
    const source = folder === undefined ? undefined : joinPath(configuration.root, folder);
    return source === undefined ? [] : [contentAt(source, [languages.prefixOf(code)], '')];
  });
  const usual = joinPath(configuration.root, textOf(configuration.at('contentDir')) ?? 'content');
  const all = mounted.length > 0 || own.length > 0 ? [...mounted, ...own] : [contentAt(usual ?? '', [], '')];
  return all.filter(({ folder }) => folder !== '' && index.isFolder(folder));

  /** If the mount sets no language, file names contain it, so the prefix is that of the default language. */
  function contentAt(folder: string, prefixes: string[], place: string): Content {
    const routes = (prefixes.length === 0 ? [languages.prefixOf(undefined)] : prefixes).map((prefix) =>
      asPrefix(`${prefix}/${place}`),
    );
    return { folder, routes: [...new Set(routes)], kind: 'docs' };
  }
}

/**
 * Returns the addresses below which pages from elsewhere are mounted: from submodules, and from folders that the build
 * fetches.
 */
export function unseenMounts(
  { index }: SiteContext,
  configuration: HugoConfiguration,
  languages: HugoLanguages,
): string[] {
  return hugoMounts(configuration).flatMap(({ source, target, languages: codes }) => {
    const place = /^content(\/.*)?$/.exec(target);
    if (!place || index.isFolder(source) || index.isFile(source)) return [];
    const prefixes = codes.length === 0 ? [languages.prefixOf(undefined)] : codes.map(languages.prefixOf);
    return prefixes.map((prefix) => asPrefix(`${prefix}/${place[1] ?? ''}`));
  });
}

export function isTrue(literal: Literal | undefined): boolean {
  return literal?.kind === 'scalar' && literal.value === true;
}
