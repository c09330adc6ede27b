import { extensionOf } from '../text/paths.ts';
import type { Dialect } from '../parse/page-facts.ts';
import type { Span } from '../tree.ts';
import { tokenize } from '../parse/tokens.ts';
import { isRunningAddress } from './addresses.ts';
import { isMdx, type CodeRules } from './code-rules.ts';
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
import { addressPiece, collapseSpace, includedPiece, longestWordOf, placedAt, type CodePiece } from './piece.ts';
import { frontMatterCode, placeOf, settingsCode, type DataLanguage, type DataText } from './settings.ts';
import { leadsOutside } from './rough-includes.ts';
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
  const global = /(?:^|\/)_data\/([^/.]+)\.[^/]+$/.exec(path)?.[1];
  const texts = global === undefined ? found : found.map(({ keys, value }) => ({ keys: `.${global}${keys}`, value }));
  // A page may include the file as it is, with its comments.
  const comments = language === 'json' ? [] : htmlCode(text);
  return [...pieces, ...comments, ...textsCode(texts, { text, path, rules }), ...includedCode({ text, rules })];
}

/**
 * Returns what texts in data run: as templates, where the site has a language of templates, and as pages, where a
 * description of an API brings one (mintlify.com/docs/api-playground/customization, `x-mint`).
 */
function textsCode(texts: readonly DataText[], { text, path, rules }: Omit<CodeQuestion, 'dialect'>): CodePiece[] {
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
function hasTemplates({ macros, templates, shortcodes, preprocessors }: CodeRules): boolean {
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

/**
 * Returns what AsciiDoc and Org run, and what diagrams, tables and other texts bring into a page that includes them.
 */
function otherCode({ text: written, path, rules }: CodeQuestion): CodePiece[] {
  const text = /^\.(?:adoc|asciidoc)$/.test(extensionOf(path)) ? withAttributes(written) : written;
  const includes = text.matchAll(/include::([^[\n]+)\[|^[ \t]*#\+(?:INCLUDE|SETUPFILE):[ \t]*"?([^"\s]+)/gim);
  const images = text.matchAll(/\b(?:image|video|audio)::?([^[\s]+)\[/g);
  const addresses = text.matchAll(/(?<![\w`])((?:javascript|vbscript|data):[^\s`[\]]+)/gi);
  const running = text.matchAll(
    /^[ \t]*(?:#\+(?:BEGIN_SRC|CALL|begin_export|attr_html|macro)\b[^\n]*|ifeval::[^\n]*)|\bpass:[a-z]*\[[^\]]*\{[^\n]*/gim,
  );
  return [
    ...htmlCode(text),
    ...[...includes].map(({ 1: include, 2: org, index }) => includedPiece(include ?? org ?? '', index)),
    ...[...images].flatMap(({ 1: image = '', index }) =>
      /^(?:\/|[a-z]:[\\/])/i.test(image)
        ? [includedPiece(image, index)]
        : [{ ...includedPiece(image, index), isPublished: true }],
    ),
    ...[...addresses].flatMap(({ 1: address = '', index }) =>
      isRunningAddress(address) ? [addressPiece(address, index)] : [],
    ),
    ...[...running].flatMap(({ 0: line, index }): CodePiece[] => {
      const isOfReader = /attr_html|macro|pass:/i.test(line);
      if (
        isOfReader
          ? !/:on[a-z]+|pass:|macro:|:(?:href|src)\b/i.test(line)
          : !/:exports\s+(?:results|both)|CALL|ifeval/i.test(line)
      )
        return [];
      const runs = isOfReader ? 'reader' : 'build';
      return [{ kind: 'directive', runs, key: collapseSpace(line), seek: longestWordOf(line), offset: index }];
    }),
    ...templateCode(text, rules),
  ];
}

/**
 * Returns a text of AsciiDoc with the attributes that it sets itself, `:name: value`, in the place of their references.
 * @throws UnreadableText if it grows too much.
 */
function withAttributes(text: string): string {
  const values = new Map(
    Array.from(
      text.matchAll(/^:([\w-]+):[ \t]+([^\n\r]*)|\{set:([\w-]+):([^{}\n]*)\}/gm),
      ({ 1: name, 2: value, 3: set = '', 4: other }) => [(name ?? set).toLowerCase(), value ?? other ?? ''],
    ),
  );
  if (values.size === 0) return text;
  let resolved = text;
  for (let round = 0; round < 5 && /\{[\w-]+\}/.test(resolved); round += 1) {
    resolved = resolved.replaceAll(/\{([\w-]+)\}/g, (all, name: string) => values.get(name.toLowerCase()) ?? all);
    if (resolved.length > text.length * 5 + 100_000) throw new UnreadableText('its attributes grow without end');
  }
  return resolved;
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
