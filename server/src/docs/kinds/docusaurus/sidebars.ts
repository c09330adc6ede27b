import { at, entriesOf, textOf, type Literal, type LiteralList } from '../../literal/literal.ts';
import { itemOf, referenceOf } from '../../navigation/literals.ts';
import type { FindPage, NavigationItem, NavigationList } from '../../navigation/navigation.ts';

/** The sidebars of `sidebars.js` and of kept versions. */
export function readSidebars(config: Literal, find: FindPage): { lists: NavigationList[]; complete: boolean } {
  let complete = config.kind === 'map' && !config.open;
  const lists = entriesOf(config).flatMap(({ value }) => (value.kind === 'list' ? [listOf(value)] : shorthand(value)));
  return { lists, complete };

  function listOf(literal: LiteralList): NavigationList {
    return { style: 'literal', items: literal.items.map(toItem), ofPages: true };
  }

  /** `{ 'Getting started': ['intro'] }`: each key with its list is a category, and may not be left empty. */
  function shorthand(literal: Literal): NavigationList[] {
    if (literal.kind !== 'map' || literal.open) complete = false;
    const items = entriesOf(literal).map(({ key, value, start, end }) => {
      if (value.kind !== 'list') complete = false;
      const inner = value.kind === 'list' ? [listOf(value)] : [];
      return itemOf({ kind: 'unknown', start, end }, { title: key, lists: inner });
    });
    return items.length === 0 ? [] : [{ style: 'literal', items, ofPages: false }];
  }

  function toItem(literal: Literal): NavigationItem {
    if (literal.kind === 'string') return itemOf(literal, { reference: referenceOf(literal, find) });
    if (literal.kind !== 'map') {
      complete = false;
      return itemOf(literal);
    }
    const type = textOf(at(literal, 'type'));
    const title = textOf(at(literal, 'label'));
    if (type === 'doc' || type === 'ref')
      return itemOf(literal, { title, reference: referenceOf(at(literal, 'id'), find) });
    if (type === undefined && !at(literal, 'type'))
      return itemOf(literal, { title: entriesOf(literal)[0]?.key, lists: shorthand(literal) });
    if (type === 'category') return category(literal, title);
    // A folder that lists itself, or something that is not known.
    if (type !== 'link' && type !== 'html') complete = false;
    return itemOf(literal, { title });
  }

  /** `link: { type: 'doc', id: 'intro' }`, which is taken out as a whole. */
  function overviewOf(literal: Literal) {
    const entry = entriesOf(literal).findLast(({ key }) => key === 'link');
    const reference = referenceOf(at(entry?.value, 'id'), find);
    return entry && reference && { ...reference, property: { start: entry.start, end: entry.end } };
  }

  function category(literal: Literal, title: string | undefined): NavigationItem {
    const items = at(literal, 'items');
    const link = at(literal, 'link');
    if (items?.kind !== 'list' || literal.kind !== 'map' || literal.open || link?.kind === 'unknown') complete = false;
    const overview = textOf(at(link, 'type')) === 'doc' ? overviewOf(literal) : undefined;
    return itemOf(literal, {
      title,
      extra: overview ? [overview] : [],
      lists: items?.kind === 'list' ? [listOf(items)] : [],
    });
  }
}
