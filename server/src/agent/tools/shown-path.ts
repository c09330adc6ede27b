/** A path on one line of an answer: one that would break the line, and could pass for another answer, is quoted. */
export function shownPath(path: string): string {
  return /[\p{Cc}\u2028\u2029]/u.test(path) ? JSON.stringify(path) : path;
}
