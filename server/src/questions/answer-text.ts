/**
 * The text of a page as facts are looked for in it: without its front matter, without marks of emphasis and of code, links as
 * their texts, white space as one space, and all in lower case. A fact is made the same, so that `**npm** install` holds "npm
 * install" and a paragraph may be broken anew.
 *
 * @param source Markdown or MDX.
 */
export function answerText(source: string): string {
  return plainText(source.replace(frontMatter, ''));
}

const frontMatter = /^\u{FEFF}?---[ \t]*\r?\n[^]*?\r?\n---[ \t]*(?:\r?\n|$)/u;

/** The words of a fact, or of a page without front matter. */
export function plainText(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(linkTarget, ']')
    .replaceAll(marks, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toLowerCase();
}

/** The target of a link or image, behind its text: `[text](target "title")`. */
const linkTarget = /\]\([^()\s]{0,2000}(?:\s{1,8}"[^"\n]{0,300}")?\)/g;

/** Emphasis, code, the brackets of links, and backslashes before marks. */
const marks = /\*+|__+|`+|[[\]]|\\(?=[!-/:-@[-`{-~])/g;
