import { opensProse } from './directives.ts';

/** A line that opens or closes a fence. */
interface FenceMark {
  mark: string;
  length: number;
  /** The text after the mark. */
  info: string;
}

/**
 * Calls `visit` with the span of each line of a Markdown text that is not in a fenced code block, without parsing the
 * text. Indented fences count, so in doubt a line is taken for code. The lines that open and close a directive go to
 * `edge`, those of a prose body to `visit`.
 */
export function visitLinesOutsideFences(
  text: string,
  visit: (start: number, end: number) => void,
  edge?: (start: number, end: number, body: 'prose' | 'code') => void,
): void {
  let fence: FenceMark | undefined;
  const containers: FenceMark[] = [];
  for (let start = 0; start < text.length;) {
    const newline = text.indexOf('\n', start);
    const end = newline === -1 ? text.length : newline;
    const mark = fenceMark(text, start, end);
    if (fence) {
      if (closes(mark, fence)) fence = undefined;
    } else if (!mark) {
      visit(start, end);
    } else if (closes(mark, containers.at(-1))) {
      containers.pop();
      edge?.(start, end, 'prose');
    } else if (opensProse(mark.info)) {
      containers.push(mark);
      edge?.(start, end, 'prose');
    } else {
      fence = mark;
      if (mark.info.startsWith('{')) edge?.(start, end, 'code');
    }
    start = end + 1;
  }
}

function closes(mark: FenceMark | undefined, open: FenceMark | undefined): boolean {
  return mark !== undefined && mark.mark === open?.mark && mark.length >= open.length && mark.info === '';
}

function fenceMark(text: string, start: number, end: number): FenceMark | undefined {
  let index = start;
  while (index < end && ' \t>'.includes(text[index] ?? '')) index += 1;
  // Items may begin within other items: `* - ```md`.
  const item = /(?:(?:[-*+]|\d{1,9}[.)])[ \t]+){1,3}(?=```|~~~)/y;
  item.lastIndex = index;
  if (item.test(text)) index = item.lastIndex;
  const mark = text[index];
  if (mark !== '`' && mark !== '~') return undefined;
  let length = 0;
  while (text[index + length] === mark) length += 1;
  if (length < 3) return undefined;
  const info = text.slice(index + length, end).trim();
  // "```js```" on one line is inline code.
  if (mark === '`' && info.includes('`')) return undefined;
  return { mark, length, info };
}
