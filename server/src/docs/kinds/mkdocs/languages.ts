import { valueAt, entriesOf, itemsOf, textOf, type Literal } from '../../literal/literal.ts';
import type { PathIndex } from '../../text/paths.ts';
import type { Content } from '../../site/kind.ts';
import { joinParts } from '../../site/site.ts';

/**
 * Returns the language folders of the plugin mkdocs-static-i18n with `docs_structure: folder`. Each is served below its
 * name, and the default language also at the top. A page without translation falls back to the default language. With
 * `suffix`, the default, translations lie beside their originals and no extra folders exist.
 * ultrabug.github.io/mkdocs-static-i18n
 */
export function languageContents(index: PathIndex, folder: string, options: Literal | undefined): Content[] {
  if (textOf(valueAt(options, 'docs_structure')) !== 'folder') return [];
  const languages = itemsOf(valueAt(options, 'languages')).flatMap((language) => {
    const locale = textOf(valueAt(language, 'locale'));
    return locale !== undefined && index.isFolder(joinParts(folder, locale))
      ? [{ locale, isUsual: isTrue(language) }]
      : [];
  });
  const usual = languages.find(({ isUsual }) => isUsual) ?? languages[0];
  if (!usual) return [];
  const original = joinParts(folder, usual.locale);
  const others = languages.filter((language) => language !== usual);
  return [
    { folder: original, routes: ['', `/${usual.locale}`], kind: 'docs' },
    ...others.map(({ locale }): Content => ({
      folder: joinParts(folder, locale),
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
