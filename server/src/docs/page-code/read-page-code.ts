import { extensionOf } from '../text/paths.ts';
import type { Dialect } from '../parse/page-facts.ts';
import { isMdx, type CodeRules } from './code-rules.ts';
import { directiveCode, executedCode, targetAddresses } from './forms/directives.ts';
import { htmlCode } from './forms/html.ts';
import { formulaAddresses, markdownCode } from './forms/markdown.ts';
import { mdxCode } from './forms/mdx.ts';
import type { CodePiece } from './piece.ts';
import { frontMatterCode, settingsCode } from './settings.ts';
import { templateCode } from './forms/templates.ts';
import { isScriptOfVue, vueCode } from './forms/vue.ts';

export interface CodeQuestion {
  text: string;
  path: string;
  dialect: Dialect;
  rules: CodeRules;
}

/**
 * Returns what a file of the docs runs: a page, an SVG image, or data. It runs in a worker thread, because a hostile
 * text may take long.
 */
export function readPageCode(question: CodeQuestion): CodePiece[] {
  const { text, path } = question;
  const read = readers.get(extensionOf(path));
  return read ? read(question) : [...htmlCode(text), ...otherIncludes(text)];
}

/** What reads the files of each extension. */
const readers = new Map<string, (question: CodeQuestion) => CodePiece[]>([
  ['.json', ({ text }) => settingsCode(text, 'json')],
  ['.toml', ({ text }) => settingsCode(text, 'toml')],
  ['.yml', ({ text }) => settingsCode(text, 'yaml')],
  ['.yaml', ({ text }) => settingsCode(text, 'yaml')],
  ['.svg', ({ text }) => [...htmlCode(text), ...entitiesOf(text)]],
  ['.rst', structuredTextCode],
  ['.txt', structuredTextCode],
  ['.md', pageCode],
  ['.mdx', pageCode],
  ['.markdown', pageCode],
  ['.mdown', pageCode],
  ['.mkd', pageCode],
  ['.mdoc', pageCode],
]);

function structuredTextCode({ text, rules }: CodeQuestion): CodePiece[] {
  return [
    ...directiveCode(text, rules.directives === 'never' ? 'reader' : rules.directives),
    ...formulaAddresses(text),
    ...targetAddresses(text),
  ];
}

function pageCode({ text, path, dialect, rules }: CodeQuestion): CodePiece[] {
  const shown = isMdx(path, dialect)
    ? mdxCode(text, rules.modules === 'never' ? 'reader' : rules.modules)
    : markdownCode(text, dialect);
  const isVue = rules.vue !== 'never';
  return [
    ...frontMatterCode(text),
    ...(isVue ? shown.filter((piece) => !isScriptOfVue(piece)) : shown),
    ...(rules.vue === 'never' ? [] : vueCode(text, dialect, rules.vue)),
    ...templateCode(text, rules),
    ...executedCode(text),
    ...formulaAddresses(text),
    ...(rules.directives === 'never' ? [] : directiveCode(text, rules.directives)),
  ];
}

/** Returns the includes of AsciiDoc and Org. Their builders resolve attributes in the address. */
function otherIncludes(text: string): CodePiece[] {
  return [
    ...text.matchAll(/^(?:include::([^[\n]{1,300})\[|[ \t]*#\+(?:INCLUDE|SETUPFILE):[ \t]*"?([^"\s]{1,300}))/gim),
  ].map(({ 1: include, 2: org, index }) => {
    const specifier = include ?? org ?? '';
    return { kind: 'include', runs: 'build', key: `include ${specifier}`, seek: specifier, offset: index, specifier };
  });
}

/** Returns `<!ENTITY` and `<?xml-stylesheet`, which load something from elsewhere. */
function entitiesOf(text: string): CodePiece[] {
  return [...text.matchAll(/<!ENTITY\b[^>]{0,300}|<\?xml-stylesheet\b[^>]{0,300}/gi)].map(({ 0: code, index }) => ({
    kind: 'embed',
    runs: 'reader',
    key: code,
    seek: code.slice(0, 9),
    offset: index,
  }));
}
