import type { MergeOutcome, MergeStanding } from '../../code-hosts/merge.ts';
import { recordAction } from '../../audit/record.ts';
import { beginMerge, claimMerges, concludeMerge, putOffMerge } from '../../jobs/hosts/merge-watch.ts';
import type { MergeConclusion, MergeWatch } from '../../jobs/hosts/merge-watch.ts';
import { isDatabaseUnavailable } from '../../postgres/database.ts';
import { readProject } from '../../projects/project.ts';
import type { Project } from '../../projects/project.ts';
import type { Repository } from '../../workspace/workspace.ts';
import { isUnavailable } from '../hosts/host-unavailable.ts';
import { maskingFor } from '../masking/masking.ts';
import type { RepositoriesHere } from '../claim/repositories-here.ts';
import { searchedHost } from '../masking/searched-host.ts';
import type { WorkerServices } from '../services.ts';
import { readChangeFacts } from './change-facts.ts';
import { decideMerge } from './decide.ts';
import type { MergeFacts, MergeVerdict } from './decide.ts';
import { mergeComment } from './merge-comment.ts';
import { hostedPlace, localPlace } from './merge-place.ts';
import type { MergePlace } from './merge-place.ts';

/** More than any installation has due in a minute; the rest follows in the next. */
const mostAtOnce = 100;

/** Which repositories on disk this machine has. */
type Here = Pick<RepositoriesHere, 'elsewhere' | 'isElsewhere'>;

/**
 * Judges the pull requests of jobs that are due, by the merge policies of their projects, and merges those that need
 * nobody. May run in several workers at once: each pull request is claimed by one. With nothing due, it costs one query.
 */
export async function mergeSmallChanges(services: WorkerServices, here?: Here): Promise<void> {
  for (let judged = 0; judged < mostAtOnce; judged += 1) {
    const elsewhere = here?.elsewhere() ?? [];
    const [watch] = await claimMerges(services.db, { now: services.now(), most: 1, elsewhere });
    if (watch === undefined) return;
    try {
      await judge(services, watch, here);
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      await fail(services, watch, error);
    }
  }
}

interface Work {
  services: WorkerServices;
  watch: MergeWatch;
  project: Project;
  repository: Repository;
  place: MergePlace;
}

async function judge(services: WorkerServices, watch: MergeWatch, here: Here | undefined): Promise<void> {
  const { db, now } = services;
  const { projectId } = watch;
  if (here !== undefined && (await here.isElsewhere(projectId)))
    return await putOffMerge(db, watch, { recheckAfter: now(), failed: false });
  const [hosted, project] = await Promise.all([services.hosted(projectId), readProject(db, projectId)]);
  if (project === undefined) return;
  const repository = await services.workspace.repository(services.source(project));
  const host = hosted && searchedHost(hosted, maskingFor(services, project)).host;
  const place = host ? hostedPlace(services, host, watch) : localPlace(services, repository, { project, watch });
  const work = { services, watch, project, repository, place };
  const standing = await place.standing();
  if (standing?.pullRequest.headRef !== watch.branch)
    return await leaveToPerson(work, 'It is not at the code host any more.');
  if (standing.pullRequest.state !== 'open') return await finishEnded(work, standing);
  const { mergePolicy: policy } = project;
  if (policy === null) return await leaveToPerson(work, 'The project has no merge policy any more.');
  const facts = await readFacts(work, standing, policy);
  if (facts === undefined) return await leaveToPerson(work, 'One of its branches is gone.');
  const verdict = decideMerge(facts);
  if (verdict.decision === 'merge') await merge(work, standing, verdict);
  else await conclude(work, { ...verdict, decision: verdict.decision });
}

async function readFacts(
  { services, watch, project, repository, place }: Work,
  standing: MergeStanding,
  policy: MergeFacts['policy'],
): Promise<MergeFacts | undefined> {
  await repository.fetch();
  const { pullRequest, ...said } = standing;
  const isOwnHead = pullRequest.headCommit === watch.head && (await repository.head(watch.branch)) === watch.head;
  const change = isOwnHead ? await readChangeFacts(services, project, repository, watch) : undefined;
  if (isOwnHead && change === undefined) return undefined;
  return {
    now: services.now(),
    policy,
    job: { status: watch.jobStatus, isAsked: watch.isAsked },
    deliveredAt: watch.deliveredAt,
    pullRequest: {
      ...said,
      isOwnHead,
      isOwnBase: pullRequest.baseRef === watch.baseRef,
      isForPeople: place.isForPeople,
    },
    change,
    checks: await place.checksOf(watch.head),
  };
}

/** Finishes what a worker that has died began; whatever else was merged or closed is the deed of others. */
async function finishEnded(work: Work, standing: MergeStanding): Promise<void> {
  const { state, headCommit } = standing.pullRequest;
  const { decision, head, reasons } = work.watch;
  const isOwn = state === 'merged' && decision === 'merging' && standing.isOwnMerge && headCommit === head;
  if (isOwn) return await finish(work, standing, reasons);
  await leaveToPerson(work, `It was ${state} by somebody.`);
}

const minute = 60_000;

async function merge(work: Work, standing: MergeStanding, { reasons }: MergeVerdict): Promise<void> {
  const { services, watch, place } = work;
  const soon = new Date(services.now().getTime() + minute);
  if (!(await beginMerge(services.db, watch, reasons))) {
    return await conclude(work, {
      decision: 'waits',
      reasons: ['The job is at work on it.'],
      due: null,
      recheckAfter: soon,
    });
  }
  const outcome = await place.merge();
  if (outcome.kind === 'merged') return await finish(work, standing, reasons);
  const { project, number } = { project: watch.projectId, number: watch.number };
  services.log.info({ project, job: watch.jobId, number, outcome }, 'a pull request was not merged by the policy');
  await conclude(work, handleRefusal(work, outcome, soon));
}

/** A host that refuses may wait for a review: it is asked a few times more, an hour apart, and then left to people. */
const mostRefusals = 3;

function handleRefusal(
  { services, watch }: Work,
  outcome: Exclude<MergeOutcome, { kind: 'merged' }>,
  soon: Date,
): MergeConclusion {
  if (outcome.kind === 'moved') {
    return { decision: 'waits', reasons: ['Its branch has another commit by now.'], due: null, recheckAfter: soon };
  }
  const refusals = watch.refusals + 1;
  const reasons = [`The code host does not merge it: ${outcome.because.replace(/\.$/, '')}.`];
  if (refusals >= mostRefusals) return { decision: 'person', reasons, due: null, recheckAfter: null, refusals };
  const recheckAfter = new Date(services.now().getTime() + 60 * minute);
  return { decision: 'waits', reasons, due: recheckAfter, recheckAfter, refusals };
}

/** After so many failures in a row, a merge is stored without its comment, and a pull request is left to people. */
const mostFailures = 20;

/** Says why, and stores it. A worker that dies before the end is followed by one that does the same again, once. */
async function finish(work: Work, { title }: MergeStanding, reasons: readonly string[]): Promise<void> {
  const { services, watch, project, place } = work;
  await comment(work, reasons);
  await place.recordMerged();
  await services.db.transaction().execute(async (transaction) => {
    const conclusion = { decision: 'merged', reasons, due: null, recheckAfter: null } as const;
    if (!(await concludeMerge(transaction, watch, conclusion, services.now()))) return;
    const { id: projectId, organisationId, mergePolicy: policy } = project;
    const actor = { kind: 'system', id: null, name: 'Copydesk', organisationId, address: null } as const;
    await recordAction(transaction, actor, {
      action: 'pull-request.merge',
      projectId,
      subject: { kind: 'pull request', id: String(watch.number), name: title },
      detail: { job: watch.jobId, commit: watch.head, reasons, policy },
    });
  });
}

async function comment({ services, watch, place }: Work, reasons: readonly string[]): Promise<void> {
  const { projectId, jobId: id, number } = watch;
  const asked = { summary: watch.summary, by: watch.askedBy };
  const jobUrl = services.jobUrl({ projectId, id });
  try {
    await place.comment(mergeComment({ headCommit: watch.head, reasons, asked, jobUrl }));
  } catch (error) {
    if ((isUnavailable(error) || isDatabaseUnavailable(error)) && watch.failures < mostFailures) throw error;
    services.log.warn({ project: projectId, job: id, number, err: error }, 'a merge could not be explained there');
  }
}

async function leaveToPerson(work: Work, reason: string): Promise<void> {
  await conclude(work, { decision: 'person', reasons: [reason], due: null, recheckAfter: null });
}

async function conclude({ services, watch }: Work, conclusion: MergeConclusion): Promise<void> {
  const reasons = conclusion.reasons.map(storableReason);
  await concludeMerge(services.db, watch, { ...conclusion, reasons }, services.now());
}

const longestReason = 500;

/** Paths and messages come from outside: PostgreSQL stores neither NUL nor half a character. */
function storableReason(reason: string): string {
  const text = reason.replaceAll('\0', '');
  return (text.length > longestReason ? `${text.slice(0, longestReason - 1)}…` : text).toWellFormed();
}

/** Tries again in 5, 10, 20 … minutes, at most an hour. */
async function fail(services: WorkerServices, watch: MergeWatch, error: unknown): Promise<void> {
  const { db, log, now } = services;
  const { projectId: project, jobId: job, number, failures } = watch;
  log.warn({ project, job, number, err: error }, 'a pull request could not be judged by the merge policy');
  const recheckAfter = new Date(now().getTime() + Math.min(60, 5 * 2 ** Math.min(failures, 10)) * minute);
  if (failures < mostFailures || watch.decision === 'merging')
    return await putOffMerge(db, watch, { recheckAfter, failed: true });
  const reasons = ['It could not be judged for a day.'];
  await concludeMerge(db, watch, { decision: 'person', reasons, due: null, recheckAfter: null }, now());
}
