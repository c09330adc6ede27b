import { maskForMdx } from '../../parse/mdx/mdx-masks.ts';
import type { PageToken } from '../../parse/page-facts.ts';
import { tokenize } from '../../parse/tokens.ts';
import type { RunsWhere } from '../code-rules.ts';
import { htmlCode } from './html.ts';
import { markdownCode } from './markdown.ts';
import { placedAt, type CodePiece } from '../piece.ts';
import { plainParts, type PlainPart } from '../plain-page.ts';
import { mayRunInBrowsers } from '../quick.ts';
import { hasAccessProperty, scriptCode } from './script.ts';

/** Returns what a page of MDX runs: its imports, exports, expressions and elements. */
export function mdxCode(written: string, runs: RunsWhere): CodePiece[] {
  const text = withoutMdxFences(written);
  if (!/\{|^\s*(?:import|export)\b/m.test(text) && !mayRunInBrowsers(text)) return [];
  const masked = maskForMdx(text);
  const plain = text === written ? plainParts(masked) : undefined;
  if (plain !== undefined) return plain.flatMap((part) => partCode(masked, part, runs));
  let events;
  try {
    events = tokenize(text, 'mdx');
  } catch {
    return [...markdownCode(text, 'markdown'), ...brokenCode(withoutFences(masked), runs)];
  }
  const tokens = events.filter(({ enter }) => !enter).map(({ token }) => token);
  return tokens.flatMap((token) => tokenCode(masked, token, runs));
}

/**
 * Blanks the fences of `mdx-code-block`: their content is no sample, but MDX. Offsets stay the same. See
 * docusaurus.io/docs/markdown-features/code-blocks.
 */
function withoutMdxFences(text: string): string {
  if (!text.includes('mdx-code-block')) return text;
  let fence = '';
  const lines = text.split('\n').map((line) => {
    const opened = fence === '' ? /^[ \t]*(`{3,})mdx-code-block\b/.exec(line)?.[1] : undefined;
    const isMark = opened !== undefined || (fence !== '' && line.trim() === fence);
    if (isMark) fence = opened ?? '';
    return isMark ? ' '.repeat(line.length) : line;
  });
  return lines.join('\n');
}

function tokenCode(text: string, { type, start, end }: PageToken, runs: RunsWhere): CodePiece[] {
  switch (type) {
    case 'mdxjsEsm':
      return partCode(text, { kind: 'module', start, end }, runs);
    case 'mdxFlowExpression':
    case 'mdxTextExpression':
      return partCode(text, { kind: 'expression', start, end }, runs);
    case 'mdxJsxFlowTag':
    case 'mdxJsxTextTag':
      return partCode(text, { kind: 'tag', start, end }, runs);
    case 'resourceDestinationString':
    case 'definitionDestinationString':
      return htmlCode(`<a href="${text.slice(start, end).replaceAll('"', '')}">`).map((piece) =>
        placedAt(piece, piece.offset + start),
      );
    default:
      return [];
  }
}

function partCode(text: string, { kind, start, end }: PlainPart, runs: RunsWhere): CodePiece[] {
  const source = text.slice(start, end);
  const readings = {
    module: () => scriptCode(source, runs),
    expression: () => expression(source.slice(1, -1), runs),
    tag: () => [...tagCode(source, runs), ...scriptBody(text, start, end)],
  };
  return readings[kind]().map((piece) => placedAt(piece, piece.offset + start));
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
function expression(code: string, runs: RunsWhere): CodePiece[] {
  if (!/[(`=.[\]<:]|process|require|window|document|\+\+|--/.test(code)) return [];
  return scriptCode(/^\s*(?:\/\*(?:(?!\*\/)[\s\S])*\*\/|\/\/[^\n]*)?\s*$/.test(code) ? '' : `(${code}\n)`, runs);
}

/**
 * Returns what an opening tag runs: it is parsed as an element of its own. Within lists and quotations the tag may
 * contain their marks.
 */
function tagCode(tag: string, runs: RunsWhere): CodePiece[] {
  if (tag.startsWith('</') || isPlain(tag)) return [];
  const alone = tag.endsWith('/>') ? tag : `${tag.slice(0, -1)}/>`;
  const pieces = scriptCode(`(${alone})`, runs);
  const isUnread = pieces.length === 1 && pieces[0]?.key.startsWith('code (<') === true;
  if (!isUnread) return pieces;
  return /[({]/.test(tag) ? pieces : htmlCode(tag);
}

/** Returns whether a tag has only text attributes, without parsing it: most tags have no expression. */
function isPlain(tag: string): boolean {
  return !/[{\\]/.test(tag) && !hasAccessProperty(tag) && !mayRunInBrowsers(tag);
}

/**
 * Returns what the braces, imports and exports of a text that is not valid MDX would run if it were. Each is read on
 * its own, so that those which other pages contain are recognised.
 */
function brokenCode(text: string, runs: RunsWhere): CodePiece[] {
  // Up to the next empty line, where MDX ends a block, though a program may continue after it.
  const modules = [...text.matchAll(/^(?:import|export)\b[^\n]{0,2000}(?:\n[^\n]{1,2000}){0,50}/gm)];
  const braces = [...text.matchAll(/\{([^{}\n`]{0,500}[(`][^{}\n]{0,500})\}/g)];
  return [
    ...modules.flatMap(({ 0: code, index }) =>
      scriptCode(code, runs).map((piece) => placedAt(piece, piece.offset + index)),
    ),
    ...braces.flatMap(({ 1: code = '', index }) => expression(code, runs).map((piece) => placedAt(piece, index))),
  ];
}

/**
 * Replaces fenced code by spaces where it is certainly code: where no comment, template or tag that spans lines could
 * contain the line of a fence. This also reads pages in plain Markdown: those with `<https://…>`.
 */
function withoutFences(text: string): string {
  const outside: string[] = [];
  let fence = '';
  for (const line of text.split('\n')) {
    const mark = /^(?:`{3,}(?=[^`]*$)|~{3,})/.exec(line)?.[0] ?? '';
    const isEnd = fence !== '' && mark.startsWith(fence) && line.trimEnd() === mark;
    outside.push(fence === '' && mark === '' ? line : ' '.repeat(line.length));
    if (isEnd) fence = '';
    else if (fence === '') fence = mark;
  }
  const left = outside.join('\n');
  return fence !== '' || /\/\*|<!--|\{[^}\n]*$|<[a-z/][^>\n]*$/im.test(left) ? text : left;
}
