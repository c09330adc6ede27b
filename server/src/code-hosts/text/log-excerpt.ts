import { logText } from '../checks/log-text.ts';
import { masked } from './masked.ts';

/**
 * Returns what a person would look at first in the log of a failed program: the last lines that mention an error, each
 * with the lines around it, and the end. Colours, invisible characters and secrets are removed; the result has at most
 * `most` characters.
 */
export function logExcerpt(log: string, most: number): string {
  const lines = linesOf(log);
  if (lines.reduce((sum, line) => sum + sizeOf(line), 0) <= most) return lines.join('\n');
  const end = lastLines(lines, lines.length, Math.floor(most * shareOfEnd));
  const errors = errorLines(lines, end.from, most - end.size - mostOfMark * mostParts);
  const parts = [...errors, { from: end.from, to: lines.length }];
  let shownTo = 0;
  const shown: string[] = [];
  for (const { from, to } of parts) {
    if (from > shownTo) shown.push(`[… ${from - shownTo} lines …]`);
    shown.push(...lines.slice(from, to));
    shownTo = to;
  }
  return shown.join('\n');
}

/** The rest is for lines that mention errors: many programs end with pages about cleaning up. */
const shareOfEnd = 0.4;

const longestLine = 300;

/** How much of a line is read: enough that a secret that begins in the shown part is read whole. */
const mostOfLine = 2_000;

function linesOf(log: string): string[] {
  let isKey = false;
  const lines = logText(log).trimEnd().split('\n');
  return lines.map((line) => {
    const isBegin = /-----BEGIN [A-Z ]{0,40}PRIVATE KEY/.test(line.slice(0, mostOfLine));
    const isWithin = isKey && !isBegin;
    isKey = (isKey || isBegin) && !line.slice(0, mostOfLine).includes('-----END ');
    if (isWithin || isBegin) return '…';
    const plain = masked(line.slice(0, mostOfLine)).trimEnd();
    return plain.length > longestLine ? `${plain.slice(0, longestLine).toWellFormed()}…` : plain;
  });
}

interface Part {
  from: number;
  /** Exclusive. */
  to: number;
}

/** Returns the lines before `to`, as many as fit. */
function lastLines(lines: readonly string[], to: number, most: number): { from: number; size: number } {
  let from = to;
  let size = 0;
  while (from > 0 && size + sizeOf(lines[from - 1]) <= most) {
    from -= 1;
    size += sizeOf(lines[from]);
  }
  return { from, size };
}

/** Includes the line break, and the characters that quoting puts in front. */
function sizeOf(line = ''): number {
  return line.length + 3;
}

const speaksOfError =
  /\b(?:errors?|fail(?:ed|ure|ures|s|ing)?|fatal|panic|exception|traceback|not ok|denied|broken)\b|[✗✖✘×❌]/i;

const linesBefore = 3;
const linesAfter = 6;
const mostParts = 8;
const mostOfMark = 30;

/**
 * Returns the last lines before `end` that mention an error, with the lines around them, as many as fit, in their
 * order.
 */
function errorLines(lines: readonly string[], end: number, most: number): Part[] {
  const parts: Part[] = [];
  let left = most;
  let next = end;
  for (let line = end - 1; line >= 0 && parts.length < mostParts; line -= 1) {
    if (!speaksOfError.test(lines[line] ?? '')) continue;
    const part = { from: Math.max(0, line - linesBefore), to: Math.min(next, line + linesAfter + 1) };
    const size = lines.slice(part.from, part.to).reduce((sum, text) => sum + sizeOf(text), 0);
    if (size > left) break;
    left -= size;
    parts.unshift(part);
    next = part.from;
    line = part.from;
  }
  return parts;
}
