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
  includes(page: string, text: string): Promise<ResolvedInclude[]>;
  /** Returns where an include of a page leads, if its site supports the notation. */
  resolveInclude(page: string, include: Include): Promise<IncludeResolution>;
  /** Returns the aliases of the site of a page, and the folders that its configuration names. */
  placesOf(page: string): Promise<{ aliases: Alias[]; named: string[] }>;
  /** Returns everything besides paths that resolving depends on, to detect changes. */
  settings(): Promise<string>;
}

type ResolvedInclude = Include & { leads: IncludeResolution };

/** With fewer includes of a notation than this, a site proves nothing about it. */
const enoughIncludes = 10;

const partsOfViews = new WeakMap<DocsView, Parts>();

/** Returns the parts of a view. All callers share one object, so that each site's configuration is read once. */
export function partsOf(view: DocsView): Parts {
  const known = partsOfViews.get(view) ?? new ResolvedParts(view);
  partsOfViews.set(view, known);
  return known;
}

class ResolvedParts implements Parts {
  readonly view: DocsView;
  readonly #aliases = new Map<string, Promise<Alias[]>>();
  readonly #settings = new Map<Site, Promise<IncludeSettings>>();
  readonly #shown = new Map<IncludeNotation, Promise<boolean>>();

  constructor(view: DocsView) {
    this.view = view;
  }

  async resolveImport(page: string, target: string): Promise<ImportResolution> {
    const { sites, index } = this.view;
    const site = sites.of(page);
    const leads = resolveImport(target, { page, site, aliases: await this.#aliasesOf(site, folderOf(page)), index });
    return leads.kind === 'missing' && (await isIgnored(this.view, leads.expected))
      ? { kind: 'unknown', reason: madeByBuilds }
      : leads;
  }

  async includes(page: string, text: string): Promise<ResolvedInclude[]> {
    const found = await this.#supported(page, text);
    return mapBounded(found, 1, async (include) => {
      const { leads, notation } = include;
      if (leads.kind !== 'missing') return include;
      if (await isIgnored(this.view, leads.expected))
        return { ...include, leads: { kind: 'unknown', reason: madeByBuilds } };
      if (notation.sure) return include;
      const works = await remember(this.#shown, notation, () => this.#isShown(notation));
      return works ? include : { ...include, leads: { kind: 'unknown', reason: notShown } };
    });
  }

  async resolveInclude(page: string, include: Include): Promise<IncludeResolution> {
    const site = this.view.sites.of(page);
    const { named } = await this.#settingsOf(site);
    return resolveInclude(include, { page, site, named, index: this.view.index });
  }

  async placesOf(page: string): Promise<{ aliases: Alias[]; named: string[] }> {
    const site = this.view.sites.of(page);
    const { named = [] } = await this.#settingsOf(site);
    return { aliases: await this.#aliasesOf(site, folderOf(page)), named };
  }

  async settings(): Promise<string> {
    const all = this.view.sites.all.map(async (site) => [
      await this.#aliasesOf(site, site.root),
      await this.#settingsOf(site),
    ]);
    return JSON.stringify([await Promise.all(all), aliasSources(this.view)]);
  }

  #aliasesOf(site: Site, folder: string): Promise<Alias[]> {
    return remember(this.#aliases, `${site.config ?? ''}\n${folder}`, () => readAliases(this.view, site, folder));
  }

  #settingsOf(site: Site): Promise<IncludeSettings> {
    return remember(this.#settings, site, () => readIncludeSettings(this.view, site));
  }

  /** Returns the includes of a page that its site supports, and where they lead by its settings alone. */
  async #supported(page: string, text: string): Promise<ResolvedInclude[]> {
    const { sites, index } = this.view;
    const site = sites.of(page);
    const found = includesOf(site.kind.parts.includes, text);
    if (found.length === 0) return [];
    const { has, named } = await this.#settingsOf(site);
    return found.flatMap((include) => {
      const needed = include.notation.needs === undefined ? true : has[include.notation.needs];
      if (needed === false) return [];
      const leads = resolveInclude(include, { page, site, named, index });
      return [{ ...include, leads: needed ? leads : { kind: 'unknown', reason: 'the configuration cannot be read' } }];
    });
  }

  /** Returns whether the site's own includes are found in the places that are searched. */
  async #isShown(notation: IncludeNotation): Promise<boolean> {
    const { view } = this;
    const pages = view.index.files.filter((path) => isMarkdown(path) && view.isPage(path));
    const kinds = await mapBounded(pages, 16, async (path) => {
      const rough = await view.facts.rough(view.tree, path);
      const text = rough.kind === 'known' && rough.value.parts !== '' ? await view.text(path) : undefined;
      if (text?.kind !== 'known') return [];
      return (await this.#supported(path, text.value)).filter((include) => include.notation === notation);
    });
    const judged = kinds.flat().filter(({ leads }) => leads.kind !== 'unknown');
    const missing = judged.filter(({ leads }) => leads.kind === 'missing').length;
    return judged.length >= enoughIncludes && missing <= judged.length * 0.03 + 1;
  }
}

const madeByBuilds = 'git ignores the place, as what builds make is';
const notShown = 'this site does not show where it searches for them';

function remember<K, V>(known: Map<K, Promise<V>>, key: K, make: () => Promise<V>): Promise<V> {
  const value = known.get(key) ?? make();
  known.set(key, value);
  return value;
}
