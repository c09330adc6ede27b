/**
 * Reads the header `Retry-After` (RFC 9110, 10.2.3): a number of seconds, which some services send with decimals, or a
 * date in one of the formats of HTTP, each of which names the day of the week.
 *
 * @returns whole seconds from now, 0 for a date that has passed; undefined for any other text.
 */
export function parseRetryAfter(value: string | null | undefined, now: Date): number | undefined {
  const text = value?.trim() ?? '';
  if (/^\d{1,9}(?:\.\d{1,9})?$/.test(text)) return Math.ceil(Number(text));
  const date = /^[a-z]{3}/i.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - now.getTime()) / 1000));
}
