import { safeCode } from '../../code-hosts/safe-text.ts';
import type { CopiedFrom } from '../deliver/copied-passages.ts';

const mostListed = 10;

/** Writes what reviewers read about passages that were copied from context repositories, as safe Markdown. */
export function formatCopied(copied: readonly CopiedFrom[]): string {
  if (copied.length === 0) return '';
  const lines = copied
    .slice(0, mostListed)
    .map(({ from, lines: count, at }) => `- from ${safeCode(from)}, ${count} lines: ${safeCode(at)}`);
  if (copied.length > mostListed) lines.push(`- and ${copied.length - mostListed} more`);
  return `**Copied from context repositories. Check that all readers of the docs may read this:**\n\n${lines.join('\n')}`;
}
