/**
 * Returns the text of a page in which facts are searched: without front matter, without marks of emphasis and code,
 * links replaced by their texts, white space collapsed to one space, all in lower case. A fact is normalised in the
 * same way, so `**npm** install` contains "npm install", and line breaks in a paragraph do not matter.
 *
 * @param source Markdown or MDX.
 */
export function answerText(source: string): string {
  return plainText(source.replace(frontMatter, ''));
}

const frontMatter = /^\u{FEFF}?---[ \t]*\r?\n[^]*?\r?\n---[ \t]*(?:\r?\n|$)/u;

/** Normalises a fact, or a page without front matter. */
export function plainText(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(linkTarget, ']')
    .replaceAll(markupMarks, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toLowerCase();
}

/** The target of a link or image, after its text: `[text](target "title")`. */
const linkTarget = /\]\([^()\s]{0,2000}(?:\s{1,8}"[^"\n]{0,300}")?\)/g;

/** Emphasis, code, the brackets of links, and backslashes before punctuation. */
const markupMarks = /\*+|__+|`+|[[\]]|\\(?=[!-/:-@[-`{-~])/g;
