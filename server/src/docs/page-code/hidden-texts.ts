import { extensionOf } from '../text/paths.ts';
import type { Attribute } from './elements.ts';
import { tagsIn } from './forms/html.ts';
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
  const front = /^\ufeff?(?:---|\+\+\+)\r?\n[\s\S]*?\n(?:---|\+\+\+)/.exec(file)?.[0] ?? '';
  const texts = [
    ...enclosed(file),
    ...commentLines(extension, file),
    ...commentLines('.yaml', front),
    ...definitions(file),
  ];
  return [...texts.filter(isSpeech), ...textsOfElements(file)];
}

/** How many words make a text that could be an instruction. Names of tools and of sections have fewer. */
const wordsOfSpeech = 8;

function isSpeech({ text }: HiddenText): boolean {
  const words = countWords(text);
  return words >= wordsOfSpeech || (words >= 2 && speaksToMachine(text)) || blob.test(text);
}

/** Scripts without spaces have about two characters a word. */
function countWords(text: string): number {
  const dense = text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu)?.length ?? 0;
  const words = text.match(/(?<![\p{L}\p{N}_/.-])\p{L}{2,}(?:['’]\p{L}+)?(?![\p{L}\p{N}_/-])/gu)?.length ?? 0;
  return words + Math.floor(dense / 2);
}

/** Data in a spelling that only programs read. */
const blob = /[A-Za-z0-9+/]{80}|(?:%[\da-f]{2}|\\x[\da-f]{2}|\\u[\da-f]{4}|&#x?[\da-f]+;){12}/i;

function speaksToMachine(text: string): boolean {
  return machine.test(text.normalize('NFKC'));
}

const machine =
  /\b(?:ai|a\.i|llms?|\w*gpt[\w-]*|claude|anthropic|openai|gemini|copilot|codex|cursor|windsurf|devin|agents?|assistants?|chat ?bots?|crawlers?|(?:language )?models?|prompts?|system (?:message|note|override)|(?:previous|prior|above|earlier) (?:\w+ )?(?:instructions?|rules|text)|agentes?|asistentes?|assistente|instrucciones|istruzioni|anweisungen|ki|инструкци\p{L}*|агент\p{L}*|модел\p{L}*)\b|指令|指示|提示词|助手|智能体|大模型|人工智能|エージェント|アシスタント|에이전트|어시스턴트|인공지능|وكيل|تعليمات/iu;

/** Matches the beginning of a comment in HTML, MDX, Jinja, Liquid, Handlebars or Go templates. */
const opens = /<!--|\{\s{0,20}\/\*|\{#|\{\{[-~]?\s{0,20}(?:!|\/\*)|\{%[-+]?\s{0,20}comment\b/g;

function enclosed(file: string): HiddenText[] {
  const found: HiddenText[] = [];
  let hasEndOfJinja = true;
  opens.lastIndex = 0;
  for (let open = opens.exec(file); open !== null; open = opens.exec(file)) {
    const from = opens.lastIndex;
    if (open[0] === '{#' && !hasEndOfJinja) continue;
    const close = file.indexOf(closeOf(open[0]), from);
    // Without its end, `{#` is not a comment; the others go on to the end of the file.
    hasEndOfJinja = open[0] !== '{#' || close !== -1;
    if (!hasEndOfJinja) continue;
    const end = close === -1 ? file.length : close;
    found.push({ text: file.slice(from, end), offset: open.index });
    opens.lastIndex = end;
  }
  return found;
}

function closeOf(open: string): string {
  if (open === '<!--') return '--';
  if (open.endsWith('*')) return '*/';
  if (open === '{#') return '#}';
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
    const comment = begins.exec(line);
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
  [/^\.(?:rst|txt|po)$/, /^[ \t]*\.\.(?:[ \t]+(?!\S*::|\[|_|\|)|[ \t]*$)/],
  [/^\.(?:ya?ml|toml)$/, /(?:^|[ \t])#/],
  [/^\.json$/, /^[ \t]*(?:\/\/|"(?:\/\/|_?comment|\$comment)"[ \t]*:)/i],
  [/^\.(?:adoc|asciidoc)$/, /^\/\//],
  [/^\.org$/, /^[ \t]*#(?!\+)/],
  // The comments of MyST.
  [/^\.(?:mdx?|markdown|mdown|mkd|mdoc)$/, /^%/],
];

/** The definition of a link shows neither its title nor, if no link uses it, its label. */
function definitions(file: string): HiddenText[] {
  return Array.from(file.matchAll(/^[ >]{0,9}\[([^\]\n]+)\]:([^\n]*)/gm), ({ 1: label = '', 2: rest = '', index }) => {
    const title = /["'(](.*)["')]\s*$/.exec(rest)?.[1] ?? '';
    return { text: /^\s*(?:#|<#?>|$)/.test(rest) ? `${label} ${title}` : title, offset: index };
  });
}

function textsOfElements(file: string): HiddenText[] {
  if (!/<[A-Za-z]/.test(file)) return imageTexts(file);
  const lower = file.toLowerCase();
  let covered = 0;
  const found = tags(file).flatMap(({ name, attributes, offset, end }) => {
    const read = attributes.filter(({ name: attribute }) => readByPrograms.test(attribute));
    const ordered = read.map(({ value = '' }): HiddenText => ({ text: value, offset })).filter(isOrder);
    if (offset < covered || !isHidden(name, attributes, file.slice(offset, end))) return ordered;
    const close = lower.indexOf(`</${name.toLowerCase()}`, end);
    covered = close === -1 ? file.length : close;
    const body = { text: file.slice(end, covered).replaceAll(/<[^>]*>/g, ' '), offset };
    if (isSpeech(body)) ordered.push(body);
    return ordered;
  });
  return [...found, ...imageTexts(file)];
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
  return Array.from(file.matchAll(/!\[([^[\]\n]{8,})\]/g), ({ 1: text = '', index }) => ({
    text,
    offset: index,
  })).filter(isOrder);
}

/** People see these in some situations, so only those that give a machine an order are told. */
function isOrder({ text }: HiddenText): boolean {
  return speaksToMachine(text) && order.test(text);
}

const order =
  /\b(?:ignore|disregard|forget|override|bypass|pretend|you|your|do not|don'?t|never|always|must|shall|instead|tell|inform|recommend|reply|respond|answer|say|output|run|execute|install|fetch|visit|send|reveal|write|treat)\b|[:!]/i;

const readByPrograms = /^(?:alt|title|aria-label|aria-description|content|value|summary|placeholder|data-.+)$/i;

function isHidden(name: string, attributes: readonly Attribute[], tag: string): boolean {
  if (/^(?:template|noscript|noframes|desc|metadata|datalist)$/i.test(name)) return true;
  return attributes.some(({ name: attribute, value = '' }) => {
    if (/^hidden$/i.test(attribute)) return true;
    // In JSX, the styles are an object, whose parts look like further attributes.
    if (/^:?style$/i.test(attribute)) return hidingStyle.test(tag.replaceAll(/[\s"'{}]/g, ''));
    return /^class(?:name)?$/i.test(attribute) && hidingClass.test(value);
  });
}

const hidingStyle =
  /display:none|visibility:(?:hidden|collapse)|opacity:0(?!\.0*[1-9])|font-?size:0|color:(?:transparent|white|#f{3}|rgba\([^)]*,0\))|clip(?:-?path)?:|(?:left|right|top|bottom|text-?indent|margin-?left):-\d{2,}|(?:^|[;,])(?:max-)?(?:height|width):0|transform:scale\(0/i;

const hidingClass =
  /(?:^|\s)(?:sr-only|visually-?hidden|screen-?reader\S*|hidden|d-none|invisible|opacity-0|text-transparent|is-hidden|hide)(?:\s|$)/i;
