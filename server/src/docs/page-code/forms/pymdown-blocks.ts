import { collapseSpace, longestWordOf, placedAt, type CodePiece } from '../piece.ts';
import { htmlCode } from './html.ts';

/**
 * Returns what generic blocks of PyMdown run in browsers: elements by name, and attributes of any block.
 * facelessuser.github.io/pymdown-extensions/extensions/blocks
 */
export function genericBlocks(text: string): CodePiece[] {
  if (!/^[ \t]*\/{3,}[ \t]*\w/m.test(text)) return [];
  const elements = text.matchAll(
    /^[ \t]*\/{3,}[ \t]*html[ \t]*\|[ \t]*([\w-]+)([^\n]*)((?:\n(?![ \t]*\/{3})[^\n]*)*)/gim,
  );
  const attributes = text.matchAll(/^[ \t]+attrs:[^\n]*(?:\n[ \t]+[^\n]*)*/gim);
  return [
    ...[...elements].flatMap(({ 1: name = '', 2: selector = '', 3: body = '', index }) => {
      const written = Array.from(selector.matchAll(/\[([^\]]*)\]/g), ({ 1: attribute = '' }) => attribute).join(' ');
      return htmlCode(`<${name} ${written}>${body}`).map((piece) => placedAt(piece, index));
    }),
    ...[...attributes].flatMap(({ 0: code, index }): CodePiece[] =>
      /["'\s{,]on[a-z]{3,}["']?\s*:|script\s*:|srcdoc/i.test(code)
        ? [{ kind: 'handler', runs: 'reader', key: collapseSpace(code), seek: longestWordOf(code), offset: index }]
        : [],
    ),
  ];
}
