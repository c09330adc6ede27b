import { valueAt, entriesOf, isFullyKnown, textOf, type Literal, type LiteralList } from '../../literal/literal.ts';
import { itemOf, referenceAt } from '../../navigation/literals.ts';
import type { FindPage, NavigationItem, NavigationList } from '../../navigation/navigation.ts';
import { namesByAddress } from '../../navigation/address-names.ts';
import { findByAddress } from '../../navigation/finders.ts';
import { sourceOf, writtenObject } from '../../navigation/entry-source.ts';
import { isWithin, pathWithin } from '../../text/paths.ts';
import type { NavigationFormat } from '../../site/kind.ts';
import { asPrefix } from '../../site/site.ts';

interface VitePressNavigation {
  lists: NavigationList[];
  complete: boolean;
  /** Address prefixes that have their own sidebar, or undefined when one sidebar is for all pages. */
  prefixes: string[] | undefined;
}

/** Reads the sidebars and the top bar of a VitePress configuration, in all its locales. */
function readVitePressNavigation(config: Literal, find: FindPage): VitePressNavigation {
  const themes = [
    valueAt(config, 'themeConfig'),
    ...entriesOf(valueAt(config, 'locales')).map(({ value }) => valueAt(value, 'themeConfig')),
  ];
  const sidebars = themes.flatMap((theme) => valueAt(theme, 'sidebar') ?? []);
  const bars = themes.flatMap((theme) => valueAt(theme, 'nav') ?? []);
  const single = sidebars.some(({ kind }) => kind === 'list');
  return {
    lists: [
      ...sidebars.flatMap(sidebarLists),
      ...bars.flatMap((bar) => (bar.kind === 'list' ? [listOf(bar, '')] : [])),
    ],
    complete:
      sidebars.length > 0 &&
      themes.every((theme) => !theme || (theme.kind === 'map' && !theme.open)) &&
      sidebars.every(isFullyKnown),
    prefixes: single ? undefined : sidebars.flatMap((sidebar) => entriesOf(sidebar).map(({ key }) => key)),
  };

  function sidebarLists(sidebar: Literal): NavigationList[] {
    if (sidebar.kind === 'list') return [listOf(sidebar, '')];
    return entriesOf(sidebar).flatMap(({ value }) => {
      const items = value.kind === 'list' ? value : valueAt(value, 'items');
      return items?.kind === 'list' ? [listOf(items, textOf(valueAt(value, 'base')) ?? '')] : [];
    });
  }

  function listOf(literal: LiteralList, base: string): NavigationList {
    const items = literal.items.map((item) => toItem(item, base));
    return { style: 'literal', items, ofPages: items.some(({ reference }) => reference !== undefined) };
  }

  function toItem(literal: Literal, outer: string): NavigationItem {
    const base = textOf(valueAt(literal, 'base')) ?? outer;
    const items = valueAt(literal, 'items');
    return itemOf(literal, {
      title: textOf(valueAt(literal, 'text')),
      reference: linkOf(literal, base),
      lists: items?.kind === 'list' ? [listOf(items, base)] : [],
    });
  }

  function linkOf(literal: Literal, base: string) {
    const reference = referenceAt(literal, 'link', (value) =>
      /^[a-z]+:|^#|^\/\//.test(value) ? undefined : find(base + value),
    );
    return reference && { ...reference, base };
  }
}

/** The sidebars and the top bar of `.vitepress/config.*`: pages by address. */
export const vitepressNavigation: NavigationFormat = {
  file: 'literal',
  references: 'address',
  read({ literal, source }, find) {
    const { lists, complete, prefixes } = readVitePressNavigation(literal, find);
    const isNamed = (page: string) =>
      prefixes?.some((prefix) => prefix !== '/' && isWithin(`/${pathWithin(page, source.folder)}`, asPrefix(prefix))) ??
      true;
    return { lists, complete, covers: isNamed };
  },
  finder: findByAddress,
  names: namesByAddress,
  write: (file, like, entry) => writtenObject(like, sourceOf(file, like), { title: 'text', value: 'link' }, entry),
};
