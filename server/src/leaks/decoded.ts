import { asciiMatching } from './ascii.ts';
import { Rewriting } from './rewriting.ts';

/**
 * Decodes what a text contains in base64, in hex, or with escapes of URLs, HTML and programs. Returns undefined if it
 * contains none, as most texts.
 */
export function decoded(text: string): Rewriting | undefined {
  const rewriting = new Rewriting();
  for (const { 0: run, index } of encodedRuns(text)) {
    const plain = decodeRun(run);
    if (plain === undefined) continue;
    rewriting.put(plain, index, index + run.length);
    rewriting.part();
  }
  if (anyEscape.test(text))
    for (const { 0: line, index } of text.matchAll(lineWithEscapes)) unescape(rewriting, line, index);
  return rewriting.text === '' ? undefined : rewriting;
}

/**
 * Matches encoded text, also over several lines if all but the last have at least sixty characters, as `base64` wraps
 * them.
 */
const encodedRun =
  /(?<![\w+/-])[\w+/-]{28,}(?:(?<=[\w+/-]{60})\n[ \t]{0,20}[\w+/-]{8,200}(?=[\s=])){0,100}={0,2}(?![\w+/-])/g;

const shortestRun = 28;
const ofRun = asciiMatching(/[\w+/-]/);

/** Tries the pattern only at words that are long enough: decoding took three times as long when it tried each word. */
function* encodedRuns(text: string): Generator<RegExpExecArray> {
  for (let at = nextLongWord(text, 0); at !== undefined;) {
    encodedRun.lastIndex = at;
    const run = encodedRun.exec(text);
    if (run === null) return;
    yield run;
    at = nextLongWord(text, run.index + run[0].length);
  }
}

/** Returns where the next word begins that is long enough for a run, from an index on. Reads few of the characters. */
function nextLongWord(text: string, from: number): number | undefined {
  for (let start = from; start + shortestRun <= text.length;) {
    let last = start + shortestRun - 1;
    while (last >= start && ofRun[text.charCodeAt(last)] === 1) last -= 1;
    if (last < start) return start;
    start = last + 1;
  }
  return undefined;
}

const mostEncodings = 3;

function decodeRun(run: string): string | undefined {
  let plain: string | undefined;
  for (let round = 0, rest = run; round < mostEncodings; round += 1) {
    const next = plainOf(rest.trim());
    if (next === undefined) break;
    plain = next;
    rest = next;
  }
  return plain;
}

function plainOf(run: string): string | undefined {
  const letters = run.replaceAll(/\s/g, '');
  if (/^(?:[\da-f]{2})+$/i.test(letters)) return asPlain(Buffer.from(letters, 'hex'));
  return /^[\w+/-]{20,}={0,2}$/.test(letters) ? asPlain(Buffer.from(letters, 'base64')) : undefined;
}

/** Returns the text of bytes that are ASCII; undefined otherwise. 20 random bytes are ASCII once in a million. */
function asPlain(bytes: Buffer): string | undefined {
  const text = bytes.toString('latin1');
  return /^[\t\n\r -~]{12,}$/.test(text) ? text : undefined;
}

const anyEscape = /%[2-7][\da-f]|&#|\\[ux]/i;
const lineWithEscapes = /^(?=.{0,2000}(?:%[2-7][\da-f]|&#|\\[ux])).{8,2000}$/gim;
const escape =
  /%([2-7][\da-f])|&#x0{0,4}([\da-f]{2});|&#0{0,4}(\d{2,3});|\\u00([\da-f]{2})|\\u\{0{0,4}([\da-f]{2})\}|\\x([\da-f]{2})/gi;

function unescape(rewriting: Rewriting, line: string, start: number): void {
  let from = 0;
  for (const { 0: whole, index, ...groups } of line.matchAll(escape)) {
    const { 1: percent, 2: entity, 3: decimal, 4: unicode, 5: point, 6: byte } = groups;
    const hex = percent ?? entity ?? unicode ?? point ?? byte;
    rewriting.keep(line.slice(from, index), start + from);
    from = index + whole.length;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    rewriting.put(code > 31 && code < 127 ? String.fromCharCode(code) : ' ', start + index, start + from);
  }
  rewriting.keep(line.slice(from), start + from);
  rewriting.part();
}
