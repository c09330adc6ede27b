import type { HtmlValue } from '../view/html.ts';

/** The first line that says something of a text that somebody else wrote, of at most so many characters. */
export function firstLine(text: string, most = 160): HtmlValue {
  return plainFirstLine(text, most) || '(blank)';
}

/** The same as text, for titles. */
export function plainFirstLine(text: string, most = 160): string {
  const [line = ''] = text
    .trimStart()
    .slice(0, most * 4)
    .split(/[\r\n\u2028\u2029]/, 1);
  const isWhole = line.length <= most && line.length === text.trim().length;
  return isWhole ? line : `${line.slice(0, most).toWellFormed().trimEnd()}…`;
}

/** The beginning of a text, and how much of it is left out. */
export function beginning(text: string, most: number): { text: string; left: number } {
  if (text.length <= most) return { text, left: 0 };
  return { text: text.slice(0, most).toWellFormed(), left: text.length - most };
}

// Made once: `toLocaleString` makes one for each number, which took half of the time of a long transcript.
const cents = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** US dollars, as fine as they have to be told; null where the price is not known. */
export function dollars(amount: number): string {
  if (amount === 0) return '$0';
  if (amount < 0.01) return `$${amount.toFixed(4)}`;
  return `$${cents.format(amount)}`;
}
