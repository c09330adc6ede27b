import { inspect, isDeepStrictEqual } from 'node:util';
import type { ErrorCode, JobStatus } from '@copydesk/contract';
import { statusAfter } from '../../../../server/src/jobs/states.ts';
import type { Transition } from '../../../../server/src/jobs/states.ts';
import { mostRounds } from '../stand-ins/host-checks.ts';
import { demand } from '../violation.ts';
import type { JobRow, Observation } from '../world/observation.ts';
import type { Stage } from '../world/stage.ts';

/** What the simulation knows by itself. */
type Known = Pick<Stage, 'jobs' | 'bugs'>;

/** Checks what holds after every move, and how a move may change the earlier state. */
export function checkMoment(world: Known, before: Observation, now: Observation): void {
  demand(world.bugs.length === 0, () => `the product met an error of its own: ${inspect(world.bugs[0])}`);
  demand(
    now.jobs.length === world.jobs.length,
    () => `${world.jobs.length} jobs were accepted, ${now.jobs.length} are there`,
  );
  for (const row of now.jobs) {
    checkRow(world, row);
    const earlier = before.jobs.find(({ id }) => id === row.id);
    if (earlier !== undefined) checkChange(earlier, row);
  }
  checkPullRequests(now);
  checkOpenOfAutomation(world, now);
}

function checkRow(world: Known, row: JobRow): void {
  const job = world.jobs.find(({ id }) => id === row.id);
  demand(row.status !== 'active' || row.pr_link === null, () => `${row.id} is active and has a link`);
  demand(row.messages_read <= row.messages, () => `${row.id} has read more messages than were accepted`);
  demand(
    row.status !== 'completed' || row.messages_read === row.messages,
    () => `${row.id} is completed with ${row.messages - row.messages_read} unread messages`,
  );
  demand(
    row.rounds_in_a_row <= mostRounds,
    () => `checks of ${row.id} have led to ${row.rounds_in_a_row} turns in a row, and ${mostRounds} may be`,
  );
  if (job === undefined) return;
  const ofPeople = row.messages - row.rounds - row.of_automation;
  demand(
    ofPeople === job.accepted.length,
    () => `${job.accepted.length} messages of job ${job.number} were accepted, ${ofPeople} are stored`,
  );
  demand(
    row.status !== 'failed' || row.messages_read === row.messages || !saysSo.has(row.error?.code),
    () => `job ${job.number} failed with ${row.error?.code}, and a message that came before that is unread`,
  );
  demand(row.status !== 'archived' || job.mayBeArchived, () => `job ${job.number} is archived, and nobody wanted that`);
  demand(!job.archived || row.status === 'archived', () => `job ${job.number} was archived, and is ${row.status}`);
}

/** Failures that answer the request in the messages: then all of them were read. Other failures prevent any turn. */
const saysSo = new Set<ErrorCode | undefined>(['instruction_not_understood', 'checks_failed']);

function checkChange(before: JobRow, now: JobRow): void {
  demand(isReachable(before.status, now.status), () => `${now.id} went from ${before.status} to ${now.status}`);
  for (const counter of ['epoch', 'messages', 'messages_read', 'events', 'steps', 'turn', 'deliveries'] as const) {
    demand(now[counter] >= before[counter], () => `${counter} of ${now.id} went back to ${now[counter]}`);
  }
  demand(
    before.status !== 'archived' || isDeepStrictEqual(settledFieldsOf(before), settledFieldsOf(now)),
    () => `${now.id} was archived, and changed after it`,
  );
}

/** For an archived job, only the outcome of its last delivery may still change. */
function settledFieldsOf(row: JobRow): unknown {
  return { ...row, pr_link: undefined, events: undefined, unreconciled: undefined };
}

const transitions: Transition[] = ['message', 'complete', 'fail', 'archive'];

/** Follows the allowed transitions; one move may take several. */
function isReachable(from: JobStatus, to: JobStatus): boolean {
  const reached = new Set([from]);
  for (const status of reached) {
    for (const transition of transitions) {
      const next = statusAfter(status, transition);
      if (next !== undefined) reached.add(next);
    }
  }
  return reached.has(to);
}

/** Checks that a branch has at most one open pull request, and another only after people have ended the one before. */
function checkPullRequests({ pullRequests }: Observation): void {
  const branches = Map.groupBy(pullRequests, ({ head_ref: branch }) => branch);
  for (const [branch, ofBranch] of branches) {
    const earlier = ofBranch.slice(0, -1);
    demand(
      earlier.every(({ state }) => state !== 'open'),
      () => `the branch ${branch} has a second pull request, ${ofBranch.at(-1)?.number}`,
    );
  }
}

/**
 * Checks that the automation has one open pull request at most. Another may exist beside it when somebody archived its
 * job, when a person's message made an earlier job active again, and when a job failed while it opened one: that is not
 * waited for without end.
 */
function checkOpenOfAutomation({ jobs }: Known, { pullRequests }: Observation): void {
  const own = jobs.filter(
    (job) => job.isOfAutomation && !job.mayBeArchived && !job.isGivenUp && job.accepted.length === 0,
  );
  const open = pullRequests.filter((one) => one.state === 'open' && own.some(({ id }) => id === one.job_id));
  demand(open.length <= 1, () => `the automation has ${open.length} open pull requests`);
}

/** Checks that a claim takes nothing that somebody holds. */
export function checkClaimed(before: Observation, now: Observation, time: Date): void {
  for (const row of before.jobs) {
    if (row.leased_until === null || row.leased_until <= time) continue;
    const epoch = now.jobs.find(({ id }) => id === row.id)?.epoch;
    demand(epoch === row.epoch, () => `${row.id} was claimed while its lease ran`);
  }
}

/**
 * Checks that a run that has lost its lease changes nothing. There is one exception: when its job was archived a moment
 * ago and it does not know yet, it may still move a branch, because a git host knows nothing of leases.
 */
export function checkUnchanged(
  who: string,
  before: Observation,
  now: Observation,
  branches: 'may move' | 'stay',
): void {
  demand(
    isDeepStrictEqual(before.jobs, now.jobs),
    () => `${who} had lost its lease, and changed ${difference(before.jobs, now.jobs)}`,
  );
  demand(
    isDeepStrictEqual(before.pullRequests, now.pullRequests),
    () => `${who} had lost its lease, and changed a pull request`,
  );
  demand(
    branches === 'may move' || isDeepStrictEqual(before.branches, now.branches),
    () => `${who} had lost its lease, and moved a branch`,
  );
}

function difference(before: JobRow[], now: JobRow[]): string {
  const changed = now.flatMap((row, index) =>
    Object.entries(row).filter(
      ([name, value]) =>
        !isDeepStrictEqual(value, Object.entries(before[index] ?? {}).find(([known]) => known === name)?.[1]),
    ),
  );
  return changed.map(([name, value]) => `${name} to ${JSON.stringify(value)}`).join(', ');
}
