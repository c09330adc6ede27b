import type { Span } from '../tree.ts';

/** A mention of a page in a file of navigation. */
export interface NavigationReference {
  /** As written, without quotes. */
  value: string;
  span: Span;
  /** The page it leads to; undefined when there is none or it leads out of the site. */
  path: string | undefined;
  /** Whether it surely should lead to a page. */
  sure: boolean;
  /** What is put in front of the value before it is looked up. */
  base?: string;
  /** The key and value that it is part of, where it can be taken out without the entry. */
  property?: Span;
}

/** One entry: a page, a group, or both. */
export interface NavigationItem {
  /** All of the entry's text, without what separates it from its neighbours. */
  span: Span;
  /** The entry's own label. */
  title: string | undefined;
  /** The page that the entry stands for. */
  reference: NavigationReference | undefined;
  /** Other pages that it names, such as the overview of a group. */
  extra: NavigationReference[];
  lists: NavigationList[];
}

/** How the entries of a list are written, which decides how one is put in or taken out. */
type ListStyle = 'literal' | 'yaml' | 'summary';

export interface NavigationList {
  style: ListStyle;
  items: NavigationItem[];
  /** Whether its entries name pages, not only groups. */
  ofPages: boolean;
}

/** All entries of a file, groups before what is in them. */
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

/** All mentions of pages. */
export function* referencesIn(lists: NavigationList[]): Generator<NavigationReference> {
  for (const { item } of itemsIn(lists)) {
    if (item.reference) yield item.reference;
    yield* item.extra;
  }
}

/** What reads references of one kind of file. */
export type FindPage = (value: string) => Pick<NavigationReference, 'path' | 'sure'> | undefined;
