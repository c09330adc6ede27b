import { z } from 'zod';
import { cut } from '../text/cut.ts';
import type { MissedDecision } from '../review/missed.ts';
import { carryOutPlan, markShown, planLines } from './carry-out-plan.ts';
import { saveMarks } from './file/save-marks.ts';
import { defineTool, doneAnswer, refusedAnswer } from './tool.ts';

/** Redirects with less confidence are not written unless somebody has looked at them. */
export const minimumConfidence = 0.8;

/** How many undecided addresses are listed, the most requested ones first. */
const maximumUndecided = 150;

/**
 * Returns how many there are of each kind, the redirects that were written, as `add_redirect` does, and what must still
 * be decided.
 */
export const repairNotFound = defineTool({
  name: 'repair_not_found',
  description:
    'Decide about the addresses of this job by the history of the docs, and write the redirects that are certain enough.',
  input: z.object({}),
  summarise: () => 'repair what was not found',
  async run(_input, context) {
    const { tree, docs, missed } = context;
    if (missed === undefined) return refusedAnswer('This job has no addresses to repair.');
    const decisions = await missed.decide();
    const wanted = decisions.flatMap(({ address, to, ...one }) =>
      address !== undefined && to !== undefined && isSure(one) ? [{ from: address, to: to.path }] : [],
    );
    const plan = await docs.planRedirects(wanted);
    const letMarksFollow = await saveMarks(
      context,
      plan.edits.map(({ path }) => path),
    );
    const outcome = await carryOutPlan(tree, [], plan.edits);
    await letMarksFollow();
    markShown(context, plan, outcome);
    const lines = planLines(plan, outcome);
    const written = plan.redirects.filter(({ path }) => !outcome.refused.includes(path)).length;
    const faults = plan.refused.map(({ from, because }) => `not redirected: ${from}: ${because}`);
    return doneAnswer(
      [countLine(decisions, written), ...lines, ...capLines(faults), ...listUndecided(decisions)].join('\n'),
    );
  },
});

function isSure({ decision, confidence }: Pick<MissedDecision, 'decision' | 'confidence'>): boolean {
  return decision === 'redirect' && confidence >= minimumConfidence;
}

function countLine(decisions: MissedDecision[], written: number): string {
  const unsure = decisions.filter((one) => one.decision === 'redirect' && !isSure(one)).length;
  const pages = decisions.filter(({ decision }) => decision === 'page').length;
  const left = decisions.filter(({ decision }) => decision === 'leave').length;
  return `${decisions.length} addresses: ${written} redirected, ${unsure} uncertain, ${pages} without a page, ${left} left`;
}

function listUndecided(decisions: MissedDecision[]): string[] {
  const lines = decisions.flatMap((one) => {
    if (one.decision === 'leave' || isSure(one)) return [];
    const views = `${one.human} by people, ${one.ai} by AI`;
    const guess = one.to === undefined ? 'no page' : `${one.to.path}, ${Math.round(one.confidence * 100)} %`;
    return [`undecided: ${one.address ?? one.path} (${views}): ${guess}: ${cut(one.evidence, 200)}`];
  });
  return capLines(lines);
}

function capLines(lines: string[]): string[] {
  return lines.length <= maximumUndecided
    ? lines
    : [...lines.slice(0, maximumUndecided), `… ${lines.length - maximumUndecided} more`];
}
