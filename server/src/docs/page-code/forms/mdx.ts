import { maskForMdx } from '../../parse/mdx/mdx-masks.ts';
import type { PageToken } from '../../parse/page-facts.ts';
import { tokenize } from '../../parse/tokens.ts';
import { decodeEntities, isRunningAddress } from '../addresses.ts';
import type { RunsWhere } from '../code-rules.ts';
import { htmlCode } from './html.ts';
import { addressPiece, placedAt, type CodePiece } from '../piece.ts';
import { plainParts, type PlainPart } from '../plain-page.ts';
import { unreadablePiece } from '../unreadable.ts';
import { samplesOf } from './certain-samples.ts';
import { blanked, disputedFences, runningAddresses } from './markdown.ts';
import { asOnePiece, hasAccessProperty, namesDeclaredBy, scriptCode } from './script.ts';

/** Returns what a page of MDX runs: its imports, exports, expressions and elements. */
export function mdxCode(written: string, runs: RunsWhere): CodePiece[] {
  const text = withoutMdxFences(written);
  if (text === undefined) return [unreadablePiece('it has an mdx-code-block in an unusual spelling', written, runs)];
  const commented = codeInComments(written, runs);
  const masked = maskForMdx(text);
  const plain = text === written ? plainParts(masked) : undefined;
  if (plain !== undefined) return [...commented, ...shownCode(written, runs), ...partsCode(masked, plain, runs)];
  const tokens = tokensOf(text) ?? tokensOf(withoutPlainSigns(text));
  if (tokens === undefined) return [unreadablePiece('it is no valid MDX', codeBlocksOf(text), runs)];
  const parts = tokens.flatMap(({ type, start, end }): PlainPart[] => {
    const kind = kinds.get(type);
    return kind === undefined ? [] : [{ kind, start, end }];
  });
  const disputed = disputedFences(text, tokens);
  return [
    ...commented,
    ...shownCode(written, runs),
    ...modulesBehindDirectives(masked, tokens, runs),
    ...partsCode(masked, parts, runs),
    ...tokens.flatMap((token) => tokenCode(masked, token, { isSample: !disputed.has(token), runs })),
  ];
}

/**
 * Returns lines that are modules only where a line of colons ends the paragraph above them: remark-directive, which
 * Docusaurus and Starlight use, reads `::name` as a block of its own.
 */
function modulesBehindDirectives(text: string, tokens: readonly PageToken[], runs: RunsWhere): CodePiece[] {
  if (!text.includes('::')) return [];
  const known = tokens.filter(({ type }) => type === 'mdxjsEsm' || type === 'codeFenced');
  return [...text.matchAll(/^[ \t]*(?:import|export)\b[^\n]*/gm)].flatMap(({ 0: line, index }) =>
    known.some(({ start, end }) => index >= start && index < end) ? [] : [placedAt(asOnePiece(line, runs), index)],
  );
}

function tokensOf(text: string): PageToken[] | undefined {
  try {
    return tokenize(text, 'mdx').flatMap(({ enter, token }) => (enter ? [] : token));
  } catch {
    return undefined;
  }
}

/**
 * Replaces what was text in earlier versions of MDX and can be no tag in any: addresses in angle brackets, and `<`
 * before a sign. Offsets stay the same.
 */
function withoutPlainSigns(text: string): string {
  return text.replace(/<(?:(?:https?:\/\/|mailto:)[^\s<>{}]*>|[^\s<>{}@]+@[\w.-]+>|(?![A-Za-z_$/!?>{]))/g, (sign) =>
    'x'.repeat(sign.length),
  );
}

const kinds = new Map<string, PlainPart['kind']>([
  ['mdxjsEsm', 'module'],
  ['mdxFlowExpression', 'expression'],
  ['mdxTextExpression', 'expression'],
  ['mdxJsxFlowTag', 'tag'],
  ['mdxJsxTextTag', 'tag'],
]);

/**
 * Blanks the marks of `mdx-code-block`, whose content is no sample, but MDX; undefined where generators differ in what they
 * unwrap. Offsets stay the same. See docusaurus.io/docs/markdown-features/code-blocks.
 */
function withoutMdxFences(text: string): string | undefined {
  if (!text.includes('mdx-code-block')) return text;
  const plain = /^```mdx-code-block\n((?:(?!.*(?:`{3}|~{3})).*\n)+?)```(?=\n(?!```)|$(?![\s\S]))/gm;
  const unwrapped = text.replace(plain, (all: string, inner: string) =>
    `${' '.repeat('```mdx-code-block'.length)}\n${inner}   `.padEnd(all.length),
  );
  return unwrapped.includes('mdx-code-block') ? undefined : unwrapped;
}

/**
 * Returns the comments of HTML in which something may run: MDX removes none, and a generator that removes them may see
 * other ones.
 */
function codeInComments(text: string, runs: RunsWhere): CodePiece[] {
  if (!text.includes('<!--')) return [];
  const fences = samplesOf(text, 'markdown').certain.filter(({ kind }) => kind === 'fence');
  return [...blanked(text, fences).matchAll(/<!--([\s\S]*?)(?:-->|$(?![\s\S]))/g)].flatMap(({ 1: inner = '', index }) =>
    /[{}]|\*\/|^[ \t]*(?:import|export)\b/m.test(inner) ? [placedAt(asOnePiece(inner, runs), index)] : [],
  );
}

/**
 * Returns what of the text itself runs: addresses in titles of admonitions, HTML that a table of contents repeats from
 * headings, and texts whose escapes end a string of the program that a generator makes of the page.
 */
function shownCode(text: string, runs: RunsWhere): CodePiece[] {
  const escapes = [...text.matchAll(/\\\\+'[^\n]*/g)].map(({ 0: line, index }) =>
    placedAt(asOnePiece(line, runs), index),
  );
  const heading = /^[ \t>]*#{1,6}[ \t][^\n]*(?:<|&)[^\n]*/gm;
  if (text.search(heading) === -1 && runningAddresses(text).length === 0) return escapes;
  const shown = blanked(
    text,
    samplesOf(text, 'markdown').certain.filter(({ kind }) => kind !== 'escape'),
  );
  const headings = [...shown.matchAll(heading)].flatMap(({ 0: line, index }) =>
    htmlCode(decodeEntities(line.replaceAll('\\', ''))).map((piece) => placedAt(piece, index)),
  );
  return [...escapes, ...headings, ...runningAddresses(shown)];
}

function tokenCode(
  text: string,
  { type, start, end }: PageToken,
  { isSample, runs }: { isSample: boolean; runs: RunsWhere },
): CodePiece[] {
  const source = text.slice(start, end);
  switch (type) {
    case 'resourceDestinationString':
    case 'definitionDestinationString':
      return isRunningAddress(source) ? [addressPiece(source, start)] : [];
    case 'codeFenced':
    case 'codeText':
      // What a container ends, or a preprocessor unwraps, is no sample.
      return !isSample || (type === 'codeText' && mayEndEarlier(text, start, source))
        ? [placedAt(asOnePiece(source, runs), start)]
        : [];
    default:
      return [];
  }
}

/** A line of colons ends the paragraph around it, and so what looked like code over several lines. */
function mayEndEarlier(text: string, start: number, source: string): boolean {
  const line = text.slice(text.lastIndexOf('\n', start) + 1, start);
  return (
    source.includes('\n') &&
    (colons.test(line) ||
      source
        .split('\n')
        .slice(1)
        .some((one) => colons.test(one)))
  );
}

const colons = /^[ \t>*+-]*(?:(?:\d+[.)]|\[\^[^\]]*\]:)[ \t>*+-]*)*::/;

/** Returns the pieces outside of what MDX takes for a sample. */
export function outsideSamples(pieces: CodePiece[], text: string): CodePiece[] {
  if (pieces.length === 0) return pieces;
  const samples = (tokensOf(text) ?? []).filter(({ type }) => type === 'codeFenced' || type === 'codeText');
  const disputed = disputedFences(text, samples);
  const certain = samples.filter((token) => !disputed.has(token));
  return pieces.filter(({ offset }) => !certain.some(({ start, end }) => offset >= start && offset < end));
}

/** Returns what parts run. Names that a module of the page declares are known to all. */
function partsCode(text: string, parts: readonly PlainPart[], runs: RunsWhere): CodePiece[] {
  const names = parts.flatMap(({ kind, start, end }) =>
    kind === 'module' ? namesDeclaredBy(text.slice(start, end)) : [],
  );
  return parts.flatMap(({ kind, start, end }) => {
    const read = {
      module: (source: string) => scriptCode(source, runs, names),
      expression: (source: string) => expression(source.slice(1, -1), runs, names),
      tag: (source: string) => [...tagCode(source, runs, names), ...scriptBody(text, start, end)],
    }[kind];
    return readingsOf(text.slice(start, end))
      .flatMap(read)
      .map((piece) => placedAt(piece, piece.offset + start));
  });
}

/** Within quotations, `>` at the beginning of a line is their mark, or a comparison of the program. */
function readingsOf(source: string): string[] {
  return /\n[ \t]*>/.test(source) ? [source, source.replaceAll(/\n(?:[ \t]*>)+/g, '\n')] : [source];
}

/**
 * Returns what a script element runs. The text between its tags reaches browsers unchanged, also from an expression.
 */
function scriptBody(text: string, start: number, end: number): CodePiece[] {
  if (!/^<script\b/i.test(text.slice(start, start + 10)) || text.slice(start, end).endsWith('/>')) return [];
  const close = text.indexOf('</', end);
  return htmlCode(text.slice(start, close === -1 ? text.length : close)).filter(({ key }) =>
    key.startsWith('script within'),
  );
}

/** Returns what an expression runs. A comment alone is an expression, too. */
function expression(code: string, runs: RunsWhere, names: readonly string[]): CodePiece[] {
  if (/^\s*(?:\/\*(?:(?!\*\/)[\s\S])*\*\/|\/\/[^\n\r\u2028\u2029]*)?\s*$/.test(code)) return [];
  return scriptCode(`(${code}\n)`, runs, names);
}

/**
 * Returns what an opening tag runs: it is parsed as an element of its own. Within lists and quotations the tag may
 * contain their marks.
 */
function tagCode(tag: string, runs: RunsWhere, names: readonly string[]): CodePiece[] {
  if (tag.startsWith('</')) return [];
  if (!/[{\\]/.test(tag) && !hasAccessProperty(tag) && !/^<[a-z]\w*\./.test(tag)) return htmlCode(tag);
  const alone = tag.endsWith('/>') ? tag : `${tag.slice(0, -1)}/>`;
  return scriptCode(`(${alone})`, runs, names);
}

/**
 * Returns the parts of an invalid page that may be code, whatever a builder takes it for: all blocks but those of plain
 * words. Behind braces that may be unbalanced, every block may be code.
 */
function codeBlocksOf(text: string): string {
  let [open, isUncertain] = [0, false];
  return text
    .split(/\n[ \t]*\r?\n/)
    .filter((block) => {
      const opening = block.split('{').length - 1;
      const closing = block.split('}').length - 1;
      const isPlain = open === 0 && !isUncertain && opening + closing === 0;
      if (opening + closing > 0 && /["'`/\\]/.test(block)) isUncertain = true;
      open += opening - closing;
      if (open < 0) isUncertain = true;
      return !isPlain || /[<>`~:]|^[ \t]*(?:import|export)\b|\]\(/m.test(block);
    })
    .join('\n\n');
}
