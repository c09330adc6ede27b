/** Returns a count such as `1 page`, `12,000 pages`. */
export function count(number: number, noun: string): string {
  return `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`;
}

/** Returns a phrase in quotes, on one line, cut when it is long. */
export function quote(phrase: string): string {
  const line = phrase.replace(/\s+/gu, ' ');
  return `"${line.length > 80 ? `${line.slice(0, 80).toWellFormed()}…` : line}"`;
}
