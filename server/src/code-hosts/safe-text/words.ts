import { zeroWidthSpace } from './entities.ts';

/** Returns a safe form of a word that would be the name of a ticket, or the key of a trailer. */
export function safeWord(word: string, written: readonly string[], line: string, at: number): string {
  const after = line.slice(at + word.length, at + word.length + 30);
  const end = /^\s*:/.test(after) && isTrailer(word, line, at) ? zeroWidthSpace : '';
  const ticket = /^([A-Z][A-Z0-9_]*)-\d/i.exec(word)?.[1];
  const isOurs = ticket !== undefined && (/^g[hl]$/i.test(ticket) || closes.test(written.slice(-6).join('')));
  return isOurs ? `${ticket}-${zeroWidthSpace}${word.slice(ticket.length + 1)}${end}` : word + end;
}

const closes = /(?:^|[^A-Za-z])(?:clos|fix|resolv|implement)(?:e|es|ed|s|d|ing)?:?[ \t]+$/i;

/**
 * Whether a word is the key of a trailer. Programs that look for people find it anywhere, git only at the beginning of
 * a line.
 */
function isTrailer(word: string, line: string, at: number): boolean {
  if (/-by$/i.test(word)) return true;
  const isFirst = /^[\s>*+-]*$/.test(line.slice(Math.max(0, at - 20), at));
  return isFirst && (word.includes('-') || /^(?:cc|changelog)$/i.test(word));
}
