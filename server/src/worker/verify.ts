import { CopydeskError } from '@copydesk/contract';
import type { ModelMessage } from 'ai';
import { formatProblem, repairRequest, repairRequestPrefix } from '../agent/repair.ts';
import type { Problem } from '../agent/ports.ts';
import { recordEvent } from '../jobs/journal.ts';
import type { Lease } from '../jobs/lease.ts';
import type { Project } from '../projects/project.ts';
import { leftMarks } from './merge-base.ts';
import type { WorkerServices } from './services.ts';
import type { PreparedTurn } from './turn.ts';

/** How often the model is asked to mend what its change broke, in one turn. */
export const maximumRepairRounds = 3;

/** What the checks say of a turn's change. */
export type Verdict = { kind: 'clean'; warnings: Problem[] } | { kind: 'repair'; request: string };

/**
 * Checks the docs, before against after: only what the change introduced counts.
 *
 * @throws CopydeskError `checks_failed`, with what stays, when the rounds are used up; `lease_lost`.
 */
export async function verifyTurn(
  services: WorkerServices,
  lease: Lease,
  project: Project,
  turn: PreparedTurn,
  conversation: readonly ModelMessage[],
): Promise<Verdict> {
  const before = await turn.repository.openTree(turn.baseCommit);
  const compared = await services.docs.compare({ before, after: turn.tree, folder: project.docsFolder });
  const { warnings } = compared;
  const problems = turn.mergeHead === null ? compared.problems : [...leftMarks(turn.tree), ...compared.problems];
  const round = repairRounds(conversation);
  await recordEvent(services.db, lease, {
    type: 'checked',
    data: { problems: told(problems), warnings: told(warnings), repairRound: round },
  });
  if (problems.length === 0) return { kind: 'clean', warnings };
  if (round < maximumRepairRounds) return { kind: 'repair', request: repairRequest(problems) };
  throw checksFailed(problems);
}

/** One navigation file may make a fault of each page: the transcript is read whole, again and again. */
const problemsTold = 200;

function told(problems: readonly Problem[]): string[] {
  const lines = problems.slice(0, problemsTold).map(formatProblem);
  return problems.length > problemsTold ? [...lines, `… ${problems.length - problemsTold} more`] : lines;
}

/** Derived from the conversation, so that a resumed turn goes on counting. */
function repairRounds(conversation: readonly ModelMessage[]): number {
  return conversation.filter(
    (message) =>
      message.role === 'user' && typeof message.content === 'string' && message.content.startsWith(repairRequestPrefix),
  ).length;
}

function checksFailed(problems: readonly Problem[]): CopydeskError {
  const shown = problems.slice(0, 5).map(formatProblem).join('; ');
  const more = problems.length > 5 ? ` and ${problems.length - 5} more` : '';
  return new CopydeskError(
    'checks_failed',
    `The change would introduce problems that could not be repaired: ${shown}${more}. Nothing was pushed.`,
  );
}
