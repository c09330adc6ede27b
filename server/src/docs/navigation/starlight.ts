import { at, isWhollyKnown, textOf, type Literal, type LiteralList } from '../literal/literal.ts';
import { starlightOptions } from '../site/starlight.ts';
import { itemOf, referenceAt, referenceOf } from './literals.ts';
import type { FindPage, NavigationItem, NavigationList } from './navigation.ts';

/** The sidebar of Starlight's options. */
export function readStarlightNavigation(
  config: Literal,
  find: FindPage,
): { lists: NavigationList[]; complete: boolean } {
  const sidebar = at(starlightOptions(config), 'sidebar');
  if (sidebar?.kind !== 'list') return { lists: [], complete: false };
  let automatic = false;
  const lists = [listOf(sidebar)];
  return { lists, complete: !automatic && isWhollyKnown(sidebar) };

  function listOf(literal: LiteralList): NavigationList {
    const items = literal.items.map(toItem);
    return { style: 'literal', items, ofPages: items.some(({ reference }) => reference !== undefined) };
  }

  function toItem(literal: Literal): NavigationItem {
    if (literal.kind === 'string') return itemOf(literal, { reference: referenceOf(literal, find) });
    automatic ||= at(literal, 'autogenerate') !== undefined;
    const items = at(literal, 'items');
    return itemOf(literal, {
      title: textOf(at(literal, 'label')),
      reference:
        referenceAt(literal, 'slug', find) ??
        referenceAt(literal, 'link', (value) => (/^[a-z]+:|^\/\/|^#/.test(value) ? undefined : find(value))),
      lists: items?.kind === 'list' ? [listOf(items)] : [],
    });
  }
}
