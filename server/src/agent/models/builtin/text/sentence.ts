/** The longest description, in UTF-16 code units: what search engines show. */
const maximumLength = 160;

/**
 * Returns the first sentence of a paragraph of plain text, on one line, at most 160 characters: a longer one is cut
 * between words and ends in `…`.
 * @returns undefined when the paragraph has no letter or digit.
 */
export function firstSentence(paragraph: string): string | undefined {
  const text = paragraph.replace(/\s+/gu, ' ').trim();
  if (!/[\p{L}\p{N}]/u.test(text)) return undefined;
  const sentence = text.slice(0, endOfSentence(text)).replace(/\s*:$/u, '');
  return sentence.length <= maximumLength ? sentence : cutAtWord(sentence);
}

/** Words after which a full stop ends no sentence. */
const abbreviations = new Set(
  'e.g i.e etc vs cf approx no nos fig mr mrs ms dr prof st inc ltd co corp resp incl ca al min max'.split(' '),
);

function endOfSentence(text: string): number {
  for (const match of text.matchAll(/[。！？]|[.!?]["'”’)\]]*(?= |$)/gu)) {
    const end = match.index + match[0].length;
    if (!continuesAfter(text, match.index, end)) return end;
  }
  return text.length;
}

/** Whether the sentence continues after a mark: after an abbreviation, or as in "the ? operator". */
function continuesAfter(text: string, mark: number, end: number): boolean {
  if (text[mark] === '.') return isAbbreviation(text, mark, end);
  return /^ \p{Ll}/u.test(text.slice(end, end + 3));
}

/** Whether the dot belongs to `e.g.`, to an initial, or precedes a word in lower case. */
function isAbbreviation(text: string, dot: number, end: number): boolean {
  const word = text.slice(text.lastIndexOf(' ', dot - 1) + 1, dot).replace(/^["'“‘([]+/u, '');
  if (abbreviations.has(word.toLowerCase()) && end < text.length) return true;
  if (/^\p{Lu}$/u.test(word)) return end < text.length;
  return /^\p{Ll}/u.test(text.slice(end + 1, end + 3));
}

function cutAtWord(text: string): string {
  const room = text.slice(0, maximumLength - 1);
  const space = room.lastIndexOf(' ');
  const cut = space > maximumLength / 2 ? room.slice(0, space) : wholeCharacters(room);
  return `${cut.replace(/[\s,;:–—-]+$/u, '')}…`;
}

/** Removes half a surrogate pair at the end. */
function wholeCharacters(text: string): string {
  return text.isWellFormed() ? text : text.slice(0, -1);
}
