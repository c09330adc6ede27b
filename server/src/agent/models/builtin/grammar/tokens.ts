import type { Token } from './instruction.ts';

/**
 * Splits a prompt into words, quoted phrases, punctuation marks at the end of words, and line breaks. Bullets, numbers
 * and block quote marks at the beginning of a line are left out. Takes linear time in the prompt's length.
 */
export function readTokens(prompt: string): Token[] {
  const tokens: Token[] = [];
  const closing = closingQuotes(prompt);
  let position = skipBullet(prompt, 0);
  while (position < prompt.length) {
    const character = prompt.charAt(position);
    if (character === '\n') {
      tokens.push({ kind: 'newline', text: '\n', start: position, end: position + 1 });
      position = skipBullet(prompt, position + 1);
    } else if (/[\s(]/u.test(character)) {
      position += 1;
    } else {
      const quoted = quotedAt(prompt, position, closing);
      const read = quoted === undefined ? wordAt(prompt, position) : [quoted];
      tokens.push(...read);
      position = read.at(-1)?.end ?? position + 1;
    }
  }
  return tokens;
}

const bullet = /[ \t]*(?:>[ \t]*)?(?:(?:[-*•+–]|\d{1,3}[.)]|[a-z]\))[ \t]+(?:\[[ xX]\][ \t]+)?)?/y;

function skipBullet(prompt: string, position: number): number {
  bullet.lastIndex = position;
  return position + (bullet.exec(prompt)?.[0].length ?? 0);
}

const pairs: Record<string, string> = {
  '"': '"',
  "'": "'",
  '`': '`',
  '“': '”',
  '‘': '’',
  '«': '»',
  '„': '“',
};

/** Finds the end of a quotation. A closing mark that was not found once is not searched again. */
function closingQuotes(prompt: string): (open: string, from: number) => number {
  const missing = new Set<string>();
  return (open, from) => {
    const close = pairs[open];
    if (close === undefined || missing.has(open)) return -1;
    let end = prompt.indexOf(close, from);
    while (end !== -1 && !closesHere(prompt, close, end)) end = prompt.indexOf(close, end + 1);
    if (end === -1 && open === '„') end = prompt.indexOf('”', from);
    if (end === -1) missing.add(open);
    return end;
  };
}

/** Whether a quotation closes here. An apostrophe within a word closes nothing. */
function closesHere(prompt: string, close: string, end: number): boolean {
  if (close !== "'" && close !== '’') return prompt[end - 1] !== '\\';
  return !/[\p{L}\p{N}]/u.test(prompt.charAt(end + 1));
}

function quotedAt(prompt: string, start: number, closing: (open: string, from: number) => number): Token | undefined {
  const open = prompt.charAt(start);
  const end = closing(open, start + 1);
  if (end === -1) return undefined;
  const text = prompt.slice(start + 1, end).replaceAll(`\\${pairs[open] ?? ''}`, pairs[open] ?? '');
  return { kind: 'quoted', text, start, end: end + 1 };
}

const wordEnd = /[\s]|$/g;

/** Reads a word, with the marks after it as tokens of their own. */
function wordAt(prompt: string, start: number): Token[] {
  wordEnd.lastIndex = start;
  const end = wordEnd.exec(prompt)?.index ?? prompt.length;
  // `)` belongs to a word that contains its `(`, as in `open()`.
  const marks = prompt.slice(start, end).includes('(') ? /[.,;:!?…]/u : /[.,;:!?…)]/u;
  let wordStop = end;
  while (wordStop > start && marks.test(prompt.charAt(wordStop - 1))) wordStop -= 1;
  const markTokens = Array.from(prompt.slice(wordStop, end), (text, index): Token => {
    return { kind: 'mark', text, start: wordStop + index, end: wordStop + index + text.length };
  });
  if (wordStop === start) return markTokens;
  return [{ kind: 'word', text: prompt.slice(start, wordStop), start, end: wordStop }, ...markTokens];
}
