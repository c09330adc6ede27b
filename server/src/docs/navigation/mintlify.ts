import { at, entriesOf, textOf, type Literal, type LiteralList } from '../literal/literal.ts';
import { itemOf, referenceAt, referenceOf } from './literals.ts';
import type { FindPage, NavigationItem, NavigationList } from './navigation.ts';

/** Keys whose lists hold groups, or pages. */
const listKeys = new Set([
  'pages',
  'groups',
  'tabs',
  'anchors',
  'dropdowns',
  'versions',
  'languages',
  'products',
  'menu',
  'items',
  'navigation',
]);
const titleKeys = ['group', 'tab', 'anchor', 'dropdown', 'version', 'language', 'product', 'item', 'title', 'name'];

/** The navigation of `docs.json` and `mint.json`. */
export function readMintlifyNavigation(
  config: Literal,
  find: FindPage,
): { lists: NavigationList[]; complete: boolean } {
  const navigation = at(config, 'navigation');
  let complete = navigation !== undefined;
  const lists = navigation?.kind === 'list' ? [listOf(navigation)] : listsIn(navigation);
  return { lists, complete: complete && lists.length > 0 };

  function listsIn(literal: Literal | undefined): NavigationList[] {
    return entriesOf(literal).flatMap(({ key, value }) => {
      if (key === '$ref' || key === 'openapi' || key === 'asyncapi' || value.kind === 'unknown') complete = false;
      if (value.kind === 'list' && listKeys.has(key)) return [listOf(value)];
      return key === 'global' ? listsIn(value) : [];
    });
  }

  function listOf(literal: LiteralList): NavigationList {
    const items = literal.items.map(toItem);
    return { style: 'literal', items, ofPages: items.some(({ reference }) => reference !== undefined) };
  }

  function toItem(literal: Literal): NavigationItem {
    // `GET /users` names an operation, not a page.
    if (literal.kind === 'string')
      return itemOf(literal, { reference: /\s|^https?:/.test(literal.value) ? undefined : referenceOf(literal, find) });
    const title = titleKeys.map((key) => textOf(at(literal, key))).find((text) => text !== undefined);
    const root = referenceAt(literal, 'root', find);
    return itemOf(literal, { title, extra: root ? [root] : [], lists: listsIn(literal) });
  }
}
