import { isOfDiscussion, isReference, withoutNames, withoutScheme } from './addresses.ts';
import { zeroWidthSpace, judgeEntity } from './entities.ts';
import { Scan } from './scan.ts';
import type { Paragraph } from './scan.ts';
import { safeWord } from './words.ts';

/**
 * Makes one line of text safe. It is read once from the left, as CommonMark reads: the construct that begins first and
 * ends within the line counts. A construct that would only end on a later line is escaped, so that it begins nothing.
 */
export function safeInline(line: string, paragraph: Paragraph): string {
  const scan = new Scan(line, paragraph);
  while (scan.at < line.length) step(scan);
  return scan.written.join('');
}

type Reader = (scan: Scan, character: string) => void;

function step(scan: Scan): void {
  const plain = scan.match(/[^A-Za-z0-9`\\<>{&![\]@＠﹫#＃~%$*]+/y);
  if (plain !== null) {
    scan.write(plain[0], plain[0].length);
    return;
  }
  const character = scan.line.charAt(scan.at);
  const read = readers[character] ?? readWord;
  read(scan, character);
}

const readers: Record<string, Reader> = {
  '`': readBackticks,
  '\\': readBackslash,
  '<': readAngle,
  '&': readAmpersand,
  '!': readExclamation,
  '[': readBracket,
  ']': readClosingBracket,
  '@': readAt,
  '＠': readAt,
  '﹫': readAt,
  '#': readMark,
  '＃': readMark,
  $: readDollar,
  '%': readMark,
  '{': readBrace,
  '>': readMark,
  '~': readTildes,
  '*': readStars,
};

/** What a mark must be separated from: the names that a host links, and what a shell or a template would run. */
const afterMark: Record<string, RegExp> = {
  '#': /[\d{]/,
  '＃': /\d/,
  $: /[\w({[]/,
  '%': /[\w"{]/,
  '{': /[{%#]/,
  '>': /\(/,
  '!': /\d/,
  '&': /\d/,
  '~': /[\w"?]/,
};

/** Writes a mark, separated from the name after it. */
function readMark(scan: Scan, character: string): void {
  const name = afterMark[character] ?? /[\w"?]/;
  const next = scan.line.charAt(scan.at + character.length);
  // A tag or emphasis that is not visible separates them only in Markdown.
  const [, beyond = ''] = scan.match(/.[*_~]{1,20}([^])/y) ?? [];
  const follows = [next, beyond].some((one) => one === '<' || name.test(one));
  scan.write(follows ? character + zeroWidthSpace : character, character.length);
}

function readAt(scan: Scan, character: string): void {
  writeAt(scan, character, character.length);
}

/** An `@` within a word is part of an e-mail address. */
function writeAt(scan: Scan, character: string, length: number): void {
  const next = scan.line.charAt(scan.at + length);
  const isApart = next === '' || /\s/.test(next) || scan.line.startsWith(zeroWidthSpace, scan.at + length);
  const isHarmless = isApart || /[A-Za-z0-9]/.test(scan.before());
  scan.write(isHarmless ? character : character + zeroWidthSpace, length);
}

function readDollar(scan: Scan, character: string): void {
  scan.paragraph.dollar = true;
  readMark(scan, character);
}

/** An address may end with a mark that begins a template together with the brace. */
function readBrace(scan: Scan, character: string): void {
  if (/[$#%]/.test(scan.before())) scan.write(zeroWidthSpace, 0);
  readMark(scan, character);
}

function readTildes(scan: Scan): void {
  const [run = ''] = scan.match(/~+/y) ?? [];
  const isFence = run.length >= 3;
  scan.write(isFence ? `${String.raw`\~`.repeat(run.length - 1)}\\` : run.slice(1), run.length - 1);
  readMark(scan, '~');
}

function readStars(scan: Scan): void {
  const [order] = scan.match(/\*{3,}NO_CI(?=\*{3})/iy) ?? [];
  if (order !== undefined) {
    scan.write(order + zeroWidthSpace, order.length);
    return;
  }
  const [run = '*'] = scan.match(/\*+/y) ?? [];
  scan.write(run, run.length);
}

function readBackslash(scan: Scan): void {
  const escaped = scan.match(/\\[-!-,./:-@[-`{-~]/y);
  // In HTML a backslash escapes nothing: what follows it would be a tag.
  if (scan.paragraph.html && escaped?.[0] === String.raw`\<`) {
    scan.write('\\', 1);
    return;
  }
  // A host that looks at the rendered text still sees an escaped mark.
  const isMark = escaped !== null && /[@#!$%&~{>]/.test(escaped[0]);
  if (escaped?.[0] === '\\[') {
    scan.write('\\', 1);
    readBracket(scan, '', false);
    return;
  }
  if (escaped === null || isMark) scan.write('\\', 1);
  else {
    scan.write(escaped[0], 2);
    if (escaped[0] === String.raw`\<` && /[%(]/.test(scan.line.charAt(scan.at))) scan.write(zeroWidthSpace, 0);
  }
  if (!isMark) return;
  const mark = scan.line.charAt(scan.at);
  if (mark === '@') writeAt(scan, mark, 1);
  else readMark(scan, mark);
}

function readBackticks(scan: Scan): void {
  const [run = ''] = scan.match(/`+/y) ?? [];
  const end = scan.paragraph.html ? undefined : nextRun(scan, run.length);
  if (end === undefined) {
    // In HTML a backslash would be visible.
    scan.write((scan.paragraph.html ? '&#x60;' : '\\`').repeat(run.length), run.length);
    return;
  }
  const content = scan.line.slice(scan.at + run.length, end);
  if (content.includes('$') && scan.paragraph.dollar) {
    // A host that reads a formula may pair the backticks differently: nothing is code from here on.
    scan.paragraph.html = true;
    scan.write('&#x60;'.repeat(run.length), run.length);
    return;
  }
  // The cells of a table are split before code is read: a bar may end the code.
  const safe = content.includes('|') ? safeInline(content, { html: true, dollar: true }) : content;
  scan.write(run + safe + run, end + run.length - scan.at);
}

/** Returns where the next run of the same length begins. */
function nextRun(scan: Scan, length: number): number | undefined {
  const runs = scan.runs.get(length);
  if (runs === undefined) return undefined;
  while ((runs.places[runs.next] ?? Infinity) <= scan.at) runs.next += 1;
  return runs.places[runs.next];
}

function readAngle(scan: Scan): void {
  const comment = scan.endOfComment();
  const [tag] = scan.match(/<\/?(?:details|summary|br|kbd|sub|sup)(?: open)? ?\/?>/iy) ?? [];
  const [link] = scan.match(/<(?:https?:\/\/[^\s<>`"']+|[A-Za-z0-9][\w.+-]{0,63}@[A-Za-z0-9.-]{1,253})>/iy) ?? [];
  // A separator stays between the texts before and after the comment.
  if (comment >= 0) scan.write(zeroWidthSpace, comment + 3 - scan.at);
  else if (tag !== undefined && (!opensForGood(tag) || isClosed(scan, tag))) {
    scan.write(tag.toLowerCase().replace(/ open| /, ''), tag.length);
  } else if (link === undefined || scan.paragraph.html || isNoCode(scan, link)) {
    scan.write(/[A-Za-z/!?%(]/.test(scan.line.charAt(scan.at + 1)) ? '&lt;' : '<', 1);
  } else if (isOfDiscussion(link)) writeAddress(scan, link.slice(1, -1), link.length);
  else scan.write(link, link.length);
}

function opensForGood(tag: string): boolean {
  return /^<(?:kbd|sub|sup)/i.test(tag);
}

/** Whether a tag is closed in its own line. An unclosed one would continue in the text below. */
function isClosed(scan: Scan, tag: string): boolean {
  const name = tag.replaceAll(/[<>/ ]|open/gi, '');
  return scan.line
    .slice(scan.at, scan.at + 300)
    .toLowerCase()
    .includes(`</${name.toLowerCase()}>`);
}

function readAmpersand(scan: Scan): void {
  const [entity] = scan.match(/&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});/y) ?? [];
  const judged = entity === undefined ? undefined : judgeEntity(entity);
  if (entity === undefined || judged === undefined) {
    const next = scan.line.charAt(scan.at + 1);
    // HTML recognises entities without a semicolon.
    const mark = scan.paragraph.html || next === '#' ? '&amp;' : '&';
    scan.write(/\d/.test(next) ? mark + zeroWidthSpace : mark, 1);
  } else if (judged === 'escaped') scan.write('&amp;', 1);
  else if ('decoded' in judged) {
    writeAt(scan, judged.decoded, entity.length);
  } else {
    const isEpic = /^&(?:amp|#0*38|#x0*26);$/i.test(entity) && /\d/.test(scan.line.charAt(scan.at + entity.length));
    scan.write(isEpic ? entity + zeroWidthSpace : judged.kept, entity.length);
  }
}

/** Every reader's browser would load an image, so it becomes a link. */
function readExclamation(scan: Scan): void {
  const [run] = scan.match(/!+(?=\[)/y) ?? [];
  if (run === undefined) readMark(scan, '!');
  else scan.write(/[A-Za-z0-9.?)$]/.test(scan.before()) ? `${run} ` : '', run.length);
}

function readBracket(scan: Scan, _: string, mayOpen = true): void {
  const order = scan.match(/\[(skip|no|ci|actions|[a-z]{2,20})[ _-]([a-z-]{2,20})\]/iy);
  const words = `${order?.[1]} ${order?.[2]}`;
  if (/^(?:skip .*|.* skip|no ci)$/i.test(words)) {
    const first = (order?.[1]?.length ?? 0) + 1;
    openBracket(scan, mayOpen);
    scan.write(scan.line.slice(scan.at, scan.at + first - 1) + zeroWidthSpace, first - 1);
    return;
  }
  const reference =
    scan.match(/\[(?:issue|epic|work_item|merge_request|vulnerability|feature_flag|contact|snippet):(?=[^\s&])/iy) ??
    scan.match(/\[(?=!*\[)/y);
  openBracket(scan, mayOpen);
  if (reference !== null) scan.write(reference[0].slice(1) + zeroWidthSpace, reference[0].length - 1);
}

function openBracket(scan: Scan, mayOpen: boolean): void {
  if (mayOpen) scan.brackets.push(scan.written.length);
  scan.write('[', 1);
}

function readClosingBracket(scan: Scan): void {
  const begin = scan.brackets.pop();
  const link = begin === undefined || scan.paragraph.html ? undefined : linkAt(scan);
  if (begin === undefined || link === undefined) {
    scan.write(']', 1);
    return;
  }
  const { whole, destination } = link;
  // A link contains no other link: brackets that were open before begin none any more.
  scan.brackets.length = 0;
  if (isOfDiscussion(destination)) {
    // Without its bracket the text must not join the text before it, such as `#` or `GH-`.
    const follows = /\S$/.test(scan.written[begin - 1] ?? '');
    scan.written[begin] = follows ? zeroWidthSpace : '';
    scan.write(' (', 0);
    writeAddress(scan, destination, whole.length);
    scan.write(')', 0);
  } else if (isReference(destination)) scan.write(`](./${destination})`, whole.length);
  else scan.write(whole, whole.length);
}

/** Returns the end of a link from its closing bracket on, if its address is the same for every host. */
function linkAt(scan: Scan): { whole: string; destination: string } | undefined {
  const link = scan.match(/\]\([ \t]{0,9}(<[^<>\\`]*>|[^\s()<>`\\[\]"']*)([ \t]{1,9}"[^"@#!&<>`\\]*")?[ \t]{0,9}\)/y);
  const destination = link?.[1]?.replaceAll(/^<|>$/g, '') ?? '';
  const isSure = destination !== '' && !/&(?:#|[A-Za-z]+;)/.test(destination);
  return link === null || !isSure || isNoCode(scan, destination) ? undefined : { whole: link[0], destination };
}

/** Whether an address that would be written as code contains a dollar that may end a formula, and the code with it. */
function isNoCode(scan: Scan, address: string): boolean {
  return scan.paragraph.dollar && address.includes('$') && isOfDiscussion(address);
}

/** A word, or an address that begins with it. */
function readWord(scan: Scan): void {
  const [address] =
    scan.match(/(?:https?:\/\/|www\.)(?:[\w\-.~/?#=+%:;,@]|&(?!#|[A-Za-z]+;)){0,2000}[\w\-~/=+%#]/iy) ?? [];
  if (address !== undefined && (isLinked.test(address) || isOfDiscussion(address))) {
    writeBareAddress(scan, address);
    return;
  }
  const [word = scan.line.charAt(scan.at)] = scan.match(/[A-Za-z0-9]+(?:[-_][A-Za-z0-9]+)*/y) ?? [];
  const scheme = /.(?=https?$)/i.exec(word);
  if (scheme !== null && scan.line.startsWith('://', scan.at + word.length)) {
    const head = word.slice(0, scheme.index + 1);
    scan.write(safeWord(head, scan.written, scan.line, scan.at), head.length);
    return;
  }
  scan.write(safeWord(word, scan.written, scan.line, scan.at), word.length);
}

/** Matches addresses that every host turns into a link: the host's name contains a dot. */
const isLinked = /^(?:https?:\/\/)?[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+(?:[:/?]|$)/i;

function writeBareAddress(scan: Scan, address: string): void {
  const discussion = isOfDiscussion(address);
  if (discussion && !scan.paragraph.html) {
    writeAddress(scan, address, address.length);
    return;
  }
  const marks = discussion ? /[/#!$](?=\d)|[~%](?=\w)/ : /#(?=\d)|\bG[HL]-(?=\d)/i;
  // An address with a scheme is a link everywhere, and characters in it are no marks.
  const mark = discussion || /^www\./i.test(address) ? marks.exec(address) : null;
  // The address ends after the separated mark: the rest is read as text.
  const length = mark === null ? address.length : mark.index + mark[0].length;
  const head = address.slice(0, length);
  const text = discussion ? withoutScheme(head).replaceAll(/[`|]/g, '') : head;
  scan.write(withoutNames(text) + (mark === null ? '' : zeroWidthSpace), length);
}

/** Writes the address of an issue or the like as code, which can be read and copied. */
function writeAddress(scan: Scan, address: string, length: number): void {
  const text = withoutScheme(address).replaceAll(/[`|]/g, '');
  const next = scan.line.charAt(scan.at + length);
  const head = /[`\\]/.test(scan.before()) ? ' ' : '';
  scan.write(`${head}\`${text}\`${next === '`' ? ' ' : ''}`, length);
}
