import { maskForMdx } from '../../parse/mdx/mdx-masks.ts';
import type { PageToken } from '../../parse/page-facts.ts';
import { tokenize } from '../../parse/tokens.ts';
import { isRunningAddress } from '../addresses.ts';
import type { RunsWhere } from '../code-rules.ts';
import { htmlCode } from './html.ts';
import { addressPiece, placedAt, type CodePiece } from '../piece.ts';
import { plainParts, type PlainPart } from '../plain-page.ts';
import { unreadablePiece } from '../unreadable.ts';
import { disputedFences } from './markdown.ts';
import { asOnePiece, hasAccessProperty, namesDeclaredBy, scriptCode } from './script.ts';

/** Returns what a page of MDX runs: its imports, exports, expressions and elements. */
export function mdxCode(written: string, runs: RunsWhere): CodePiece[] {
  const text = withoutMdxFences(written);
  const masked = maskForMdx(text);
  const plain = text === written ? plainParts(masked) : undefined;
  if (plain !== undefined) return partsCode(masked, plain, runs);
  const tokens = tokensOf(text) ?? tokensOf(withoutPlainSigns(text));
  if (tokens === undefined) return [unreadablePiece('it is no valid MDX', codeBlocksOf(text), runs)];
  const parts = tokens.flatMap(({ type, start, end }): PlainPart[] => {
    const kind = kinds.get(type);
    return kind === undefined ? [] : [{ kind, start, end }];
  });
  const disputed = disputedFences(text, tokens);
  return [
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
  if (!/^[ \t>*+-]*::/m.test(text)) return [];
  const known = tokens.filter(({ type }) => type === 'mdxjsEsm' || type === 'codeFenced');
  return [...text.matchAll(/^(?:import|export)\b[^\n]*/gm)].flatMap(({ 0: line, index }) =>
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
      return source.includes('mdx-code-block') || !isSample || (type === 'codeText' && endsParagraph.test(source))
        ? [placedAt(asOnePiece(source, runs), start)]
        : [];
    default:
      return [];
  }
}

/** A line of colons ends the paragraph around it, and so what looked like code over several lines. */
const endsParagraph = /\n[ \t>*+-]*::/;

/** Returns what parts run. Names that a module of the page declares are known to all. */
function partsCode(text: string, parts: readonly PlainPart[], runs: RunsWhere): CodePiece[] {
  const names = parts.flatMap(({ kind, start, end }) =>
    kind === 'module' ? namesDeclaredBy(text.slice(start, end)) : [],
  );
  return parts.flatMap(({ kind, start, end }) => {
    const source = text.slice(start, end);
    const readings = {
      module: () => scriptCode(source, runs, names),
      expression: () => expression(source.slice(1, -1), runs, names),
      tag: () => [...tagCode(source, runs, names), ...scriptBody(text, start, end)],
    };
    return readings[kind]().map((piece) => placedAt(piece, piece.offset + start));
  });
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
  if (/^\s*(?:\/\*(?:(?!\*\/)[\s\S])*\*\/|\/\/[^\n]*)?\s*$/.test(code)) return [];
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
