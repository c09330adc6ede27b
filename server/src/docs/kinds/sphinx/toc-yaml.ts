import { valueAt, entriesOf, itemsOf, textOf, type Literal } from '../../literal/literal.ts';
import { itemOf, referenceAt } from '../../navigation/literals.ts';
import type { FindPage, NavigationItem, NavigationList } from '../../navigation/navigation.ts';
import { yamlScalar } from '../../navigation/entry-source.ts';
import type { NavigationFormat } from '../../site/kind.ts';
import { documentName, findPagesByDocument } from './documents.ts';

/**
 * The `_toc.yml` of Jupyter Book and sphinx-external-toc:
 * sphinx-external-toc.readthedocs.io/en/latest/user_guide/sphinx.html
 */
export const tocYaml: NavigationFormat = {
  file: 'literal',
  references: 'path',
  read: ({ literal }, find) => readToc(literal, find),
  finder: async (view, site, source) => findPagesByDocument(view, site, source.folder),
  names: async (_view, { site, source, to, like }) => [documentName(site, source.folder, to, like.value)],
  write: (_file, _like, { value }) => `file: ${yamlScalar(value)}`,
};

function readToc(toc: Literal, find: FindPage): { lists: NavigationList[]; complete: boolean } {
  let complete = true;
  const root = entriesOf(toc).find(({ key }) => key === 'root');
  const front =
    root && itemOf({ kind: 'unknown', start: root.start, end: root.end }, { reference: fileOf(toc, 'root') });
  const lists = listsIn(toc);
  return { lists: front ? [{ style: 'yaml', items: [front], ofPages: false }, ...lists] : lists, complete };

  function listsIn(literal: Literal): NavigationList[] {
    return listKeys.flatMap((key): NavigationList[] => {
      const list = valueAt(literal, key);
      return list?.kind === 'list'
        ? [{ style: 'yaml', items: list.items.map(toItem), ofPages: !groupKeys.has(key) }]
        : [];
    });
  }

  function toItem(literal: Literal): NavigationItem {
    if (valueAt(literal, 'glob') || literal.kind !== 'map') complete = false;
    const title = textOf(valueAt(literal, 'title')) ?? textOf(valueAt(literal, 'caption'));
    return itemOf(literal, { title, reference: fileOf(literal, 'file'), lists: listsIn(literal) });
  }

  function fileOf(literal: Literal, key: string) {
    const reference = referenceAt(literal, key, find);
    return reference && { ...reference, property: undefined };
  }
}

const listKeys = ['parts', 'chapters', 'subtrees', 'entries', 'sections'] as const;
const groupKeys = new Set<string>(['parts', 'subtrees']);

/** Whether a file is a table of contents in this format. */
export function isToc(toc: Literal | undefined): boolean {
  if (toc?.kind === 'list') return itemsOf(toc).some((item) => valueAt(item, 'file') !== undefined);
  return textOf(valueAt(toc, 'root')) !== undefined;
}
