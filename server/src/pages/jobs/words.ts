import type { HtmlValue } from '../view/html.ts';

/** Returns the first line with content of a text from outside, of at most so many characters. */
export function firstLine(text: string, most = 160): HtmlValue {
  return plainFirstLine(text, most) || '(blank)';
}

/** The same as plain text, for titles. */
export function plainFirstLine(text: string, most = 160): string {
  const [line = ''] = text
    .trimStart()
    .slice(0, most * 4)
    .split(/[\r\n\u2028\u2029]/, 1);
  const isWhole = line.length <= most && line.length === text.trim().length;
  return isWhole ? line : `${line.slice(0, most).toWellFormed().trimEnd()}…`;
}

/** Returns the beginning of a text, and how many characters are left out. */
export function beginning(text: string, most: number): { text: string; left: number } {
  if (text.length <= most) return { text, left: 0 };
  return { text: text.slice(0, most).toWellFormed(), left: text.length - most };
}

// Created once: `toLocaleString` creates one for each number, which took half of the time of a long transcript.
const cents = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Formats US dollars: with four decimals below one cent, otherwise with two. */
export function dollars(amount: number): string {
  if (amount === 0) return '$0';
  if (amount < 0.01) return `$${amount.toFixed(4)}`;
  return `$${cents.format(amount)}`;
}
