import { isAtStake } from '@copydesk/contract';
import type { ImpactFile, JobImpact } from '@copydesk/contract';
import { safeCode } from '../../code-hosts/safe-text.ts';

const mostFiles = 20;
const mostNames = 3;

/**
 * Writes who reads the pages that a change touches, as a Markdown table with removed pages first. A file without
 * readers is listed only when it is removed while other pages link to it. '' when no file is listed.
 */
export function formatImpact({ files }: JobImpact): string {
  const listed = files.filter(isAtStake);
  if (listed.length === 0) return '';
  const rows = listed.slice(0, mostFiles).map(rowOf);
  const table = ['Views of the last 30 days:', '', ...head, ...rows];
  if (listed.length > mostFiles) table.push('', `… ${listed.length - mostFiles} more`);
  return table.join('\n');
}

const head = [
  '| Page | | People | AI | AI that reads it most | Most come from | Pages that link to it |',
  '| --- | --- | ---: | ---: | --- | --- | ---: |',
];

function rowOf({ file, change, movedTo, totals, agents, referrers, linkedFrom }: ImpactFile): string {
  const cells = [
    safeCode(file),
    movedTo === null ? change : `moved to ${safeCode(movedTo)}`,
    count(totals.human),
    count(totals.ai),
    agents
      .slice(0, mostNames)
      .map(({ agent }) => safeCode(agent))
      .join(', '),
    referrers
      .slice(0, mostNames)
      .map(({ referrer }) => safeCode(referrer))
      .join(', '),
    linkedFrom === null ? '' : count(linkedFrom),
  ];
  return `| ${cells.join(' | ')} |`;
}

function count(number: number): string {
  return number.toLocaleString('en');
}
