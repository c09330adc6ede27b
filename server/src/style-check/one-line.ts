/** Reduces text from outside to one line of at most `maximum` characters. */
export function oneLine(text: string, maximum: number): string {
  const line = text
    .slice(0, 4 * maximum)
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return (line.length > maximum ? `${line.slice(0, maximum)}…` : line).toWellFormed();
}
