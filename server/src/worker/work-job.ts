import { setTimeout as delay } from 'node:timers/promises';
import { CopydeskError, isCopydeskError } from '@copydesk/contract';
import type { JobFailure } from '@copydesk/contract';
import { agentSpan } from '../agent/call/spans.ts';
import { noTracing } from '../agent/call/tracing.ts';
import type { Span } from '../agent/call/tracing.ts';
import { mostClaims } from '../jobs/claim/interruptions.ts';
import { readLeased } from '../jobs/claim/lease.ts';
import type { LeasedJob } from '../jobs/claim/lease.ts';
import { releaseJob } from '../jobs/claim/release.ts';
import { completeJob, failJob } from '../jobs/settle/settle.ts';
import type { Settlement } from '../jobs/settle/settle.ts';
import { readTotals } from '../jobs/usage/usage.ts';
import { maskingOf } from '../leaks/masking.ts';
import type { Masking } from '../leaks/masking.ts';
import { isDatabaseUnavailable } from '../postgres/database.ts';
import { readProject } from '../projects/project.ts';
import type { Project } from '../projects/project.ts';
import { conversationOf, openTurnParts, workUntilPassed } from './run/agent-work.ts';
import type { Work } from './run/agent-work.ts';
import { interruptedTooOften } from './claim/alone.ts';
import { isCarriedAlone, formatCarried } from './run/carried-step.ts';
import { appendedTo } from './describe/change-facts.ts';
import { oversizeOf } from './describe/change-size.ts';
import { changedTexts } from './deliver/changed-texts.ts';
import { checkMandate } from './deliver/check-mandate.ts';
import { stillContested } from './describe/contested-before.ts';
import { copiedFromContext } from './deliver/copied-passages.ts';
import { formatCopied } from './describe/copied-report.ts';
import { deliver } from './deliver/deliver.ts';
import { describeOnce } from './describe/described-change.ts';
import { allMessages, failureOf, remedyFor } from './failure.ts';
import { maskedError, maskedRemedy } from './masking/masked-failure.ts';
import { maskedStep } from './masking/masked-strings.ts';
import { maskingFor, ownSecretsFor } from './masking/masking.ts';
import type { OwnSecrets } from './masking/masking.ts';
import { judgeTurn } from './verify/judged-questions.ts';
import { formatLowered, judgePageCode } from './verify/page-code.ts';
import { readLoweredProtection } from '../projects/protection.ts';
import { hasRepaired } from './site/missed-addresses.ts';
import { prepareTurn } from './prepare/prepare.ts';
import { refuseSecrets } from './deliver/refuse-secrets.ts';
import type { WorkerServices } from './services.ts';
import { timed } from './stages.ts';
import { waitForShared } from './deliver/shared-wait.ts';
import { servicesFor } from './test-services.ts';
import { touchedFiles } from './describe/touched-files.ts';
import type { PreparedTurn } from './turn.ts';
import type { Hold } from './claim/hold.ts';
import { openJournal } from './run/turn-journal.ts';
import type { DatabaseJournal } from './run/turn-journal.ts';
import { whileHeld } from './claim/while-held.ts';

/**
 * Works on a leased job until it is settled, lost, or given back: one turn, and another for messages that came while it
 * ended. Throws only when the database is unavailable; every other error ends in the job.
 */
export async function workOnJob(all: WorkerServices, job: LeasedJob, hold: Hold): Promise<void> {
  const services = servicesFor(all, job);
  await services.onFaultPoint?.('claimed', job.id, hold.lease.epoch);
  let current: LeasedJob | undefined = job;
  let waitSeconds = waitOf(job, services.now());
  while (current !== undefined) {
    const settlement: TurnEnd = await workOnTurn(services, current, hold, waitSeconds);
    waitSeconds = undefined;
    await services.onFaultPoint?.('settled', job.id);
    // The lease is still held: new messages belong to another turn, and a turn that moved is prepared again.
    const goesOn = settlement === 'unread' || settlement === 'moved';
    current = goesOn ? await readLeased(services.db, hold.lease) : undefined;
  }
}

/**
 * How long a job was due before it was taken; unknown for a job that was taken before, and is now taken over or
 * retried.
 */
function waitOf({ not_before: due, attempts }: LeasedJob, now: Date): number | undefined {
  return attempts > 1 ? undefined : Math.max(0, (now.getTime() - due.getTime()) / 1000);
}

/** What a turn that may fail has so far: the masking from the beginning, and a journal as soon as it is prepared. */
interface Progress {
  turn?: PreparedTurn;
  journal?: DatabaseJournal;
  mask: Masking;
}

/**
 * How a turn ended. `moved`: it continues on another branch. `left`: it no longer belongs to this worker. `waits`: it
 * waits for other jobs, and has no lease.
 */
type TurnEnd = Settlement | 'moved' | 'left' | 'waits';

/** Works on a turn as far as it gets while this worker has it: a span of the job's trace. */
async function workOnTurn(
  services: WorkerServices,
  job: LeasedJob,
  hold: Hold,
  waitSeconds: number | undefined,
): Promise<TurnEnd> {
  const { tracing = noTracing } = services;
  const draft = agentSpan({ id: job.id, model: job.model, projectId: job.project_id, waitSeconds });
  return await tracing.within(draft, (span) => workWithin(span, services, job, hold));
}

async function workWithin(span: Span, services: WorkerServices, job: LeasedJob, hold: Hold): Promise<TurnEnd> {
  const progress: Progress = { mask: maskingFor(services, undefined) };
  const over = new AbortController();
  try {
    hold.ending.throwIfAborted();
    if (job.attempts > mostClaims) throw interruptedTooOften(job);
    const project = await projectOf(services, job);
    const own = ownSecretsFor(services, project);
    const mask = maskingOf(own);
    progress.mask = mask;
    // Reads the secrets while the turn is prepared.
    void own().catch(() => {});
    const turn = await timed(services, job.id, 'prepare', () => prepareTurn(services, job, project, { hold, mask }));
    progress.turn = turn;
    progress.journal = openJournal({
      db: services.db,
      hold,
      turn: turn.number,
      tree: turn.tree,
      steps: turn.steps,
      messagesRead: job.messages_read,
      mask,
      onFaultPoint: services.onFaultPoint,
    });
    const signal = AbortSignal.any([over.signal, hold.signal]);
    void readAheadSoon({ turn, project, journal: progress.journal }, signal);
    const end = await runAndDeliver(services, job, { project, turn, journal: progress.journal, hold, mask, own });
    span.set({ 'copydesk.turn.outcome': end === 'settled' ? 'completed' : end });
    return end;
  } catch (error) {
    // The error of an aborted call is not the reason why the turn ended.
    const reason: unknown = hold.signal.aborted ? hold.signal.reason : error;
    span.fail(failureOf(reason).code);
    const end = await endBadly(services, job, { error: reason, ...progress, hold }).catch(leave);
    span.set({ 'copydesk.turn.outcome': end === 'settled' ? 'failed' : end });
    return end;
  } finally {
    over.abort();
  }
}

/** After this long in one step, the model counts as thinking: one at a provider takes a second or more. */
const thinkingMilliseconds = 500;

/** A process that was at work for more of that time has too much to do: its steps are long without any model. */
const busyShare = 0.7;

/**
 * While the model thinks, this reads what its first search will need: that takes some seconds for 48,000 pages. Jobs
 * whose model answers at once would wait for it: for 5,000 pages it takes 0.4 s of a processor, and 100 MB with the
 * threads that search. So would a hundred jobs at once, whose steps wait for each other. Never throws.
 */
async function readAheadSoon(
  { turn, project, journal }: Pick<Work, 'turn' | 'project' | 'journal'>,
  signal: AbortSignal,
): Promise<void> {
  let isThinking = false;
  while (!signal.aborted && !isThinking) {
    const [step, work] = [journal.nextStep(), performance.eventLoopUtilization()];
    await delay(thinkingMilliseconds, undefined, { signal }).catch(() => {});
    isThinking = journal.nextStep() === step && performance.eventLoopUtilization(work).utilization <= busyShare;
  }
  if (!signal.aborted) await turn.tree.readAhead(signal, project.docsFolder);
}

/**
 * The lease was lost before the end could be stored: the worker that has it, or the archiving, ends it in another way.
 */
function leave(error: unknown): 'left' {
  if (isCopydeskError(error, 'lease_lost') || isCopydeskError(error, 'draining')) return 'left';
  throw error;
}

async function runAndDeliver(
  services: WorkerServices,
  job: LeasedJob,
  work: Work & { own: OwnSecrets },
): Promise<TurnEnd> {
  const { turn, hold, own } = work;
  const parts = await openTurnParts(services, job, work);
  const finished = await workUntilPassed(services, job, work, parts);
  const { summary, ended, warnings, contested, coverage, answers: questions } = finished;
  await services.onFaultPoint?.('verified', job.id);
  // A carried change is as large as what people have merged or are looking at: they have asked for all of it.
  if (!isCarriedAlone(turn, work.journal)) await parts.bound.require();
  await checkMandate(turn);
  const lowered = formatLowered(await readLoweredProtection(services.db, work.project));
  const notes = [lowered, await judgePageCode(services, work.project, turn)].filter((note) => note !== '').join('\n\n');
  const delivery = { services, job, turn, hold };
  // Whoever undoes or backports a change wants to see it now.
  if (!isCarriedAlone(turn, work.journal) && (await waitForShared(delivery, work.project)) === 'waits') return 'waits';
  await services.onFaultPoint?.('not-held-back', job.id);
  const { docs, pageViews } = parts;
  const judged = isCarriedAlone(turn, work.journal) ? undefined : await judgeTurn({ ...delivery, ...work });
  const known = { docs, history: conversationOf(work).history() };
  const [still, oversize, touched, usage, changed] = await Promise.all([
    contested.length > 0 ? undefined : stillContested(delivery, known),
    oversizeOf(work.project, turn),
    touchedFiles(delivery, work.project, pageViews),
    // No model is called for the job from here on.
    whileHeld(hold, () => readTotals(services.db, job.id, services.budgets.prices)),
    changedTexts(turn),
  ]);
  const isCounted = pageViews !== undefined;
  const missed = parts.missed && hasRepaired(conversationOf(work).conversation()) ? await parts.missed.report() : '';
  const carried = turn.carried && formatCarried(turn.carried, job.project_id, services);
  const facts = {
    carried,
    warnings,
    coverage,
    questions,
    judged,
    touched,
    isCounted,
    stillContested: still,
    oversize,
    missed,
    usage,
  };
  const appended = await appendedTo(delivery, work.project, facts);
  const copied = formatCopied(await copiedFromContext(changed, parts.repositories, known.history));
  const allNotes = [notes, copied].filter((note) => note !== '').join('\n\n');
  const report = { text: summary, described: finished.description, contested, notes: allNotes, appended };
  const described = describeOnce(delivery, report, work.project);
  const delivered = await timed(services, job.id, 'deliver', async () => {
    await refuseSecrets(delivery, { text: summary, described, changed, own });
    return await deliver(delivery, described, touched);
  });
  if (delivered === 'moved') return 'moved';
  return await timed(services, job.id, 'settle', () =>
    whileHeld(hold, () => completeJob(services.db, hold.lease, { ...delivered, summary, ended, usage })),
  );
}

async function projectOf(services: WorkerServices, job: LeasedJob): Promise<Project> {
  const project = await readProject(services.db, job.project_id);
  if (project !== undefined) return project;
  throw new CopydeskError('not_found', 'The project of the job is no longer there.');
}

async function endBadly(
  services: WorkerServices,
  job: LeasedJob,
  end: Progress & { error: unknown; hold: Hold },
): Promise<Settlement | 'left'> {
  const { hold, mask } = end;
  const decided = remedyFor(end.error, job, { time: services.now(), patience: services.patience });
  // An error's text may quote what a model or a host said.
  const remedy = await maskedRemedy(decided, mask);
  log(services, job, await maskedError(end.error, mask), remedy.kind);
  if (isDatabaseUnavailable(end.error)) return await giveBackWhenItAnswers(services, job, hold);
  switch (remedy.kind) {
    case 'let-go':
      return 'left';
    case 'give-back':
      await whileHeld(hold, () => releaseJob(services.db, hold.lease, { afterSeconds: 0, counts: 'nothing' }));
      return 'left';
    case 'put-off':
      await whileHeld(hold, () => releaseJob(services.db, hold.lease, remedy));
      return 'left';
    case 'fail':
      return await fail(services, remedy.failure, end);
  }
}

async function fail(
  services: WorkerServices,
  failure: JobFailure,
  { hold, turn, journal, mask }: Progress & { hold: Hold },
): Promise<Settlement> {
  const messagesKnown = journal?.messagesKnown() ?? allMessages;
  const entry = journal?.refusal(failure.detail, services.now());
  const refusal = entry && (await maskedStep(entry, mask));
  // A model that cannot reconcile two texts has done nothing with them, and would be asked again for ever.
  const isOver = failure.code === 'instruction_not_understood' && turn?.mergeHead != null;
  return await whileHeld(hold, () => failJob(services.db, hold.lease, { failure, messagesKnown, refusal, isOver }));
}

/**
 * An unavailable database is not the job's fault: the job is given back as soon as the database answers, or left until
 * its lease expires. The pause grows each time, because a database whose disk is full may answer but store nothing, and
 * every step is paid for.
 */
async function giveBackWhenItAnswers(services: WorkerServices, job: LeasedJob, hold: Hold): Promise<'left'> {
  const afterSeconds = Math.min(2 ** job.retries, 60);
  const release = () => releaseJob(services.db, hold.lease, { afterSeconds, counts: 'retry' });
  await whileHeld(hold, release);
  return 'left';
}

function log(services: WorkerServices, job: LeasedJob, error: unknown, remedy: string): void {
  const data = { job: job.id, attempts: job.attempts, remedy, code: failureOf(error).code };
  if (remedy === 'give-back') services.log.info(data, 'the job was given back');
  else if (isDatabaseUnavailable(error)) warnOfOutage(services, data, error);
  else if (isCopydeskError(error)) services.log.info({ ...data, detail: error.message }, 'the turn ended early');
  else services.log.error({ ...data, err: error }, 'the turn ended in an error');
}

/**
 * Logs no stack, because it is no bug: it would appear for each job in progress, in the middle of what the operator
 * looks for.
 */
function warnOfOutage(services: WorkerServices, data: object, error: unknown): void {
  const detail = error instanceof Error ? error.message : String(error);
  const message = 'the database became unavailable during a turn; the job continues when it is back';
  services.log.warn({ ...data, code: 'database_unavailable', detail }, message);
}
