import { valueAt, isFullyKnown, textOf, type Literal, type LiteralList } from '../../literal/literal.ts';
import { starlightOptions } from './options.ts';
import { itemOf, referenceAt, referenceOf } from '../../navigation/literals.ts';
import type { FindPage, NavigationItem, NavigationList } from '../../navigation/navigation.ts';
import { namesByAddress } from '../../navigation/address-names.ts';
import { findByAddress } from '../../navigation/finders.ts';
import { quoted, quoteOf, sourceOf, writtenObject } from '../../navigation/entry-source.ts';
import type { NavigationFormat } from '../../site/kind.ts';

/** Reads the sidebar of Starlight's options. */
function readStarlightNavigation(config: Literal, find: FindPage): { lists: NavigationList[]; complete: boolean } {
  const sidebar = valueAt(starlightOptions(config), 'sidebar');
  if (sidebar?.kind !== 'list') return { lists: [], complete: false };
  let automatic = false;
  const lists = [listOf(sidebar)];
  return { lists, complete: !automatic && isFullyKnown(sidebar) };

  function listOf(literal: LiteralList): NavigationList {
    const items = literal.items.map(toItem);
    return { style: 'literal', items, ofPages: items.some(({ reference }) => reference !== undefined) };
  }

  function toItem(literal: Literal): NavigationItem {
    if (literal.kind === 'string') return itemOf(literal, { reference: referenceOf(literal, find) });
    automatic ||= valueAt(literal, 'autogenerate') !== undefined;
    const items = valueAt(literal, 'items');
    return itemOf(literal, {
      title: textOf(valueAt(literal, 'label')),
      reference:
        referenceAt(literal, 'slug', find) ??
        referenceAt(literal, 'link', (value) => (/^[a-z]+:|^\/\/|^#/.test(value) ? undefined : find(value))),
      lists: items?.kind === 'list' ? [listOf(items)] : [],
    });
  }
}

/** The sidebar of Starlight's options: pages by slug, or by address in `link`. */
export const starlightNavigation: NavigationFormat = {
  file: 'literal',
  references: 'address',
  read: ({ literal }, find) => readStarlightNavigation(literal, find),
  finder: findByAddress,
  names: namesByAddress,
  write(file, like, entry) {
    const neighbour = sourceOf(file, like);
    if (!neighbour.startsWith('{')) return quoted(entry.value, quoteOf(neighbour));
    const key = /\blink['"]?\s*:/.test(neighbour) ? 'link' : 'slug';
    return writtenObject(like, neighbour, { title: 'label', value: key, titleOptional: key === 'slug' }, entry);
  },
};
