/**
 * The lines of a Markdown text that are not in a fenced code block, found without parsing: `visit` is given the
 * place of each. Indented fences count, so in doubt a line is taken for code.
 */
export function visitLinesOutsideFences(text: string, visit: (start: number, end: number) => void): void {
  let fence: { mark: string; length: number } | undefined;
  for (let start = 0; start < text.length;) {
    const newline = text.indexOf('\n', start);
    const end = newline === -1 ? text.length : newline;
    const mark = fenceMark(text, start, end);
    if (fence) {
      if (mark?.mark === fence.mark && mark.length >= fence.length && mark.bare) fence = undefined;
    } else if (mark) {
      fence = mark;
    } else {
      visit(start, end);
    }
    start = end + 1;
  }
}

function fenceMark(text: string, start: number, end: number) {
  let index = start;
  while (index < end && ' \t>'.includes(text[index] ?? '')) index += 1;
  const item = /(?:[-*+]|\d{1,9}[.)])[ \t]+(?=```|~~~)/y;
  item.lastIndex = index;
  if (item.test(text)) index = item.lastIndex;
  const mark = text[index];
  if (mark !== '`' && mark !== '~') return undefined;
  let length = 0;
  while (text[index + length] === mark) length += 1;
  if (length < 3) return undefined;
  const rest = text.slice(index + length, end).trim();
  // "```js```" on one line is inline code.
  if (mark === '`' && rest.includes('`')) return undefined;
  return { mark, length, bare: rest === '' };
}
