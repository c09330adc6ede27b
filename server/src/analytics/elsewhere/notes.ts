import type { ElsewhereRequest, ElsewhereSummary, SkippedDays } from './import-request.ts';
import { leftOutReasons } from './product.ts';
import type { LeftOutReason } from './product.ts';

/** Returns what a person wants to know before the counts are visible. */
export function notesBefore(summary: ElsewhereSummary, { host }: Pick<ElsewhereRequest, 'host'>): string[] {
  const { known, countedDays, later, hosts } = summary;
  const notes: string[] = [];
  if (known.views > 0) {
    const changed = known.changed > 0 ? `; ${number(known.changed)} counts of a page and day differ now, and stay` : '';
    notes.push(`${daysText(known)} were imported before from ${summary.source}, and are skipped${changed}`);
  }
  if (countedDays.views > 0) {
    notes.push(
      `${daysText(countedDays)} are left out: Copydesk or another product already counted the same readers there ` +
        '(--counted-days imports them anyway)',
    );
  }
  if (later.views > 0) notes.push(`${daysText(later)} are left out by --until`);
  for (const reason of reasons) {
    const views = summary.leftOut[reason];
    if (views > 0) notes.push(`${number(views)} views are left out: ${leftOutReasons[reason]}`);
  }
  if (host === undefined && hosts.length > 1) {
    notes.push(`Pages of ${hosts.length} hosts count together: ${hosts.slice(0, 5).join(', ')} (--host selects one)`);
  }
  return notes;
}

const reasons: LeftOutReason[] = ['bots', 'events', 'hosts', 'paths'];

/** `120 views of 3 days from 2026-01-01 to 2026-01-05` */
function daysText({ views, days, first, last }: SkippedDays): string {
  const range = first === last ? `on ${first}` : `of ${number(days)} days from ${first} to ${last}`;
  return `${number(views)} ${views === 1 ? 'view' : 'views'} ${range}`;
}

function number(count: number): string {
  return count.toLocaleString('en');
}
