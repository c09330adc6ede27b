/**
 * Returns a text without line breaks, control characters and double spaces, such as a repository's name for use within
 * a sentence.
 */
export function oneLine(text: string): string {
  return text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
}
