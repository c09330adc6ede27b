import type { AutomationRow, RunRow } from '../watch/automation-facts.ts';

/**
 * Checks that an automation has come to an end: no requested run waits, nothing is due, no event waits, and the last run
 * did not fail. Only a daily limit that is reached may keep it waiting, and then the last run says so.
 */
export function brokenDecisions(row: AutomationRow, runs: readonly RunRow[], jobsPerDay: number): string[] {
  const wrong: string[] = [];
  for (const { id, decision } of runs) if (decision === 'waiting') wrong.push(`the run ${id} was never decided`);
  if (row.isLeased) wrong.push('it is still being checked');
  const last = runs.at(-1);
  const isLimited = last?.decision === 'put_off' && runs.filter(({ job }) => job !== null).length >= jobsPerDay;
  if (isLimited) return wrong;
  if (last?.decision === 'failed') wrong.push(`its last run failed, and was not repeated: ${last.why}`);
  if (last?.decision === 'put_off') wrong.push(`its last run was put off, and its limit is not reached: ${last.why}`);
  if (row.waiting > 0)
    wrong.push(`${row.waiting} events wait, and it is due at ${row.dueAt?.toISOString() ?? 'no time'}`);
  if (row.isDue) wrong.push(`it is due since ${row.dueAt?.toISOString()}, and nobody checks it`);
  return wrong;
}
