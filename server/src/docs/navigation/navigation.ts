import type { Span } from '../tree.ts';

/** A reference to a page in a navigation file. */
export interface NavigationReference {
  /** As written, without quotes. */
  value: string;
  span: Span;
  /** The page that it leads to. Undefined when there is none or it leads out of the site. */
  path: string | undefined;
  /** Whether it certainly must lead to a page. */
  sure: boolean;
  /** The prefix that is added to the value before the lookup. */
  base?: string;
  /** The property that contains it, if that can be removed without the whole entry. */
  property?: Span;
}

/** One entry: a page, a group, or both. */
export interface NavigationItem {
  /** All of the entry's text, without separators from its neighbours. */
  span: Span;
  /** The entry's own label. */
  title: string | undefined;
  /** The page that the entry stands for. */
  reference: NavigationReference | undefined;
  /** Other pages that it names, such as the overview of a group. */
  extra: NavigationReference[];
  lists: NavigationList[];
}

/** The syntax of a list, which decides how an entry is inserted or removed. */
type ListStyle = 'literal' | 'yaml' | 'summary';

export interface NavigationList {
  style: ListStyle;
  items: NavigationItem[];
  /** Whether its entries name pages, and not only groups. */
  ofPages: boolean;
}

/** Yields all entries of a file. A group precedes its entries. */
export function* itemsIn(
  lists: NavigationList[],
): Generator<{ item: NavigationItem; list: NavigationList; position: number }> {
  for (const list of lists) {
    for (const [position, item] of list.items.entries()) {
      yield { item, list, position };
      yield* itemsIn(item.lists);
    }
  }
}

/** Yields all references to pages. */
export function* referencesIn(lists: NavigationList[]): Generator<NavigationReference> {
  for (const { item } of itemsIn(lists)) {
    if (item.reference) yield item.reference;
    yield* item.extra;
  }
}

/** Resolves a reference in one kind of navigation file. */
export type FindPage = (value: string) => Pick<NavigationReference, 'path' | 'sure'> | undefined;
