import { extensionOf } from '../text/paths.ts';
import type { Dialect } from '../parse/page-facts.ts';
import { isRunningAddress } from './addresses.ts';
import { isMdx, type CodeRules } from './code-rules.ts';
import { htmlCode } from './forms/html.ts';
import { describedPrograms } from './forms/described-programs.ts';
import { formulaAddresses, markdownCode, readShown, type ShownPage } from './forms/markdown.ts';
import { mdxCode } from './forms/mdx.ts';
import { mystCode } from './forms/myst.ts';
import { structuredTextCode } from './forms/structured-text.ts';
import { power, templateCode } from './forms/templates.ts';
import { diagramCode, samplesThatRun } from './forms/samples.ts';
import { translatedTexts } from './forms/translations.ts';
import { isOfVue, vueCode } from './forms/vue.ts';
import { addressPiece, collapseSpace, includedPiece, longestWordOf, placedAt, type CodePiece } from './piece.ts';
import { frontMatterCode, placeOf, settingsCode, type DataLanguage, type DataText } from './settings.ts';
import { unreadablePiece, UnreadableText } from './unreadable.ts';

export interface CodeQuestion {
  text: string;
  path: string;
  dialect: Dialect;
  rules: CodeRules;
}

/**
 * Returns what a file of the docs runs: a page, an SVG image, or data. What is not read to its end is a piece of its
 * own. It runs in a worker thread, because a hostile text may take long.
 */
export function readPageCode(question: CodeQuestion): CodePiece[] {
  const { text, path } = question;
  try {
    return (readers.get(extensionOf(path)) ?? otherCode)(question);
  } catch (error) {
    // A stack that is too deep for a reader is no bug of it: the text nests without end.
    if (error instanceof UnreadableText || error instanceof RangeError)
      return [unreadablePiece(error instanceof UnreadableText ? error.message : 'it is nested too deeply', text)];
    throw error;
  }
}

/** What reads the files of each extension. */
const readers = new Map<string, (question: CodeQuestion) => CodePiece[]>([
  ['.json', (question) => dataCode(question, 'json')],
  ['.toml', (question) => dataCode(question, 'toml')],
  ['.yml', (question) => dataCode(question, 'yaml')],
  ['.yaml', (question) => dataCode(question, 'yaml')],
  ['.svg', (question) => [...htmlCode(question.text), ...entitiesOf(question.text), ...includedCode(question)]],
  ['.rst', textCode],
  ['.txt', textCode],
  ['.po', translationCode],
  ['.puml', ({ text }) => diagramCode(text)],
  ['.plantuml', ({ text }) => diagramCode(text)],
  ['.mmd', ({ text }) => diagramCode(text)],
  ['.mermaid', ({ text }) => diagramCode(text)],
  ['.d2', ({ text }) => diagramCode(text)],
  ['.md', pageCode],
  ['.mdx', pageCode],
  ['.markdown', pageCode],
  ['.mdown', pageCode],
  ['.mkd', pageCode],
  ['.mdoc', pageCode],
]);

function textCode({ text, path, rules }: CodeQuestion): CodePiece[] {
  return [
    ...structuredTextCode(text, rules.directives === 'never' ? 'reader' : rules.directives),
    ...formulaAddresses(text),
    ...(extensionOf(path) === '.rst' ? [] : htmlCode(text)),
    ...includedCode({ text, rules: { ...rules, directives: 'never' } }),
    ...(rules.directives === 'never' ? [] : mystCode(text, rules.directives)).filter(isNoPlainRole),
  ];
}

/** In reStructuredText, a brace before a literal is no role, unless what it names runs its text. */
function isNoPlainRole({ key }: CodePiece): boolean {
  return !key.startsWith('role ') || power.test(key.split(' ')[1] ?? '');
}

/** Returns what a file that is no page runs where a page includes it: it is read in each language of the site then. */
function includedCode({ text, rules }: Pick<CodeQuestion, 'text' | 'rules'>): CodePiece[] {
  return [
    ...(rules.samplesAreText === true ? [] : templateCode(text, rules)),
    ...(rules.vue === 'never' ? [] : vueCode(text, { shown: text, compiled: text, addresses: [] }, rules.vue)),
    ...(rules.directives === 'never'
      ? []
      : [...structuredTextCode(text, rules.directives), ...mystCode(text, rules.directives)]),
  ];
}

/** A translation is read as a text of each language that its originals may have. */
function translationCode({ text, rules }: CodeQuestion): CodePiece[] {
  const runs = rules.directives === 'never' ? 'reader' : rules.directives;
  return translatedTexts(text).flatMap(({ value, offset }) =>
    [
      ...structuredTextCode(value, runs),
      ...mystCode(value, runs),
      ...htmlCode(value),
      ...(rules.macros === 'never' ? [] : templateCode(value, rules)),
    ].map((piece) => placedAt(piece, offset)),
  );
}

function dataCode({ text, path, rules }: CodeQuestion, language: DataLanguage): CodePiece[] {
  const { pieces, texts } = settingsCode(text, language);
  return [...pieces, ...textsCode(texts, { text, path, rules }), ...includedCode({ text, rules })];
}

/**
 * Returns what texts in data run: as templates, where the site has a language of templates, and as pages, where a
 * description of an API brings one (mintlify.com/docs/api-playground/customization, `x-mint`).
 */
function textsCode(texts: readonly DataText[], { text, rules }: Omit<CodeQuestion, 'dialect'>): CodePiece[] {
  return texts.flatMap(({ keys, value }) => {
    const found = [
      ...templateCode(value, rules),
      ...(/\.x-(?:mint|mdx)\b/i.test(keys) ? mdxCode(value, 'build') : []),
      ...(rules.directives === 'never' ? [] : mystSettingCode(keys, value, rules.directives)),
      ...(/^\.(?:templateEngineOverride|markup)$/i.test(keys) ? [settingPiece(keys, value)] : []),
      ...(/(?:^|\.)permalink$/i.test(keys) && /(?:^|\/)\.\.(?:\/|$)/.test(value) ? [settingPiece(keys, value)] : []),
    ];
    return found.map((piece) => placedAt(piece, placeOf(value, text)));
  });
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
  if (!keys.startsWith('.myst.')) return [];
  if (keys.startsWith('.myst.substitutions.')) return [...mystCode(value, runs), ...structuredTextCode(value, runs)];
  return /^\.myst\.html_meta\.(?!.*http-equiv)/i.test(keys) ? [] : [settingPiece(keys, value)];
}

/** Where no builder with Vue is known, a sample within a line is one. */
function withSamples(page: ShownPage, { samplesAreText }: CodeRules): ShownPage {
  return samplesAreText === true ? { ...page, compiled: page.shown } : page;
}

function pageCode(question: CodeQuestion): CodePiece[] {
  const { text, path, dialect, rules } = question;
  const front = frontMatterCode(text);
  const isProgram = isMdx(path, dialect, rules);
  if (isProgram) refuseDeepNesting(text);
  const needsShown = !isProgram || rules.vue !== 'never' || rules.samplesAreText === true;
  const page = needsShown
    ? readShown(text, isProgram ? 'markdown' : dialect)
    : { shown: text, compiled: text, addresses: [] };
  const shown = isProgram
    ? mdxCode(text, rules.modules === 'never' ? 'reader' : rules.modules)
    : markdownCode(text, page);
  const isVue = rules.vue !== 'never';
  return [
    ...front.pieces,
    ...textsCode(front.texts, question),
    ...(isVue ? shown.filter((piece) => !isOfVue(piece)) : shown),
    ...(rules.vue === 'never' ? [] : vueCode(text, withSamples(page, rules), rules.vue)),
    ...templateCode(rules.samplesAreText === true ? page.shown : text, rules),
    ...samplesThatRun(text, isProgram),
    ...(dialect === 'pymdown' ? describedPrograms(text) : []),
    ...formulaAddresses(text),
    ...(rules.directives === 'never' ? [] : mystCode(text, rules.directives)),
  ];
}

/** Returns what AsciiDoc and Org run. Their builders resolve attributes in the address of an include. */
function otherCode({ text, rules }: CodeQuestion): CodePiece[] {
  const includes = text.matchAll(/^[ \t]*(?:include::([^[\n]+)\[|#\+(?:INCLUDE|SETUPFILE):[ \t]*"?([^"\s]+))/gim);
  const addresses = text.matchAll(/(?<![\w`])((?:javascript|vbscript|data):[^\s`[\]]+)/gi);
  const running = text.matchAll(/^[ \t]*(?:#\+(?:BEGIN_SRC|CALL|begin_export)\b[^\n]*|(?:ifeval)::[^\n]*)/gim);
  return [
    ...htmlCode(text),
    ...[...includes].map(({ 1: include, 2: org, index }) => includedPiece(include ?? org ?? '', index)),
    ...[...addresses].flatMap(({ 1: address = '', index }) =>
      isRunningAddress(address) ? [addressPiece(address, index)] : [],
    ),
    ...[...running].flatMap(({ 0: line, index }): CodePiece[] =>
      /:exports\s+(?:results|both)|CALL|ifeval/i.test(line)
        ? [{ kind: 'directive', runs: 'build', key: collapseSpace(line), seek: longestWordOf(line), offset: index }]
        : [],
    ),
    ...templateCode(text, rules),
  ];
}

/** Returns `<!ENTITY` and `<?xml-stylesheet`, which load something from elsewhere. */
function entitiesOf(text: string): CodePiece[] {
  return [...text.matchAll(/<!ENTITY\b[^>]*|<\?xml-stylesheet\b[^>]*/gi)].map(({ 0: code, index }) => ({
    kind: 'embed',
    runs: 'reader',
    key: code,
    seek: code.slice(0, 9),
    offset: index,
  }));
}

/** Parsers of MDX take time or stack with the depth of braces, and nobody writes so many within each other. */
function refuseDeepNesting(text: string): void {
  let [braces, brackets] = [0, 0];
  for (const { 0: mark } of text.matchAll(/[{}[\]]/g)) {
    if (mark === '{') braces += 1;
    else if (mark === '}') braces = Math.max(0, braces - 1);
    else if (mark === '[') brackets += 1;
    else brackets = Math.max(0, brackets - 1);
    if (Math.max(braces, brackets) > deepestNesting) throw new UnreadableText('it is nested too deeply');
  }
}

const deepestNesting = 1_000;
