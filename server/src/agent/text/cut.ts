/** Returns the beginning of a text, at most this many code units, and never splits a surrogate pair. */
export function cut(text: string, maximum: number): string {
  if (text.length <= maximum) return text;
  const beginning = text.slice(0, maximum);
  return /[\uD800-\uDBFF]$/.test(beginning) ? beginning.slice(0, -1) : beginning;
}

/** Returns a long text around its relevant part: at most this many code units, plus `…` on each side that is cut. */
export function cutAround(text: string, { start, end }: { start: number; end: number }, maximum: number): string {
  if (text.length <= maximum) return text;
  const beside = Math.max(maximum - (end - start), maximum / 3) / 2;
  const wanted = Math.min(Math.max(Math.floor(start - beside), 0), text.length - maximum);
  const from = /[\uDC00-\uDFFF]/.test(text[wanted] ?? '') ? wanted + 1 : wanted;
  const shown = cut(text.slice(from), maximum);
  return `${from > 0 ? '…' : ''}${shown}${from + shown.length < text.length ? '…' : ''}`;
}
