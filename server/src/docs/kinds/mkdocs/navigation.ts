import { valueAt, entriesOf, type Literal, type LiteralList } from '../../literal/literal.ts';
import { itemOf, referenceOf } from '../../navigation/literals.ts';
import type { FindPage, NavigationItem, NavigationList } from '../../navigation/navigation.ts';
import { findByPath } from '../../navigation/finders.ts';
import { yamlScalar } from '../../navigation/entry-source.ts';
import { pathWithin } from '../../text/paths.ts';
import type { NavigationFormat } from '../../site/kind.ts';

/** Reads the `nav` of `mkdocs.yml`. */
function readMkDocsNavigation(config: Literal, find: FindPage): { lists: NavigationList[]; complete: boolean } {
  const navigation = valueAt(config, 'nav');
  let complete = navigation?.kind === 'list' && !valueAt(config, 'not_in_nav') && !valueAt(config, 'exclude_docs');
  return { lists: navigation?.kind === 'list' ? [listOf(navigation)] : [], complete };

  function listOf(literal: LiteralList): NavigationList {
    return { style: 'yaml', items: literal.items.map(toItem), ofPages: true };
  }

  function toItem(literal: Literal): NavigationItem {
    if (literal.kind === 'string') return itemOf(literal, { reference: pageOf(literal) });
    const [entry] = entriesOf(literal);
    if (!entry) {
      complete = false;
      return itemOf(literal);
    }
    const { key, value } = entry;
    if (value.kind === 'list') return itemOf(literal, { title: key, lists: [listOf(value)] });
    return itemOf(literal, { title: key, reference: pageOf(value) });
  }

  /** URLs of other sites are no pages. Folders and wildcards stand for pages that a plugin finds. */
  function pageOf(literal: Literal) {
    if (literal.kind !== 'string') complete = false;
    else if (!/\.(?:md|markdown)$/.test(literal.value) && !/^[a-z]+:/.test(literal.value)) complete = false;
    return referenceOf(literal, (value) =>
      /\.(?:md|markdown)$/.test(value) && !/[*]|^[a-z]+:/.test(value) ? find(value) : undefined,
    );
  }
}

/** `nav` of `mkdocs.yml`: pages by file path. */
export const mkdocsNavigation: NavigationFormat = {
  file: 'literal',
  references: 'path',
  read: ({ literal }, find) => readMkDocsNavigation(literal, find),
  finder: async (view, site, source) => findByPath(view, site, source),
  names: async (_view, { source, to }) => [pathWithin(to, source.folder)],
  write: (_file, like, { title, value }) => (like.title === undefined ? value : `${yamlScalar(title)}: ${value}`),
};
