import { isDeepStrictEqual } from 'node:util';
import { checksPromptPrefix } from '../../../../server/src/agent/notes/checks-note.ts';
import { mostClaims } from '../../../../server/src/jobs/claim/interruptions.ts';
import { automationPrompt, correctionOf, editsOf, editsOfEvents, formatPrompt } from '../stand-ins/prompt.ts';
import { lineOf } from '../stand-ins/model.ts';
import { demand } from '../violation.ts';
import type { ExpectedJob } from '../world/expected-job.ts';
import { readHistory } from '../world/observe.ts';
import type { JobHistory, JobRow, StoredMessage, Observation } from '../world/observation.ts';
import type { World } from '../world/world.ts';
import { checkAutomation } from './automations.ts';
import { checkHelp } from './help.ts';
import { checkRounds } from './rounds.ts';

/** Checks what holds for each job when everything has come to rest. */
export async function checkQuiet(world: World, observation: Observation): Promise<void> {
  for (const job of world.jobs) {
    const row = observation.jobs.find(({ id }) => id === job.id);
    demand(row !== undefined, () => `job ${job.number} is not there`);
    demand(row.status !== 'active', () => `job ${job.number} never ends`);
    const history = await readHistory(world, job.id);
    checkMessages(job, history);
    checkRounds(world.hostChecks, { job, history, observation });
    checkTranscript(job, row, history);
    checkPaid(job, row);
    checkHelp(job, history);
    checkFailure(job, row);
    checkBranches(world, job, history);
    if (row.status === 'completed') await checkDelivery(world, { job, row, history, observation });
  }
  await checkAutomation(world);
}

/** Checks that every accepted message exists, in the order of acceptance, and is read in that order, once. */
function checkMessages(job: ExpectedJob, { messages, steps }: JobHistory): void {
  const ofPeople = messages.filter(({ round, prompt }) => round === null && editsOfEvents(prompt) === undefined);
  const stored = ofPeople.map(({ prompt }) => prompt);
  const accepted = stored.flatMap((text) => job.accepted.filter(({ prompt }) => formatPrompt(prompt) === text));
  const isWhole = accepted.length === stored.length && accepted.length === job.accepted.length;
  // A message that was sent after another had been answered comes after it.
  const isInOrder = accepted.every(({ sent }, index) =>
    accepted.slice(index + 1).every(({ answered }) => answered > sent),
  );
  demand(isWhole && isInOrder, () => `job ${job.number} has the messages ${stored.join(' ')}`);
  const read = messages.map((message) => message.read_at_step ?? Number.POSITIVE_INFINITY);
  demand(
    read.every((step, index) => index === 0 || step >= (read[index - 1] ?? 0)),
    () => `job ${job.number} read its messages out of order: ${read.join(', ')}`,
  );
  const held = steps.flatMap((step) => textsOf(step.messages)).filter(isMessage);
  const expected = messages.filter((message) => message.read_at_step !== null).map(({ prompt }) => prompt);
  demand(isDeepStrictEqual(held, expected), () => `the conversation of job ${job.number} holds ${held.join(' ')}`);
}

function isMessage(text: string): boolean {
  return text.startsWith('Message ') || text.startsWith(checksPromptPrefix) || text.startsWith(automationPrompt);
}

function textsOf(messages: StoredMessage[]): string[] {
  return messages.flatMap(({ role, content }) => (role === 'user' && typeof content === 'string' ? content : []));
}

/** Checks that there are no gaps and no duplicates, and that the transcript's status is the job's status. */
function checkTranscript(job: ExpectedJob, row: JobRow, { events, steps }: JobHistory): void {
  demand(
    events.length === row.events && events.every(({ sequence }, index) => sequence === index + 1),
    () =>
      `the transcript of job ${job.number} has gaps: ${events.map(({ sequence }) => sequence).join(', ')} of ${row.events}`,
  );
  demand(
    steps.length === row.steps && steps.every(({ number }, index) => number === index + 1),
    () => `the steps of job ${job.number} have gaps`,
  );
  const positions = events.flatMap(({ type, data }) => (type === 'message' ? [data['position']] : []));
  demand(
    positions.every((position, index) => position === index),
    () => `the transcript of job ${job.number} tells messages out of order`,
  );
  const status = events.reduce((now, { type }) => statusAfter(now, type), 'active');
  demand(
    status === row.status,
    () => `the transcript of job ${job.number} ends ${status}, and the job is ${row.status}`,
  );
}

function statusAfter(status: string, type: string): string {
  if (type === 'completed' || type === 'failed') {
    demand(status === 'active', () => `a transcript tells ${type} of a job that was ${status}`);
    return type;
  }
  if (type === 'archived') return type;
  return type === 'message' ? 'active' : status;
}

/** Checks that no step is paid twice, except the one in flight when a run was disturbed. */
function checkPaid(job: ExpectedJob, row: JobRow): void {
  const repaid = job.answers - row.steps;
  demand(
    repaid <= job.disturbedRuns,
    () => `job ${job.number} paid ${job.answers} steps for ${row.steps}, with ${job.disturbedRuns} disturbed runs`,
  );
}

/** Checks that a job fails only because of what has happened to it. */
function checkFailure(job: ExpectedJob, { status, error }: JobRow): void {
  if (status !== 'failed') return;
  const code = error?.code ?? 'internal';
  const crashed = code === 'internal' && job.crashes >= mostClaims;
  demand(
    crashed || job.excuses.has(code),
    () => `job ${job.number} failed without a reason: ${code}, ${error?.detail}`,
  );
}

/** Checks that the job intended everything that it has pushed to the origin. */
function checkBranches(world: World, job: ExpectedJob, { deliveries }: JobHistory): void {
  const intended = new Set(deliveries.map(({ branch }) => branch));
  for (const branch of world.origin.branches.keys()) {
    if (!branch.startsWith(`copydesk/${job.id}`)) continue;
    demand(intended.has(branch), () => `nothing tells why there is a branch ${branch}`);
  }
  for (const { branch, commit } of world.pushes) {
    const head = world.origin.branches.get(branch) ?? '';
    demand(world.origin.isAncestor(commit, head), () => `what a person pushed to ${branch} was overwritten`);
  }
}

/** Checks that a completed job with a change has a pull request with that whole change, once. */
async function checkDelivery(
  world: World,
  { job, row, history, observation }: { job: ExpectedJob; row: JobRow; history: JobHistory; observation: Observation },
): Promise<void> {
  const edits = editsOnBranch(job, row, history);
  const pullRequest = observation.pullRequests.find(({ number }) => row.pr_link?.endsWith(`/pulls/${number}`));
  demand(
    edits.length === 0 || pullRequest !== undefined,
    () => `job ${job.number} is completed, and its change is in no pull request`,
  );
  if (pullRequest === undefined) {
    demand(row.pr_link === null, () => `job ${job.number} links a pull request that is not there`);
    return;
  }
  demand(
    pullRequest.job_id === job.id && pullRequest.head_ref === row.branch,
    () => `job ${job.number} links another's pull request`,
  );
  const head = world.origin.branches.get(row.branch);
  demand(head !== undefined, () => `the branch of job ${job.number} is gone`);
  if (pullRequest.state === 'open') {
    demand(
      world.origin.isAncestor(pullRequest.head_commit, head),
      () => `the pull request of job ${job.number} shows an old commit`,
    );
  }
  const page = (await world.origin.textAt(head, job.page)) ?? '';
  const lines = page.split('\n');
  for (const edit of edits) {
    const count = lines.filter((line) => line === lineOf(edit) || line === `mended ${edit}`).length;
    demand(count === 1, () => `${edit} of job ${job.number} is ${count} times on its branch`);
  }
}

/** Returns the edits of all steps of the turns on the present branch. */
function editsOnBranch(job: ExpectedJob, row: JobRow, { events, steps, messages }: JobHistory): string[] {
  const first = events.find(({ type, data }) => type === 'turn_started' && data['branch'] === row.branch);
  const firstTurn = Number(first?.data['turn'] ?? Number.POSITIVE_INFINITY);
  const made = new Set(steps.filter(({ turn }) => turn >= firstTurn).flatMap((step) => callsOf(step.messages)));
  const corrections = messages.flatMap(({ prompt }) => correctionOf(prompt) ?? []);
  const ofEvents = messages.flatMap(({ prompt }) => editsOfEvents(prompt) ?? []);
  const asked = [...job.accepted.flatMap(({ prompt }) => editsOf(prompt)), ...ofEvents, ...corrections];
  return asked.filter((edit) => made.has(edit));
}

function callsOf(messages: StoredMessage[]): string[] {
  return messages.flatMap(({ role, content }) => {
    if (role !== 'assistant' || typeof content === 'string') return [];
    return content.flatMap(({ toolCallId }) => toolCallId ?? []);
  });
}
