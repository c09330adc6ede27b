import type { JobEffect, Lift } from '@copydesk/contract';
import { printTable } from '../output/table.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** Prints the effect of a change on page views, and what limits the result. */
export function printEffect(terminal: Terminal, effect: JobEffect, askedDays: number): void {
  printTable(
    terminal,
    [
      { title: 'PAGE', text: ({ page }) => page, shrinks: true },
      { title: 'READERS', text: ({ readers }) => readers },
      { title: 'BEFORE', text: ({ lift }) => count(lift.before), numbers: true },
      { title: 'AFTER', text: ({ lift }) => count(lift.after), numbers: true },
      { title: 'BEYOND OTHERS', text: ({ lift }) => describeLift(lift) },
    ],
    rowsOf(effect),
  );
  for (const note of notesOn(effect, askedDays)) terminal.err(`${note}\n`);
}

function rowsOf({ pages, together }: JobEffect): { page: string; readers: string; lift: Lift }[] {
  const named = pages.length === 1 ? [] : [{ ...together, path: 'all together' }];
  return [...named, ...pages].flatMap(({ path: page, human, ai }) => [
    { page, readers: 'people', lift: human },
    { page, readers: 'AI', lift: ai },
  ]);
}

function describeLift({ verdict, lift, low, high, comparedWith }: Lift): string {
  if (lift === null || low === null || high === null) return 'not enough views to tell';
  const reach = `${percent(low)} to ${percent(high)}, against ${count(comparedWith)} pages`;
  return verdict === 'no_difference' ? `no difference (${reach})` : `${percent(lift)} (${reach})`;
}

function notesOn({ days, isComplete, gaps, filesNotCompared, mergedAt }: JobEffect, asked: number): string[] {
  const left = filesNotCompared.length;
  return [
    `Merged at ${mergedAt}; ${count(days)} days after against ${count(days)} before.`,
    isComplete ? '' : `Of the ${asked} requested days, ${days} are over.`,
    gaps.length > 0 ? `Nothing was counted on ${gaps.join(', ')}: on these days, the counts are too low.` : '',
    left > 0
      ? `${count(left)} files are not compared: pages that were added, moved or removed, and files that are no pages.`
      : '',
  ].filter((note) => note !== '');
}

/** `+30 %`, `-8 %`, `0 %` */
function percent(share: number): string {
  const rounded = Math.round(share * 100);
  return `${rounded > 0 ? '+' : ''}${rounded} %`;
}

function count(number: number): string {
  return number.toLocaleString('en');
}
