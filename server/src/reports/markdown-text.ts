import { safeCode } from '../code-hosts/safe-text.ts';

/** Returns `16 November 2026`, or `16 November 2026 to 22 November 2026`; `to` itself is exclusive. */
export function spanText({ from, to }: { from: string; to: string }): string {
  const last = new Date(Date.parse(to) - 1).toISOString();
  return dateText(from) === dateText(last) ? dateText(from) : `${dateText(from)} to ${dateText(last)}`;
}

/** Returns the UTC day of a moment: `16 November 2026`. */
export function dateText(at: string): string {
  return new Date(at).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
}

const longestPath = 160;

/** Returns a path as Markdown code, cut when it is too long for a table. */
export function pathCode(path: string): string {
  return safeCode(path.length <= longestPath ? path : `${path.slice(0, longestPath).toWellFormed()}…`);
}

/** `+30 %`, `-8 %`, `0 %` */
export function percent(share: number): string {
  const rounded = Math.round(share * 100);
  return `${rounded > 0 ? '+' : ''}${count(rounded)} %`;
}

/** `12,345` */
export function count(number: number): string {
  return number.toLocaleString('en');
}
