import { extensionOf } from '../text/paths.ts';
import type { Dialect } from '../parse/page-facts.ts';
import type { Span } from '../tree.ts';
import { tokenize } from '../parse/tokens.ts';
import { isMdx, type CodeQuestion, type CodeRules } from './code-rules.ts';
import { samplesOf, type SampleDialect } from './forms/certain-samples.ts';
import { genericBlocks } from './forms/pymdown-blocks.ts';
import { beginsXmlName, htmlCode, tagsIn } from './forms/html.ts';
import { disputedCharacters } from './control-characters.ts';
import { bundledAddresses, namedAddresses, publishedFromOutside } from './bundled-addresses.ts';
import { describedPrograms } from './forms/described-programs.ts';
import { formulaAddresses, markdownCode, readShown, runningAddresses, type ShownPage } from './forms/markdown.ts';
import { mdxCode, outsideSamples } from './forms/mdx.ts';
import { mystCode } from './forms/myst.ts';
import { structuredTextCode } from './forms/structured-text.ts';
import { computedMarkup, power, templateCode } from './forms/templates.ts';
import { diagramCode, samplesThatRun } from './forms/samples.ts';
import { translatedTexts } from './forms/translations.ts';
import { isOfVue, vueCode } from './forms/vue.ts';
import { includedPiece, placedAt, type CodePiece } from './piece.ts';
import { frontMatterCode, settingsCode, type DataLanguage } from './settings.ts';
import { hasTemplates, textsCode } from './data-texts.ts';
import { otherCode } from './forms/other-markup.ts';
import { unreadablePiece, UnreadableText } from './unreadable.ts';

/**
 * Returns what a file of the docs runs: a page, an SVG image, or data. What is not read to its end is a piece of its
 * own. It runs in a worker thread, because a hostile text may take long.
 */
export function readPageCode(question: CodeQuestion): CodePiece[] {
  const { text, path } = question;
  try {
    return [...disputedCharacters(text), ...(readers.get(extensionOf(path)) ?? otherCode)(question)];
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
  [
    '.svg',
    (question) => [...htmlCode(question.text, beginsXmlName), ...entitiesOf(question.text), ...includedCode(question)],
  ],
  ['.rst', textCode],
  ['.txt', textCode],
  ['.po', (question) => [...translationCode(question), ...shownText(question)]],
  ['.puml', drawnText],
  ['.plantuml', drawnText],
  ['.mmd', drawnText],
  ['.mermaid', drawnText],
  ['.d2', drawnText],
  ['.md', pageCode],
  ['.mdx', pageCode],
  ['.markdown', pageCode],
  ['.mdown', pageCode],
  ['.mkd', pageCode],
  ['.mdoc', pageCode],
  ...['.csv', '.tsv', '.pot', '.vtt', '.srt'].map((extension) => [extension, shownText] as const),
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
    ...(rules.vue === 'never' ? [] : vueCode(text, { shown: text, compiled: text }, rules.vue)),
    ...(rules.directives === 'never'
      ? []
      : [...structuredTextCode(text, rules.directives), ...mystCode(text, rules.directives)]),
  ];
}

/** A translation is read as a text of each language that its originals may have. */
function translationCode({ text, rules }: CodeQuestion): CodePiece[] {
  const runs = rules.directives === 'never' ? 'reader' : rules.directives;
  const originals = text.replaceAll(/^[^\S\n]*msgstr[\s\S]*?(?=\n[^\S\n]*(?:msgid|#|$))/gm, '');
  // A target is one of the page whose text it translates. What the original names is nothing new.
  const isNew = ({ specifier }: CodePiece) => specifier === undefined || !originals.includes(specifier);
  return translatedTexts(text).flatMap(({ value, offset }) =>
    [
      ...structuredTextCode(value, runs),
      ...mystCode(value, runs),
      ...htmlCode(value),
      ...(rules.macros === 'never' ? [] : templateCode(value, rules)),
      ...runningAddresses(value),
    ]
      .filter(isNew)
      .map((piece) => placedAt(piece, offset)),
  );
}

function dataCode({ text, path, rules }: CodeQuestion, language: DataLanguage): CodePiece[] {
  const { pieces, texts: found } = settingsCode(text, language);
  // Eleventy knows global data by the name of its file.
  const named = /(?:^|\/)_data\/([^/.]+)\.[^/]+$/.exec(path)?.[1];
  const texts = named === undefined ? found : found.map(({ keys, value }) => ({ keys: `.${named}${keys}`, value }));
  // A page may include the file as it is, with its comments.
  const comments = language === 'json' ? [] : htmlCode(text);
  return [...pieces, ...comments, ...textsCode(texts, { text, path, rules }), ...includedCode({ text, rules })];
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
  const sampleDialect = dialect === 'templates' && rules.shortcodes !== 'never' ? 'hugo' : dialect;
  const page = readShown(text, isProgram ? 'markdown' : sampleDialect);
  const isMarkdown = !isProgram || front.texts.some(({ keys }) => /(?:^|\.)(?:format|mdx)(?:\.|$)/i.test(keys));
  const shown = [
    ...(isProgram ? mdxCode(text, rules.modules === 'never' ? 'reader' : rules.modules) : []),
    // Docusaurus reads a page of MDX as Markdown if its front matter says so.
    ...(isMarkdown ? markdownCode(page.shown) : []),
  ];
  const addresses = namedAddresses(page.shown, tagsIn(page.shown));
  const isVue = rules.vue !== 'never';
  const found = [
    ...front.pieces,
    ...textsCode(front.texts, question),
    ...(isProgram ? outsideSamples(bundledAddresses(addresses), text) : []),
    ...(!isProgram && rules.vue !== 'never' ? bundledAddresses(addresses) : []),
    ...publishedFromOutside(path, addresses),
    ...(rules.preprocessors !== 'never' && /(?:^|\/)SUMMARY\.md$/.test(path)
      ? addresses.map(({ address, offset }) => includedPiece(address, offset))
      : []),
    ...(isVue ? shown.filter((piece) => !isOfVue(piece)) : shown),
    ...(rules.vue === 'never' ? [] : vueCode(text, withSamples(page, rules), rules.vue)),
    ...templateCode(rules.samplesAreText === true ? page.shown : text, rules),
    ...(hasTemplates(rules) ? computedMarkup(page.shown) : []),
    ...samplesThatRun(text, { isProgram, namesFiles: rules.shortcodes === 'never' }),
    ...(dialect === 'pymdown' ? [...describedPrograms(text), ...genericBlocks(text)] : []),
    ...formulaAddresses(text),
    ...(rules.directives === 'never' ? [] : mystCode(text, rules.directives)),
  ];
  return isProgram ? found : markSamples(found, text, { dialect, sampleDialect });
}

/** Marks what CommonMark takes for a sample, although other readers of the page may not. */
function markSamples(
  pieces: CodePiece[],
  text: string,
  { dialect, sampleDialect }: { dialect: Dialect; sampleDialect: SampleDialect },
): CodePiece[] {
  if (pieces.length === 0) return pieces;
  const samples = tokenize(text, dialect).flatMap(({ enter, token }): Span[] => {
    if (enter || !/^code(?:Fenced|Text|Indented)$/.test(token.type)) return [];
    // The first line of a fence is none.
    const first = token.type === 'codeFenced' ? text.indexOf('\n', token.start) : token.start;
    return [{ start: first === -1 ? token.end : first, end: token.end }];
  });
  const { contextAt } = samplesOf(text, sampleDialect);
  return pieces.map((piece) => {
    const { offset } = piece;
    const isSample = samples.some(({ start, end }) => offset >= start && offset < end);
    return isSample ? Object.assign(piece, { sampleIn: contextAt(offset) }) : piece;
  });
}

/** Returns what a diagram runs, also in a page that shows its text. */
function drawnText(question: CodeQuestion): CodePiece[] {
  return [...diagramCode(question.text), ...shownText(question)];
}

/** Returns what a table or a similar text brings into a page that shows it. */
function shownText(question: CodeQuestion): CodePiece[] {
  const { text } = question;
  const front = frontMatterCode(text);
  return [
    ...front.pieces,
    ...textsCode(front.texts, question),
    ...htmlCode(text),
    ...runningAddresses(text),
    ...includedCode(question),
  ];
}

/**
 * Returns what lets a drawing mean more than it shows: declarations of entities and attributes, styles from elsewhere, and
 * encodings in which other bytes spell an element.
 */
function entitiesOf(text: string): CodePiece[] {
  const found =
    /<!(?:ENTITY|ATTLIST)\b[^>]*|<!DOCTYPE\b[^>]*\[|<\?xml-stylesheet\b[^>]*|<\?xml\b[^>]*encoding\s*=\s*["'](?!utf-8|us-ascii|iso-8859-1)[^>]*/gi;
  return [...text.matchAll(found)].map(({ 0: code, index }) => ({
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
