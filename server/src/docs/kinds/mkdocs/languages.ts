import { at, entriesOf, itemsOf, textOf, type Literal } from '../../literal/literal.ts';
import type { PathIndex } from '../../paths.ts';
import type { Content } from '../../site/kind.ts';
import { within } from '../../site/site.ts';

/**
 * The folders of languages by the plugin mkdocs-static-i18n, with `docs_structure: folder`: each is served below its
 * name, the usual language at the top too, and pages that are not translated are those of the usual one. By `suffix`,
 * its default, translations stand beside their originals, and files are where they are. ultrabug.github.io/mkdocs-static-i18n
 */
export function languageContents(index: PathIndex, folder: string, options: Literal | undefined): Content[] {
  if (textOf(at(options, 'docs_structure')) !== 'folder') return [];
  const languages = itemsOf(at(options, 'languages')).flatMap((language) => {
    const locale = textOf(at(language, 'locale'));
    return locale !== undefined && index.isFolder(within(folder, locale))
      ? [{ locale, isUsual: isTrue(language) }]
      : [];
  });
  const usual = languages.find(({ isUsual }) => isUsual) ?? languages[0];
  if (!usual) return [];
  const original = within(folder, usual.locale);
  const others = languages.filter((language) => language !== usual);
  return [
    { folder: original, routes: ['', `/${usual.locale}`], kind: 'docs' },
    ...others.map(({ locale }): Content => ({
      folder: within(folder, locale),
      routes: [`/${locale}`],
      fallback: original,
      kind: 'docs',
    })),
  ];
}

function isTrue(language: Literal): boolean {
  return entriesOf(language).some(
    ({ key, value }) => key === 'default' && value.kind === 'scalar' && value.value === true,
  );
}
