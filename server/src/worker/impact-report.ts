import { isAtStake } from '@copydesk/contract';
import type { ImpactFile, JobImpact } from '@copydesk/contract';
import { safeCode } from '../code-hosts/safe-text.ts';

const filesTold = 20;
const namesTold = 3;

/**
 * Writes who reads the pages that a change touches, as a Markdown table with removed pages first. A file without
 * readers is listed only when it is removed while other pages link to it. '' when no file is listed.
 */
export function tellImpact({ files }: JobImpact): string {
  const told = files.filter(isAtStake);
  if (told.length === 0) return '';
  const rows = told.slice(0, filesTold).map(rowOf);
  const table = ['Views of the last 30 days:', '', ...head, ...rows];
  if (told.length > filesTold) table.push('', `… ${told.length - filesTold} more`);
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
      .slice(0, namesTold)
      .map(({ agent }) => safeCode(agent))
      .join(', '),
    referrers
      .slice(0, namesTold)
      .map(({ referrer }) => safeCode(referrer))
      .join(', '),
    linkedFrom === null ? '' : count(linkedFrom),
  ];
  return `| ${cells.join(' | ')} |`;
}

function count(number: number): string {
  return number.toLocaleString('en');
}
