/** A text without line breaks, control characters and double spaces, such as a name from a repository within a sentence. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
}
