import type { MissedDecision } from '../../agent/review/missed.ts';
import { safeCode } from '../../code-hosts/safe-text.ts';

/** How many addresses of each kind are listed, the most requested first. */
const mostListed = { done: 60, open: 30, left: 15 };

/**
 * Writes what becomes of the addresses that readers did not find: those that now lead somewhere, those that reviewers
 * may decide about, and those that are left. Each comes with how often it was requested, the evidence, and how likely
 * the decision is right.
 *
 * @param before what was decided about the docs before the change
 * @param after the same about the docs with the change, in the same order
 */
export function formatMissed(before: readonly MissedDecision[], after: readonly MissedDecision[]): string {
  const rows = before.map((decision, position) => ({ decision, isThere: isThere(after[position]) }));
  const open = rows.filter(({ decision, isThere: done }) => !done && decision.decision !== 'leave');
  const done = rows.filter(({ decision, isThere: now }) => now && !isThere(decision));
  const left = rows.filter(
    ({ decision, isThere: now }) => decision.decision === 'leave' && !(now && !isThere(decision)),
  );
  const parts = [
    table('Not found, and redirected or added now', done, mostListed.done),
    table('Not found, for you to decide', open, mostListed.open),
    table('Not found, and left unchanged', left, mostListed.left),
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

/** A page that exists, or a redirect, is certain. */
function isThere(decision: MissedDecision | undefined): boolean {
  return decision?.decision === 'leave' && decision.confidence === 1 && decision.address !== undefined;
}

interface Row {
  decision: MissedDecision;
  isThere: boolean;
}

function table(title: string, rows: Row[], most: number): string {
  if (rows.length === 0) return '';
  const lines = [
    `${title}: ${rows.length.toLocaleString('en')}`,
    '',
    '| Address | People | AI | What was meant | Likely | Because |',
    '| --- | ---: | ---: | --- | ---: | --- |',
    ...rows.slice(0, most).map(({ decision }) => rowOf(decision)),
  ];
  if (rows.length > most) lines.push('', `… ${(rows.length - most).toLocaleString('en')} more`);
  return lines.join('\n');
}

function rowOf({ path, human, ai, decision, to, confidence, evidence }: MissedDecision): string {
  const meant = { redirect: to === undefined ? '' : safeCode(to.path), page: 'a page of its own', leave: 'nothing' };
  const cells = [
    safeCode(path),
    human.toLocaleString('en'),
    ai.toLocaleString('en'),
    meant[decision],
    `${Math.round(confidence * 100)} %`,
    safeCode(evidence),
  ];
  return `| ${cells.join(' | ')} |`;
}
