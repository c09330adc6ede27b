import type { JobRow } from '../watch/facts.ts';

/**
 * Checks what must hold for a job's row at any time, and compared with how it was seen before: nothing that was stored
 * disappears.
 */
export function brokenInRow(row: JobRow, before: JobRow | undefined): string[] {
  return [...brokenAlone(row), ...(before === undefined ? [] : brokenSince(before, row))];
}

/** Checks what must hold for a row by itself. */
function brokenAlone(row: JobRow): string[] {
  const wrong: string[] = [];
  if (row.status === 'active' && row.prLink !== null) wrong.push(`it is active and has the link ${row.prLink}`);
  if (row.status === 'failed' && row.error === null) wrong.push('it failed without a reason');
  if (row.messagesRead > row.messages) wrong.push(`${row.messagesRead} of ${row.messages} messages are read`);
  return wrong;
}

function brokenSince(before: JobRow, row: JobRow): string[] {
  const wrong: string[] = [];
  if (before.status === 'archived' && row.status !== 'archived') wrong.push(`it was archived and is ${row.status}`);
  for (const count of ['epoch', 'events', 'steps', 'turn', 'messages', 'messagesRead'] as const) {
    if (row[count] < before[count]) wrong.push(`its ${count} fell from ${before[count]} to ${row[count]}`);
  }
  const changed = before.status !== row.status && row.events === before.events;
  if (changed) wrong.push(`it went from ${before.status} to ${row.status} without a word in its transcript`);
  return wrong;
}
