import type { Span } from '../tree.ts';
import type { FindPage, NavigationItem, NavigationList } from './navigation.ts';

const linePattern = /^([ \t]*)(?:[-*+]|\d+[.)])[ \t]+\[((?:[^[\]\\]|\\.|\[[^\]]*\])*)\]\([ \t]*<?([^)\s>]*)/;
const loosePattern = /^([ \t]*)\[((?:[^[\]\\]|\\.|\[[^\]]*\])*)\]\([ \t]*<?([^)\s>]*)/;
const groupPattern = /^([ \t]*)(?:[-*+]|\d+[.)])[ \t]+(\S.*?)[ \t]*$/;

interface Open {
  indentation: number;
  list: NavigationList;
}

/**
 * Reads the lists of a SUMMARY.md. Each line is an entry, and indented ones belong to the line above. A chapter without
 * a list marker comes before or after the numbered chapters of a book and is a list of its own.
 */
export function readSummary(text: string, find: FindPage): { lists: NavigationList[]; complete: boolean } {
  const lists: NavigationList[] = [];
  let open: Open[] = [];
  for (const { line, start } of linesOf(text)) {
    if (/^#|^(?:---+|\*\*\*+)\s*$/.test(line)) open = [];
    const marked = linePattern.exec(line);
    const match = marked ?? loosePattern.exec(line) ?? groupPattern.exec(line);
    if (!match) continue;
    const isAlone = !marked && match[3] !== undefined;
    if (isAlone) open = [];
    const end = start + line.trimEnd().length;
    const indentation = (match[1] ?? '').replaceAll('\t', '    ').length;
    const item = toItem(match, { start: start + (match[1] ?? '').length, end }, start);
    open = place(item, indentation, open);
    if (isAlone) open = [];
  }
  return { lists, complete: true };

  function toItem(match: RegExpExecArray, span: Span, lineStart: number): NavigationItem {
    const target = match[3];
    const item: NavigationItem = { span, title: match[2], reference: undefined, extra: [], lists: [] };
    if (target === undefined || target === '' || /^[a-z][a-z0-9+.-]*:|^#|^\/\//i.test(target)) return item;
    const at = lineStart + match.index + match[0].length - target.length;
    const found = find(target);
    return { ...item, reference: found && { value: target, span: { start: at, end: at + target.length }, ...found } };
  }

  function place(item: NavigationItem, indentation: number, before: Open[]): Open[] {
    const parents = before.filter((level) => level.indentation <= indentation);
    const last = parents.at(-1);
    if (last && last.indentation === indentation) {
      last.list.items.push(item);
      stretch(parents, item.span.end);
      return parents;
    }
    const list: NavigationList = { style: 'summary', items: [item], ofPages: true };
    const owner = last?.list.items.at(-1);
    if (owner) owner.lists.push(list);
    else lists.push(list);
    stretch(parents, item.span.end);
    return [...parents, { indentation, list }];
  }

  /** Extends entries to the end of their content, so that an entry moves as a whole. */
  function stretch(levels: Open[], end: number): void {
    for (const { list } of levels) {
      const last = list.items.at(-1);
      if (last) last.span.end = Math.max(last.span.end, end);
    }
  }
}

function* linesOf(text: string): Generator<{ line: string; start: number }> {
  let fenced = false;
  for (let start = 0; start < text.length;) {
    const newline = text.indexOf('\n', start);
    const end = newline === -1 ? text.length : newline;
    const line = text.slice(start, end);
    if (/^\s*(?:```|~~~)/.test(line)) fenced = !fenced;
    else if (!fenced) yield { line, start };
    start = end + 1;
  }
}
