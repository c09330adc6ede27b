import { visitLinesOutsideFences } from '../parse/fences.ts';
import { lineFinder } from '../text/lines.ts';
import { extensionOf, isMarkdown } from '../text/paths.ts';
import type { Attribute } from './elements.ts';
import { readAttributes, tagsIn } from './forms/html.ts';
import { UnreadableText } from './unreadable.ts';

/** A text that readers do not see on the page, and programs read. */
export interface HiddenText {
  text: string;
  /** UTF-16 offset in the file. */
  offset: number;
}

/**
 * Returns the texts of a file that readers do not see and that are long enough to say something, or that speak to a
 * machine: comments of each language that the file may be written in, hidden elements, titles of links that are never
 * shown, and values of attributes. Whatever an agent finds there it may take for an instruction, and no reader notices.
 * It is linear in the text, because the process waits for it.
 */
export function hiddenTextsIn(path: string, file: string): HiddenText[] {
  const extension = extensionOf(path);
  const front = /^\ufeff?(?:---|\+\+\+)[ \t]*\r?\n[\s\S]*?\n(?:---|\+\+\+|\.\.\.)/.exec(file)?.[0] ?? '';
  const texts = [
    ...enclosed(file),
    ...commentLines(extension, file),
    ...commentLines('.yaml', front),
    ...definitions(file),
    ...blockComments(extension, file),
    ...(extension === '.rst' || extension === '.txt' ? onlyForSome(file) : []),
    ...(isMarkdown(path) ? textsOfLists(file) : []),
  ];
  return [...texts.filter(isSpeech), ...textsOfElements(path, file)];
}

/** How many words make a text that could be an instruction. Names of tools and of sections have fewer. */
const wordsOfSpeech = 8;

function isSpeech({ text: written }: HiddenText): boolean {
  const text = written.normalize('NFKC').replaceAll(/\p{Cf}/gu, '');
  const words = countWords(text);
  return words >= wordsOfSpeech || (words >= 2 && speaksToMachine(text)) || blob.test(text);
}

/** Scripts without spaces have about two characters a word. */
function countWords(text: string): number {
  const dense = text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu)?.length ?? 0;
  const words = text.match(/(?<![\p{L}\p{N}_/.-])[\p{L}\p{M}]{2,}(?:['’]\p{L}+)?(?![\p{L}\p{N}_/-])/gu)?.length ?? 0;
  return words + Math.floor(dense / 2);
}

/** Data in a spelling that only programs read. */
const blob = /[A-Za-z0-9+/]{60}|(?:%[\da-f]{2}|\\x[\da-f]{2}|\\u[\da-f]{4}|&#x?[\da-f]+;){12}/i;

function speaksToMachine(text: string): boolean {
  return machine.test(text.normalize('NFKC'));
}

const machine =
  /\b(?:ai|a\.i|llms?|\w*gpt[\w-]*|claude|anthropic|openai|gemini|copilot|codex|cursor|windsurf|devin|agents?|assistants?|chat ?bots?|crawlers?|(?:language )?models?|prompts?|system (?:message|note|override)|(?:previous|prior|above|earlier) (?:\w+ )?(?:instructions?|rules|text)|agentes?|asistentes?|assistente|instrucciones|istruzioni|anweisungen|ki|инструкци\p{L}*|агент\p{L}*|модел\p{L}*)\b|指令|指示|提示词|助手|智能体|大模型|人工智能|エージェント|アシスタント|에이전트|어시스턴트|인공지능|وكيل|تعليمات/iu;

/**
 * Matches the beginning of a comment in HTML, also of what browsers take for one, MDX, also of what it never shows, Jinja, Liquid, Handlebars, Hugo or
 * Go templates.
 */
const opens =
  /<!--|<\?(?!xml\b)|\{\s*(?:false|null|undefined|0|''|"")\s*&&|<!(?!doctype\b)|<\/(?=[^A-Za-z])|\{\s*\/\*|\{#|\{\{[-~<%]?\s*(?:!|\/\*)|\{%[-+]?\s*(?:comment\b|#)/gi;

function enclosed(file: string): HiddenText[] {
  const found: HiddenText[] = [];
  let hasEndOfJinja = true;
  let endOfLast = 0;
  opens.lastIndex = 0;
  for (let open = opens.exec(file); open !== null; open = opens.exec(file)) {
    const from = opens.lastIndex;
    const isJinja = open[0] === '{#';
    if (isJinja && !hasEndOfJinja) continue;
    const close = open[0] === '<!--' ? endOfComment(file, from) : file.indexOf(closeOf(open[0]), from);
    // Without its end, `{#` is not a comment, and none behind it has one; the others go on to the end of the file.
    if (isJinja && close === -1) {
      hasEndOfJinja = false;
      continue;
    }
    const end = close === -1 ? file.length : close;
    const last = found.at(-1);
    // Comments that follow each other are read as one text.
    if (last !== undefined && /^\W*$/.test(file.slice(endOfLast, open.index))) last.text += ` ${file.slice(from, end)}`;
    else found.push({ text: file.slice(from, end), offset: open.index });
    endOfLast = end;
    opens.lastIndex = end;
  }
  return found;
}

function endOfComment(file: string, from: number): number {
  const end = /--!?>/g;
  end.lastIndex = from;
  return end.exec(file)?.index ?? -1;
}

function closeOf(open: string): string {
  if (open.startsWith('<')) return '>';
  if (open.endsWith('*')) return '*/';
  if (open.endsWith('&&')) return '}';
  if (open === '{#') return '#}';
  if (open.endsWith('#')) return '%}';
  return open.startsWith('{{') ? '}}' : 'endcomment';
}

/** Returns comments that are whole lines, or the ends of lines. Those that follow each other are one text. */
function commentLines(extension: string, file: string): HiddenText[] {
  const begins = lineComments.find(([extensions]) => extensions.test(extension))?.[1] ?? /^[ \t]*(?:%|\/\/)/;
  const isText = /^\.(?:rst|txt|po)$/.test(extension);
  const found: HiddenText[] = [];
  let open: HiddenText | undefined;
  let offset = 0;
  for (const line of file.split('\n')) {
    const comment = begins.exec(line.replace(/\r$/, ''));
    // A comment of reStructuredText goes on as far as it is indented.
    const goesOn = isText && open !== undefined && /^(?:[ \t]|$)/.test(line);
    if (comment === null && !goesOn) open = undefined;
    else {
      const text = comment === null ? line : line.slice(comment.index + comment[0].length);
      if (open === undefined) {
        open = { text, offset };
        found.push(open);
      } else open.text += ` ${text}`;
    }
    offset += line.length + 1;
  }
  return found;
}

const lineComments: [extensions: RegExp, begins: RegExp][] = [
  [
    /^\.(?:rst|txt|po)$/,
    /^[ \t\f\v*+-]*\.\.(?:[ \t]+(?![\w:+.-]+[ \t]?::(?:\s|$)|\[[^\]\s]+\](?:\s|$)|_[^\s].*:|\|[^|]+\|\s)|[ \t]*$)/,
  ],
  [/^\.(?:ya?ml|toml)$/, /(?:^|[ \t])#/],
  [/^\.json$/, /^[ \t]*(?:\/\/|"(?:\/\/|_?comment|\$comment)"[ \t]*:)/i],
  [/^\.(?:adoc|asciidoc)$/, /^\/\//],
  [/^\.org$/, /^[ \t]*#(?!\+)/],
  // The comments of MyST.
  [/^\.(?:mdx?|markdown|mdown|mkd|mdoc)$/, /^[ \t>*+-]*%/],
];

/** Returns comments of AsciiDoc and Org that go from a line of their own to another, or to the end of the file. */
function blockComments(extension: string, file: string): HiddenText[] {
  const block = blocksOfComments.get(extension);
  return block === undefined
    ? []
    : Array.from(file.matchAll(block), ({ 2: text = '', index }) => ({ text, offset: index }));
}

const asciiDocComment = /^(\/{4,})[ \t]*\r?\n([\s\S]*?)(?:^\1[ \t]*\r?$|$(?![\s\S]))/gm;
const blocksOfComments = new Map([
  ['.adoc', asciiDocComment],
  ['.asciidoc', asciiDocComment],
  ['.org', /^[ \t]*(#)\+begin_comment\b[^\n]*\n([\s\S]*?)(?:^[ \t]*#\+end_comment\b|$(?![\s\S]))/gim],
]);

/** Returns what `.. only::` shows under a tag that the project sets itself, and so perhaps to nobody. */
function onlyForSome(file: string): HiddenText[] {
  const found = file.matchAll(/^([ \t]*)\.\. only::[ \t]*([^\n]*)\n((?:[ \t]*\r?\n|\1[ \t]+[^\n]*(?:\n|$))*)/gm);
  return Array.from(found, ({ 2: shownTo = '', 3: text = '', index }) => ({ shownTo, text, offset: index })).filter(
    ({ shownTo }) => !onlyBuilders.test(shownTo),
  );
}

/** The names of Sphinx's own builders and formats: sphinx-doc.org/en/master/usage/restructuredtext/directives.html */
const onlyBuilders =
  /^(?:\W|\b(?:and|or|not|html|dirhtml|singlehtml|htmlhelp|latex|latexpdf|text|man|texinfo|epub|xml|gettext|builder_\w+|format_\w+)\b)*$/;

/** Returns the blocks of Markdown to which a list of attributes gives a style or a class that hides them. */
function textsOfLists(file: string): HiddenText[] {
  if (!/\{[^{}\n]*(?:hid|style|class|\.[a-z])/i.test(file)) return [];
  let offset = 0;
  return file.split(/(?<=\n)(?=[ \t>]*\r?\n)/).flatMap((block) => {
    const lists = block.match(/\{:?[^{}\n]*\}/g) ?? [];
    const place = offset;
    offset += block.length;
    return lists.some((list) => hides(attributesOfList(list), list)) ? [{ text: block, offset: place }] : [];
  });
}

/** Reads a list of attributes. `.name` is short for a class, and a name alone for an attribute without a value. */
function attributesOfList(list: string): Attribute[] {
  const { attributes } = readAttributes(list.replace(/^\{:?/, ''), 0, '}');
  return attributes.map(({ name, value, offset }) =>
    name.startsWith('.') && value === undefined
      ? { name: 'class', value: name.slice(1).replaceAll('.', ' '), offset }
      : { name, value, offset },
  );
}

/** The definition of a link shows neither its title nor, if no link uses it, its label. */
function definitions(file: string): HiddenText[] {
  const found = file.matchAll(/^[ >*+-]{0,20}\[((?:[^\]\\\n]|\\.)+)\]:([^\n]*(?:\n[ \t]*["'(][^\n]*)?)/gm);
  return Array.from(found, ({ 1: label = '', 2: rest = '', index }) => {
    const open = rest.search(/[ \t\n]["'(]/);
    const isNote = /^\s*(?:#|<#?>|$)/.test(rest);
    return { text: `${label} ${open === -1 ? '' : rest.slice(open)}`, offset: index, isNote };
  }).filter((one) => one.isNote || isOrder(one));
}

function textsOfElements(path: string, file: string): HiddenText[] {
  if (!/<[A-Za-z]/.test(file)) return imageTexts(file);
  const lower = file.toLowerCase();
  let covered = 0;
  const endless = new Set<string>();
  const isShown = samplesOf(path, file);
  const found = tags(file).flatMap(({ name, attributes, offset, end }) => {
    const read = attributes.filter(({ name: attribute }) => readByPrograms.test(attribute));
    const ordered = read.map(({ value = '' }): HiddenText => ({ text: value, offset })).filter(isOrder);
    const isByName = hiddenElements.test(name);
    if (offset < covered || (!isByName && !hides(attributes, file.slice(offset, end)))) return ordered;
    if (!isShown(offset)) return ordered;
    const close = endless.has(name) ? undefined : endOfElement(lower, name.toLowerCase(), end);
    if (close === undefined) endless.add(name);
    // Without its end, such an element would hide the rest of the page, which everybody sees: it is a name in a text.
    if (isByName && close === undefined) return ordered;
    covered = close ?? file.length;
    const body = { text: file.slice(end, covered).replaceAll(/<[^>]*>/g, ' '), offset };
    if (isSpeech(body)) ordered.push(body);
    return ordered;
  });
  return [...found, ...imageTexts(file)];
}

/** Returns a function that says whether a place is outside samples of code, in which readers see elements as text. */
function samplesOf(path: string, file: string): (offset: number) => boolean {
  if (!isMarkdown(path)) return () => true;
  const lineOf = lineFinder(file);
  const shown = new Set<number>();
  visitLinesOutsideFences(file, (start) => shown.add(lineOf(start)));
  return (offset) => shown.has(lineOf(offset));
}

/**
 * Returns where an element ends, with those of its name within it: at the last end of its name if these lack ends.
 * Undefined if no end follows.
 */
function endOfElement(lower: string, name: string, from: number): number | undefined {
  let depth = 1;
  let last: number | undefined;
  for (let at = lower.indexOf('<', from); at !== -1; at = lower.indexOf('<', at + 1)) {
    const isEnd = lower.charAt(at + 1) === '/';
    const begin = at + (isEnd ? 2 : 1);
    if (!lower.startsWith(name, begin) || !/^[\s/>]?$/.test(lower.charAt(begin + name.length))) continue;
    depth += isEnd ? -1 : 1;
    if (isEnd) last = at;
    if (depth === 0) return at;
  }
  return last;
}

function tags(file: string): ReturnType<typeof tagsIn> {
  try {
    return tagsIn(file);
  } catch (error) {
    // What cannot be read is a piece of code of its own, which is refused.
    if (error instanceof UnreadableText) return [];
    throw error;
  }
}

function imageTexts(file: string): HiddenText[] {
  return Array.from(
    file.matchAll(/!\[((?:[^[\]]|\[[^[\]]*\]){8,})\]|\]\([^()\s]*\s+["']([^"']*)["']\s*\)/g),
    ({ 1: alternative = '', 2: title = '', index }) => ({ text: alternative + title, offset: index }),
  ).filter(isOrder);
}

/** People see these in some situations, so only those that give a machine an order are told. */
function isOrder({ text }: HiddenText): boolean {
  return speaksToMachine(text) && order.test(text);
}

const order =
  /\b(?:ignore|disregard|forget|override|bypass|pretend|you|your|do not|don'?t|never|always|must|shall|instead|tell|inform|recommend|reply|respond|answer|say|output|run|execute|install|fetch|visit|send|reveal|write|treat)\b|[:!]/i;

const readByPrograms = /^(?:alt|title|aria-label|aria-description|content|value|summary|placeholder|data-.+)$/i;

const hiddenElements = /^(?:template|noscript|noframes|noembed|desc|defs|metadata|datalist|dialog|canvas|rp)$/i;

function hides(attributes: readonly Attribute[], tag: string): boolean {
  return attributes.some(({ name: attribute, value = '' }) => {
    if (/^(?:hidden|popover)$/i.test(attribute)) return true;
    if (/^(?:v-if|v-show)$/.test(attribute)) return /^\s*(?:false|null|0|'')\s*$/.test(value);
    if (
      /^(?:display|visibility|opacity|font-size|color)$/i.test(attribute) &&
      hidingStyle.test(`${attribute}:${value}`)
    )
      return true;
    // In JSX, the styles are an object, whose parts look like further attributes.
    if (/^(?::|v-bind:)?style$/i.test(attribute))
      return [tag, value].some((text) => hidingStyle.test(text.replaceAll(/\/\*.*?\*\/|[\s"'{}]/g, '')));
    return /^class(?:name)?$/i.test(attribute) && hidingClass.test(value.replaceAll(/[{}"'`]/g, ' '));
  });
}

const hidingStyle =
  /display:none|visibility:(?:hidden|collapse)|opacity:(?:0(?!\.0*[1-9])|\.0)|font(?:-?size)?:[01](?:px|\/|;|$)|font-?size:0|color:(?:transparent|white|#f{3}|#0{4}|rgba\([^)]*,0\)|rgb\(255,255,255\))|clip(?:-?path)?:|(?:left|right|top|bottom|text-?indent|margin-?left):(?:-\d{2}|\d{4})|translate\w*\(-\d{2}|(?:^|[;,])(?:max-)?(?:height|width):0|transform:scale\(0/i;

const hidingClass =
  /(?:^|\s)(?:sr-only|visually-?hidden|screen-?reader\S*|hidden|d-none|invisible|opacity-0|text-transparent|is-hidden|hide)(?:\s|$)/i;
