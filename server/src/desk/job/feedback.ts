import { CopydeskError } from '@copydesk/contract';
import type { FeedbackFixRequest, FeedbackStatus } from '@copydesk/contract';
import type { Actor } from '../../audit/actor.ts';
import { fixPrompt } from '../../feedback/prompt.ts';
import { setFeedbackStatus } from '../../feedback/read.ts';
import type { StoredFeedback } from '../../feedback/read.ts';
import { lockToFix } from '../../feedback/to-fix.ts';
import { readAny } from '../../jobs/request/create.ts';
import type { Accepted, NewJob } from '../../jobs/request/create.ts';
import type { FollowsPrompt } from '../../jobs/request/follows-prompt.ts';
import { findAccepted } from '../../jobs/request/idempotency.ts';
import { giveFeedback } from '../../jobs/readers-feedback.ts';
import { inTransaction } from '../../postgres/database.ts';
import type { Database } from '../../postgres/database.ts';
import { audited } from '../audited.ts';
import { startJob } from './create-job.ts';

/**
 * Changes the status of a reader's feedback. Returns undefined when it does not exist. An unchanged status gets no
 * audit entry.
 */
export async function changeFeedback(
  db: Database,
  actor: Actor,
  change: { projectId: string; id: string; status: FeedbackStatus; now: Date },
): Promise<StoredFeedback | undefined> {
  const { projectId, id, status } = change;
  const done = await audited(
    db,
    actor,
    async (transaction) => await setFeedbackStatus(transaction, change),
    (changed) =>
      changed?.changed === true
        ? {
            action: 'feedback.change',
            projectId,
            subject: { kind: 'feedback', id, name: changed.feedback.path },
            detail: { status },
          }
        : undefined,
  );
  return done?.feedback;
}

/**
 * Starts a job that fixes what readers report, and marks the feedback as in progress: both or neither.
 *
 * @throws CopydeskError `nothing_to_fix`, `model_not_configured` where the model could not follow the instruction, and
 *   those of {@link startJob}.
 */
export async function startFix(
  db: Database,
  actor: Actor,
  draft: Omit<NewJob, 'author' | 'auditEntry' | 'prompt'>,
  request: FeedbackFixRequest,
  followsPrompt: FollowsPrompt,
): Promise<Accepted> {
  return await inTransaction(db, async (transaction) => {
    const { project, idempotency } = draft;
    const earlier = idempotency && (await findAccepted(transaction, project.id, idempotency));
    if (earlier !== undefined) return { job: await readAny(transaction, earlier), replayed: true };
    const { feedback, votes } = await lockToFix(transaction, project.id, request);
    const prompt = fixPrompt(feedback, { prompt: request.prompt, votes: votes.length });
    if (!(await followsPrompt(draft.model, prompt))) throw needsModel(draft.model);
    const accepted = await startJob(transaction, actor, { ...draft, prompt });
    await giveFeedback(transaction, accepted.job.id, [...feedback.map(({ id }) => id), ...votes]);
    return accepted;
  });
}

function needsModel(model: string): CopydeskError {
  return new CopydeskError(
    'model_not_configured',
    `To fix what readers report, a job needs a model that understands free text. ${model} does not. Set the model of the project ` +
      'in its settings or with "copydesk project set --model", or give an instruction that the built-in model understands.',
  );
}
