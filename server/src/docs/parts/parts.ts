import { mapBounded } from '../map-bounded.ts';
import { folderOf, isMarkdown } from '../text/paths.ts';
import type { Site } from '../site/kind.ts';
import type { DocsView } from '../view.ts';
import { aliasSources, readAliases, type Alias } from './aliases.ts';
import { isIgnored } from './ignored.ts';
import { readIncludeSettings, type IncludeSettings } from './include-settings.ts';
import { includesOf, type Include, type IncludeNotation } from './notations.ts';
import { resolveImport, type ImportResolution } from './resolve-import.ts';
import { resolveInclude, type IncludeResolution } from './resolve-include.ts';

/** Resolves the includes and imports of the pages of a tree. Each site's configuration is read once. */
export interface Parts {
  view: DocsView;
  resolveImport(page: string, target: string): Promise<ImportResolution>;
  /** Returns the includes of a page and where they lead, without those that its site does not support. */
  includes(page: string, text: string): Promise<(Include & { leads: IncludeResolution })[]>;
  /** Returns where an include of a page leads, if its site supports the notation. */
  resolveInclude(page: string, include: Include): Promise<IncludeResolution>;
  /** Returns the aliases of the site of a page, and the folders that its configuration names. */
  placesOf(page: string): Promise<{ aliases: Alias[]; named: string[] }>;
  /** Returns everything besides paths that resolving depends on, to detect changes. */
  settings(): Promise<string>;
}

/** With fewer includes of a notation than this, a site proves nothing about it. */
const enoughIncludes = 10;

const opened = new WeakMap<DocsView, Parts>();

/** Returns the parts of a view. All callers share one object, so that each site's configuration is read once. */
export function partsOf(view: DocsView): Parts {
  const known = opened.get(view) ?? openParts(view);
  opened.set(view, known);
  return known;
}

function openParts(view: DocsView): Parts {
  const aliases = new Map<string, Promise<Alias[]>>();
  const settings = new Map<Site, Promise<IncludeSettings>>();
  const shown = new Map<IncludeNotation, Promise<boolean>>();
  const aliasesOf = (site: Site, folder: string) =>
    remember(aliases, `${site.config ?? ''}\n${folder}`, () => readAliases(view, site, folder));
  const settingsOf = (site: Site) => remember(settings, site, () => readIncludeSettings(view, site));

  return {
    view,
    async resolveImport(page, target) {
      const site = view.sites.of(page);
      const leads = resolveImport(target, {
        page,
        site,
        aliases: await aliasesOf(site, folderOf(page)),
        index: view.index,
      });
      return leads.kind === 'missing' && (await isIgnored(view, leads.expected))
        ? { kind: 'unknown', reason: made }
        : leads;
    },
    async includes(page, text) {
      const found = await resolved(page, text);
      return mapBounded(found, 1, async (include) => {
        const { leads, notation } = include;
        if (leads.kind !== 'missing') return include;
        if (await isIgnored(view, leads.expected)) return { ...include, leads: { kind: 'unknown', reason: made } };
        if (notation.sure) return include;
        const works = await remember(shown, notation, () => isShown(notation));
        return works ? include : { ...include, leads: { kind: 'unknown', reason: notShown } };
      });
    },
    async resolveInclude(page, include) {
      const site = view.sites.of(page);
      const { named } = await settingsOf(site);
      return resolveInclude(include, { page, site, named, index: view.index });
    },
    async placesOf(page) {
      const site = view.sites.of(page);
      const { named = [] } = await settingsOf(site);
      return { aliases: await aliasesOf(site, folderOf(page)), named };
    },
    async settings() {
      const all = view.sites.all.map(async (site) => [await aliasesOf(site, site.root), await settingsOf(site)]);
      return JSON.stringify([await Promise.all(all), aliasSources(view)]);
    },
  };

  async function resolved(page: string, text: string): Promise<(Include & { leads: IncludeResolution })[]> {
    const site = view.sites.of(page);
    const found = includesOf(site.kind.parts.includes, text);
    if (found.length === 0) return [];
    const { has, named } = await settingsOf(site);
    return found.flatMap((include) => {
      const needed = include.notation.needs === undefined ? true : has[include.notation.needs];
      if (needed === false) return [];
      const leads = resolveInclude(include, { page, site, named, index: view.index });
      return [{ ...include, leads: needed ? leads : { kind: 'unknown', reason: 'the configuration cannot be read' } }];
    });
  }

  /** Returns whether the site's own includes are found in the places that are searched. */
  async function isShown(notation: IncludeNotation): Promise<boolean> {
    const pages = view.index.files.filter((path) => isMarkdown(path) && view.isPage(path));
    const kinds = await mapBounded(pages, 16, async (path) => {
      const rough = await view.facts.rough(view.tree, path);
      const text = rough.kind === 'known' && rough.value.parts !== '' ? await view.text(path) : undefined;
      if (text?.kind !== 'known') return [];
      return (await resolved(path, text.value)).filter((include) => include.notation === notation);
    });
    const judged = kinds.flat().filter(({ leads }) => leads.kind !== 'unknown');
    const missing = judged.filter(({ leads }) => leads.kind === 'missing').length;
    return judged.length >= enoughIncludes && missing <= judged.length * 0.03 + 1;
  }
}

const made = 'git ignores the place, as what builds make is';
const notShown = 'this site does not show where it searches for them';

function remember<K, V>(known: Map<K, Promise<V>>, key: K, make: () => Promise<V>): Promise<V> {
  const value = known.get(key) ?? make();
  known.set(key, value);
  return value;
}
