import { valueAt, entriesOf, textOf, type Literal, type LiteralList } from '../../literal/literal.ts';
import { itemOf, referenceAt, referenceOf } from '../../navigation/literals.ts';
import type { FindPage, NavigationItem, NavigationList } from '../../navigation/navigation.ts';
import { findByAddress } from '../../navigation/finders.ts';
import { extensionOf, pathWithin } from '../../text/paths.ts';
import type { NavigationFormat } from '../../site/kind.ts';

/** Keys whose lists contain groups or pages. */
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

/**
 * Reads the navigation of `docs.json` or `mint.json`, or a part of it. `followed` means that the files behind `$ref`
 * are read separately.
 */
function readMintlifyNavigation(
  navigation: Literal | undefined,
  find: FindPage,
  followed: boolean,
): { lists: NavigationList[]; complete: boolean } {
  let complete = navigation !== undefined;
  const lists = navigation?.kind === 'list' ? [listOf(navigation)] : listsIn(navigation);
  return { lists, complete: complete && (followed || lists.length > 0) };

  function listsIn(literal: Literal | undefined): NavigationList[] {
    return entriesOf(literal).flatMap(({ key, value }) => {
      if ((key === '$ref' && !followed) || key === 'openapi' || key === 'asyncapi' || value.kind === 'unknown')
        complete = false;
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
    const title = titleKeys.map((key) => textOf(valueAt(literal, key))).find((text) => text !== undefined);
    const root = referenceAt(literal, 'root', find);
    return itemOf(literal, { title, extra: root ? [root] : [], lists: listsIn(literal) });
  }
}

/** `docs.json` and `mint.json`: pages by path without extension. */
export const mintlifyNavigation: NavigationFormat = {
  file: 'literal',
  references: 'address',
  read: ({ literal }, find) => readMintlifyNavigation(valueAt(literal, 'navigation'), find, false),
  finder: findByAddress,
  async names(_view, { source, to, like }) {
    const inner = pathWithin(to, source.folder);
    const bare = inner.slice(0, inner.length - extensionOf(inner).length);
    return [like.value.startsWith('/') ? `/${bare}` : bare];
  },
  write: (_file, _like, { value }) => JSON.stringify(value),
};

/** The same for a site whose every `$ref` is followed: the referenced files are navigation sources of their own. */
export const splitNavigation: NavigationFormat = {
  ...mintlifyNavigation,
  read: ({ literal }, find) => readMintlifyNavigation(valueAt(literal, 'navigation'), find, true),
};

/** A file that contains a part of the navigation. */
export const partOfNavigation: NavigationFormat = {
  ...mintlifyNavigation,
  read: ({ literal }, find) => readMintlifyNavigation(literal, find, true),
};
