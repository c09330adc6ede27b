import type { CodeQuestion, CodeRules } from './code-rules.ts';
import { runningAddresses } from './forms/markdown.ts';
import { mdxCode } from './forms/mdx.ts';
import { mystCode } from './forms/myst.ts';
import { structuredTextCode } from './forms/structured-text.ts';
import { computedMarkup, templateCode } from './forms/templates.ts';
import { includedPiece, longestWordOf, placedAt, type CodePiece } from './piece.ts';
import { leadsOutside } from './rough-includes.ts';
import { placeOf, type DataText } from './settings.ts';

/**
 * Returns what texts in data run: as templates, where the site has a language of templates, and as pages, where a
 * description of an API brings one (mintlify.com/docs/api-playground/customization, `x-mint`).
 */
export function textsCode(
  texts: readonly DataText[],
  { text, path, rules }: Omit<CodeQuestion, 'dialect'>,
): CodePiece[] {
  const isComputed = texts.some(({ keys, value }) => /(?:^|\.)permalink\b/i.test(keys) && /\{[{%]/.test(value));
  const isTemplate = hasTemplates(rules);
  return texts.flatMap(({ keys, value }) => {
    const found = [
      ...templateCode(value, rules),
      ...(/\.x-(?:mint|mdx)\b/i.test(keys) ? mdxCode(value, 'build') : []),
      ...(rules.directives === 'never' ? [] : mystSettingCode(keys, value, rules.directives)),
      ...(isTemplate ? [...shownByTemplates(value), ...computedMarkup(value)] : []),
      ...(isBuilderSetting(keys, value) || (isComputed && /(?:^|\/)\.\.(?:\/|$)/.test(value))
        ? [settingPiece(keys, value)]
        : []),
      ...(bundled.test(value) && !/\s/.test(value) ? [settingPiece(keys, value)] : []),
      ...(rules.modules === 'build' && /\\'/.test(value) ? [settingPiece(keys, value)] : []),
      ...(leadsOutside(path, value) && /\S\.\w+$|\.git/.test(value)
        ? [{ ...includedPiece(value, 0), kind: 'outside' as const }]
        : []),
    ];
    return found.map((piece) => placedAt(piece, placeOf(value, text)));
  });
}

/** Whether pages are templates before they are Markdown. */
export function hasTemplates({ macros, templates, shortcodes, preprocessors }: CodeRules): boolean {
  return [macros, templates, shortcodes, preprocessors].some((runs) => runs !== 'never');
}

/** A loader of webpack in an address: `./loader.js!./a.png`. */
const bundled = /(?:^|[\w./-])!(?:\.{0,2}\/|[\w@-]+[./])/;

/** Templates write texts of data into the page: a link of one, and an element that its page goes on with. */
function shownByTemplates(value: string): CodePiece[] {
  const open = /<[A-Za-z/][^<>]*$/.exec(value)?.[0];
  if (open === undefined) return runningAddresses(value);
  return [{ kind: 'script', runs: 'reader', key: `computed ${open}`, seek: longestWordOf(open), offset: 0 }];
}

/**
 * Returns whether a setting changes with what the builder reads the page, or where it reads or writes a file: the engine,
 * the markup, a layout at a path, an address that is computed or leads upwards.
 */
function isBuilderSetting(keys: string, value: string): boolean {
  if (/(?:^|\.)(?:templateEngineOverride|markup)$/i.test(keys)) return true;
  if (/(?:^|\.)layout$/i.test(keys)) return /\.\.|^[./~@]|:|\{/.test(value);
  if (!/(?:^|\.)permalink(?:\.|$)/i.test(keys)) return false;
  return /(?:^|\/)\.\.(?:\/|$)/.test(value) || /\.\.|\{[{%](?:(?![}%]\}).)*["'][^"']*[./\\][^"']*["']/.test(value);
}

/** A setting that changes what the builder does with the page, such as where it writes the page. */
function settingPiece(keys: string, value: string): CodePiece {
  return { kind: 'setting', runs: 'build', key: `setting ${keys} ${value}`, seek: longestWordOf(value), offset: 0 };
}

/**
 * Returns what the front matter of a page sets for MyST: extensions, delimiters and schemes change how the page is read,
 * and substitutions are texts of it. myst-parser.readthedocs.io/en/latest/configuration.html, frontmatter
 */
function mystSettingCode(keys: string, value: string, runs: 'build' | 'reader'): CodePiece[] {
  // Earlier versions read the same keys without `myst`.
  if (!/^\.(?:myst\.|substitutions\.|html_meta\.|(?:enable_extensions|sub_delimiters|url_schemes)\b)/.test(keys))
    return [];
  if (/^\.(?:myst\.)?substitutions\./.test(keys)) return [...mystCode(value, runs), ...structuredTextCode(value, runs)];
  return /^\.(?:myst\.)?html_meta\.(?!.*http-equiv)/i.test(keys) ? [] : [settingPiece(keys, value)];
}
