/** The beginning of a text, at most so many code units, never ending within a character of two. */
export function cut(text: string, maximum: number): string {
  if (text.length <= maximum) return text;
  const beginning = text.slice(0, maximum);
  return /[\uD800-\uDBFF]$/.test(beginning) ? beginning.slice(0, -1) : beginning;
}
