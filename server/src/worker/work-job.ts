import { CopydeskError, isCopydeskError } from '@copydesk/contract';
import { formatProblem } from '../agent/repair.ts';
import { runTurn } from '../agent/turn.ts';
import { readLeased, releaseJob } from '../jobs/lease.ts';
import type { LeasedJob } from '../jobs/lease.ts';
import { completeJob, failJob } from '../jobs/settle.ts';
import type { Settlement } from '../jobs/settle.ts';
import { isDatabaseUnavailable } from '../postgres/database.ts';
import { readProject } from '../projects/project.ts';
import type { Project } from '../projects/project.ts';
import { deliver } from './deliver.ts';
import { failureOf, maximumAttempts, remedyFor } from './failure.ts';
import { repositoryGuidance } from './guidance.ts';
import { prepareTurn } from './prepare.ts';
import type { WorkerServices } from './services.ts';
import { timed } from './stages.ts';
import type { PreparedTurn } from './turn.ts';
import { openJournal } from './turn-journal.ts';
import type { DatabaseJournal } from './turn-journal.ts';
import { verifyTurn } from './verify.ts';

/**
 * Works on a leased job until it is settled, lost, or given back: one turn, and another for messages that came in
 * while it ended. Never throws but when the database is away; what goes wrong ends in the job.
 *
 * @param signal ends the work at the next step's edge, when the lease is lost or the process is to end.
 */
export async function workOnJob(services: WorkerServices, job: LeasedJob, signal: AbortSignal): Promise<void> {
  let current: LeasedJob | undefined = job;
  while (current !== undefined) {
    const settlement: Settlement | 'left' = await workOnTurn(services, current, signal);
    // A turn that settled as `unread` is over, but the lease is still held.
    current =
      settlement === 'unread' ? await readLeased(services.db, { jobId: current.id, epoch: current.epoch }) : undefined;
  }
}

async function workOnTurn(services: WorkerServices, job: LeasedJob, signal: AbortSignal): Promise<Settlement | 'left'> {
  const progress: { journal?: DatabaseJournal } = {};
  try {
    if (job.attempts > maximumAttempts) throw crashedTooOften();
    const project = await projectOf(services, job);
    const turn = await timed(services, job.id, 'prepare', () => prepareTurn(services, job, project, signal));
    progress.journal = openJournal({
      db: services.db,
      lease: { jobId: job.id, epoch: job.epoch },
      turn: turn.number,
      tree: turn.tree,
      steps: turn.steps,
      messagesRead: job.messages_read,
    });
    return await runAndDeliver(services, job, { project, turn, journal: progress.journal, signal });
  } catch (error) {
    return await endBadly(services, job, { error, journal: progress.journal, ending: signal.aborted });
  }
}

/** Before a turn has asked for messages, what stands in its way is not what they say: the job fails with all of them. */
const allMessages = 2 ** 31 - 1;

interface Work {
  project: Project;
  turn: PreparedTurn;
  journal: DatabaseJournal;
  signal: AbortSignal;
}

async function runAndDeliver(services: WorkerServices, job: LeasedJob, work: Work): Promise<Settlement> {
  const { project, turn, journal } = work;
  const lease = { jobId: job.id, epoch: job.epoch };
  const agentDocs = services.docs.of(turn.tree, { folder: project.docsFolder });
  const model = services.resolveModel(job.model, agentDocs);
  const instructions = {
    projectName: project.name,
    docsFolder: project.docsFolder,
    repositoryGuidance: await repositoryGuidance(turn.repository, turn.baseCommit),
  };
  let nudge: string | undefined;
  for (;;) {
    const options = { model, tree: turn.tree, docs: agentDocs, instructions, journal, limits: services.limits, nudge };
    const { text } = await timed(services, job.id, 'agent', () =>
      runTurn({
        ...options,
        history: [...journal.history()],
        now: services.now,
        signal: work.signal,
        report: (error) => services.log.error({ job: job.id, err: error }, 'a tool met an error of its own'),
      }),
    );
    const verdict = await timed(services, job.id, 'verify', () =>
      verifyTurn(services, lease, project, turn, conversationOfTurn(turn, journal)),
    );
    if (verdict.kind === 'repair') {
      nudge = verdict.request;
      continue;
    }
    const warnings = verdict.warnings.map(formatProblem);
    const prLink = await timed(services, job.id, 'deliver', () => deliver(services, job, turn, { text, warnings }));
    return await timed(services, job.id, 'settle', () => completeJob(services.db, lease, { prLink, summary: text }));
  }
}

/** The messages of this turn alone: earlier turns had repair rounds of their own. */
function conversationOfTurn(turn: PreparedTurn, journal: DatabaseJournal) {
  const earlier = turn.steps.filter((step) => step.turn < turn.number);
  const count = earlier.reduce((sum, step) => sum + (Array.isArray(step.messages) ? step.messages.length : 0), 0);
  return journal.history().slice(count);
}

async function projectOf(services: WorkerServices, job: LeasedJob): Promise<Project> {
  const project = await readProject(services.db, job.project_id);
  if (project !== undefined) return project;
  throw new CopydeskError('not_found', 'The project of the job is no longer there.');
}

async function endBadly(
  services: WorkerServices,
  job: LeasedJob,
  end: { error: unknown; journal: DatabaseJournal | undefined; ending: boolean },
): Promise<Settlement | 'left'> {
  const lease = { jobId: job.id, epoch: job.epoch };
  const remedy = remedyFor(end.error, job.attempts, end.ending);
  log(services, job, end.error, remedy.kind);
  switch (remedy.kind) {
    case 'let-go':
      return 'left';
    case 'give-back':
      await releaseJob(services.db, lease, { afterSeconds: 0, countsAsAttempt: false });
      return 'left';
    case 'retry':
      await releaseJob(services.db, lease, { afterSeconds: remedy.afterSeconds, countsAsAttempt: true });
      return 'left';
    case 'fail':
      return await failJob(services.db, lease, {
        failure: remedy.failure,
        messagesKnown: end.journal?.messagesKnown() ?? allMessages,
        refusal: end.journal?.refusal(remedy.failure.detail, services.now()),
      });
  }
}

function log(services: WorkerServices, job: LeasedJob, error: unknown, remedy: string): void {
  const data = { job: job.id, attempts: job.attempts, remedy, code: failureOf(error).code };
  if (remedy === 'give-back') services.log.info(data, 'the job was given back');
  else if (isDatabaseUnavailable(error)) warnOfOutage(services, data, error);
  else if (isCopydeskError(error)) services.log.info({ ...data, detail: error.message }, 'the turn ended early');
  else services.log.error({ ...data, err: error }, 'the turn ended in an error');
}

/** No bug, so no stack: it would be told of each job at work, in the middle of what the operator looks for. */
function warnOfOutage(services: WorkerServices, data: object, error: unknown): void {
  const detail = error instanceof Error ? error.message : String(error);
  const message = 'the database went away during a turn; the job is taken up again when it is back';
  services.log.warn({ ...data, code: 'database_unavailable', detail }, message);
}

function crashedTooOften(): CopydeskError {
  return new CopydeskError(
    'internal',
    `The job was interrupted ${maximumAttempts} times at the same step, so it is not tried again by itself.`,
  );
}
