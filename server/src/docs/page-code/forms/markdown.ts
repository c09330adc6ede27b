import type { PageToken } from '../../parse/page-facts.ts';
import type { Span } from '../../tree.ts';
import { isRunningAddress } from '../addresses.ts';
import { elementCode, type Attribute, type Element } from '../elements.ts';
import { htmlCode, readAttributes } from './html.ts';
import { addressPiece, collapseSpace, longestWordOf, type CodePiece } from '../piece.ts';
import { containersAfter, samplesOf, type Containers, type SampleDialect } from './certain-samples.ts';
import { openBudget } from '../unreadable.ts';

/** What a page of Markdown shows apart from its samples of code. Both texts are as long as the page. */
export interface ShownPage {
  /** The page with its samples and escaped signs blanked. */
  shown: string;
  /**
   * The page with blanks only where Vue compiles nothing: VitePress 1.6 lets it compile samples within lines, indented
   * samples and addresses.
   */
  compiled: string;
}

/** Returns what a page of Markdown runs by HTML elements and addresses, without the notations of its kind. */
export function markdownCode(shown: string): CodePiece[] {
  return [
    ...htmlCode(shown),
    ...attributeLists(shown).flatMap(({ attributes, ...element }) =>
      elementCode({ ...element, attributes: attributes.filter(({ name }) => /^[\w@.-][\w:@.-]*$/.test(name)) }),
    ),
    ...runningAddresses(shown),
    ...readingOptions(shown),
  ];
}

/**
 * Returns first lines of fences whose options may become attributes, and kramdown's options, which change how the page is
 * read: kramdown.gettalong.org/syntax.html#extensions
 */
function readingOptions(shown: string): CodePiece[] {
  const found = shown.matchAll(/^[ \t>]*(?:`{3,}|~{3,})[^\n]*?["'\s{]on[a-z]{3,}\s*=[^\n]*|\{::(?!comment)[^\n]*/gim);
  return Array.from(found, ({ 0: code, index }): CodePiece => {
    return { kind: 'handler', runs: 'reader', key: collapseSpace(code), seek: longestWordOf(code), offset: index };
  });
}

/**
 * Returns the running addresses of links, images, definitions and addresses in angle brackets, wherever a reader may see
 * one: the beginning decides, so it does not matter where the address ends.
 */
export function runningAddresses(shown: string): CodePiece[] {
  const found = shown.matchAll(/\](?:\(|:)(?=[\s<>]*([^\s<>][\s\S]{0,200}))|<([A-Za-z][\w+.-]*:[^\s<>]*)>/g);
  return [...found].flatMap(({ 1: linked, 2: alone = '', index }) => {
    const address = linked?.replace(/\).*$/s, '') ?? alone;
    return isRunningAddress(address) ? [addressPiece(address, index)] : [];
  });
}

/**
 * Returns elements with the attributes that attribute lists set: `# Title {#id .class onclick="run()"}` gives them to
 * the heading. See vitepress.dev/guide/markdown, attribute lists of Python-Markdown, and kramdown's `{: title="a"}`. A
 * list ends at the first brace, or at the first outside quotation marks: generators differ, so both are read.
 */
export function attributeLists(text: string): Element[] {
  const budget = openBudget(text);
  const found: Element[] = [];
  let start = 0;
  // No list goes on behind an empty line.
  for (const block of text.split(/(?<=\n)(?=[ \t>]*\r?\n)/)) {
    const isPossible = block.includes('=') && block.includes('{');
    for (let open = isPossible ? block.indexOf('{') : -1; open !== -1; open = block.indexOf('{', open + 1)) {
      budget.spend(block.length - open);
      const attributes = listAt(block, open).filter(({ value }) => value !== undefined);
      const offset = start + open;
      if (attributes.length > 0)
        found.push({
          name: 'a',
          attributes: attributes.map(({ name, value }) => ({ name, value, offset })),
          offset,
          end: offset,
        });
    }
    start += block.length;
  }
  return found;
}

function listAt(block: string, open: number): Attribute[] {
  // kramdown's lists begin with `{:`. The colon of `{:title="a"}` may as well be Vue's.
  const [from, isMarked] = block.charAt(open + 1) === ':' ? [open + 2, true] : [open + 1, false];
  const whole = readAttributes(block, from, '}');
  const close = block.indexOf('}', from);
  const list = block.slice(from, close === -1 ? undefined : close);
  const short = close === -1 || close === whole.end - 1 ? [] : readAttributes(list, 0, '}').attributes;
  const found = [...whole.attributes, ...short];
  const names = new Set(found.map(({ name }) => name));
  found.push(...looseAttributes(list).filter(({ name }) => !names.has(name)));
  if (!isMarked) return found;
  return found.flatMap((one) => [one, { ...one, name: `:${one.name}` }]);
}

/**
 * Reads a list as those do that take each word for an attribute, or drop signs that no name may contain:
 * rust-lang.github.io/mdBook/format/markdown.html#heading-attributes, github.com/arve0/markdown-it-attrs.
 */
function looseAttributes(list: string): Attribute[] {
  const words = list.replace(/["'\t/>]/g, '').split(/[ \n]+/);
  const one = /^([^=]+)=([\s\S]*)$/;
  return words.flatMap((word, index) => {
    const [, name = '', value = ''] = one.exec(word) ?? [];
    // What drops the quotation marks may keep what follows.
    return /^[:@#]?\w[\w:.-]*$/.test(name)
      ? [{ name, value: [value, ...words.slice(index + 1)].join(' ').trim(), offset: 0 }]
      : [];
  });
}

/** Reads a page with the samples of its dialect. Only Vue leaves the front matter out. */
export function readShown(text: string, dialect: SampleDialect): ShownPage {
  const { certain } = samplesOf(text, dialect);
  const front = /^---[ \t]*\r?\n(?:[\s\S]*?\n)??---[ \t]*(?=\r?\n|$)/.exec(text)?.[0].length ?? 0;
  return {
    shown: blanked(
      text,
      certain.map(({ from, end }) => ({ start: from, end })),
    ),
    compiled: blanked(text, [{ start: 0, end: front }, ...certain.filter(({ kind }) => kind === 'fence')]),
  };
}

/**
 * Returns the fences with a line that may close a container which is open around them: some generators look for that line
 * before they look for fences.
 */
export function disputedFences(text: string, samples: readonly PageToken[]): Set<PageToken> {
  const found = new Set<PageToken>();
  let containers: Containers = 'none';
  let done = 0;
  for (const fence of samples.filter(({ type }) => type === 'codeFenced').toSorted((a, b) => a.start - b.start)) {
    if (fence.start < done) continue;
    for (const line of text.slice(done, fence.start).split('\n')) containers = containersAfter(containers, line);
    if (containers !== 'none' && /^[ \t>]*:{3,}/m.test(text.slice(fence.start, fence.end))) found.add(fence);
    done = fence.end;
  }
  return found;
}

export function blanked(text: string, spans: readonly Span[]): string {
  const pieces: string[] = [];
  let done = 0;
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    if (start < done) continue;
    pieces.push(text.slice(done, start), text.slice(start, end).replace(/[^\r\n]/g, ' '));
    done = end;
  }
  return pieces.join('') + text.slice(done);
}

/** Returns the running addresses in formulas, `\\href{javascript:…}`, which MathJax turns into links. */
export function formulaAddresses(text: string): CodePiece[] {
  if (!/\\(?:href|url)\b/.test(text)) return [];
  return [...text.matchAll(/\\(?:href|url)\s*\{([^{}]*)\}/g)].flatMap(({ 1: address = '', index }) =>
    isRunningAddress(address) ? [addressPiece(address, index)] : [],
  );
}
