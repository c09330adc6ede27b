import { describe, expect, test } from 'vitest';
import { checkClaimed, checkMoment, checkUnchanged } from '../../src/simulate/invariants/at-every-moment.ts';
import { expectAutomationJob, expectJob } from '../../src/simulate/world/expected-job.ts';
import type { ExpectedJob } from '../../src/simulate/world/expected-job.ts';
import type { JobRow, PullRequestRow, Observation } from '../../src/simulate/world/observation.ts';

const nothing = observationOf([]);

describe('a violation at any moment is found:', () => {
  test.each<[string, Partial<JobRow>, Partial<ExpectedJob>, RegExp]>([
    ['an active job shows a link', { pr_link: 'http://desk.test/1' }, {}, /is active and has a link/],
    ['a job completes with an unread message', { status: 'completed' }, {}, /completed with 1 unread/],
    [
      'a job refuses its instruction, and leaves a message unread',
      { status: 'failed', error: { code: 'instruction_not_understood', detail: '' } },
      {},
      /a message that came before that is unread/,
    ],
    ['an accepted message is not there', { messages: 0, messages_read: 0 }, {}, /1 messages of job 0 were accepted, 0/],
    ['a job is archived by nobody', { status: 'archived', messages_read: 1 }, {}, /nobody wanted that/],
    ['checks lead to one turn too many', { messages: 4, rounds: 3, rounds_in_a_row: 3 }, {}, /led to 3 turns in a row/],
    ['an archived job lives on', {}, { archived: true }, /was archived, and is active/],
  ])('%s', (_, change, expected, violated) => {
    expect(() => checkMoment(worldOf(expected), nothing, observationOf([rowOf(change)]))).toThrow(violated);
  });

  test('an accepted job is not there', () => {
    expect(() => checkMoment(worldOf(), nothing, nothing)).toThrow('1 jobs were accepted, 0 are there');
  });

  test('a status changes where there is no edge', () => {
    const before = observationOf([rowOf({ status: 'archived', messages_read: 1 })]);
    const world = worldOf({ mayBeArchived: true });
    expect(() => checkMoment(world, before, observationOf([rowOf()]))).toThrow('from archived to active');
  });

  test('a counter goes back', () => {
    expect(() =>
      checkMoment(worldOf(), observationOf([rowOf({ steps: 2 })]), observationOf([rowOf({ steps: 1 })])),
    ).toThrow(/steps .* back to 1/);
  });

  test('a branch gets a second pull request while the first is open', () => {
    const two = { ...observationOf([rowOf()]), pullRequests: [pullRequestOf(1, 'open'), pullRequestOf(2, 'open')] };
    expect(() => checkMoment(worldOf(), nothing, two)).toThrow('has a second pull request, 2');
    const after = { ...two, pullRequests: [pullRequestOf(1, 'closed'), pullRequestOf(2, 'open')] };
    expect(() => checkMoment(worldOf(), nothing, after)).not.toThrow();
  });

  test('the automation has two open pull requests, of two jobs that no person has changed', () => {
    const two = {
      ...observationOf([]),
      pullRequests: [
        pullRequestOf(1, 'open'),
        { ...pullRequestOf(2, 'open'), job_id: 'job_2', head_ref: 'copydesk/job_2' },
      ],
    };
    const jobs = [expectAutomationJob('job_1', 0), expectAutomationJob('job_2', 1)];
    const rows = [rowOf({ of_automation: 1 }), rowOf({ id: 'job_2', of_automation: 1 })];
    const look = (own: ExpectedJob[]) => () => checkMoment({ jobs: own, bugs: [] }, nothing, { ...two, jobs: rows });
    expect(look(jobs)).toThrow('the automation has 2 open pull requests');
    expect(look(jobs.map((job) => ({ ...job, isGivenUp: job.number === 0 })))).not.toThrow();
  });

  test('a claim takes a job that somebody holds', () => {
    const held = observationOf([rowOf({ leased_until: new Date(2_000) })]);
    const taken = observationOf([rowOf({ epoch: 2, leased_until: new Date(9_000) })]);
    expect(() => checkClaimed(held, taken, new Date(1_000))).toThrow('was claimed while its lease ran');
    expect(() => checkClaimed(held, taken, new Date(2_000))).not.toThrow();
  });

  test('the product met an error that it did not foresee', () => {
    const world = { ...worldOf(), bugs: [{ err: new Error('a bug') }] };
    expect(() => checkMoment(world, nothing, observationOf([rowOf()]))).toThrow(/a bug/);
  });
});

describe('a worker that lost its lease is reported if it', () => {
  const before = observationOf([rowOf()]);

  test('changes a job', () => {
    expect(() => checkUnchanged('it', before, observationOf([rowOf({ events: 3 })]), 'stay')).toThrow(
      'changed events to 3',
    );
  });

  test('opens a pull request', () => {
    const now = { ...before, pullRequests: [pullRequestOf(1, 'open')] };
    expect(() => checkUnchanged('it', before, now, 'may move')).toThrow('changed a pull request');
  });

  test('moves a branch, unless its job was archived a moment ago', () => {
    const now = { ...before, branches: new Map([['copydesk/job', 'a'.repeat(40)]]) };
    expect(() => checkUnchanged('it', before, now, 'stay')).toThrow('moved a branch');
    expect(() => checkUnchanged('it', before, now, 'may move')).not.toThrow();
  });
});

function worldOf(change: Partial<ExpectedJob> = {}) {
  const job = expectJob('job_1', 0, { job: 0, message: 1, kind: 'edit' });
  return { jobs: [{ ...job, ...change }], bugs: [] };
}

function observationOf(jobs: JobRow[]): Observation {
  return { jobs, pullRequests: [], followings: [], branches: new Map() };
}

function rowOf(change: Partial<JobRow> = {}): JobRow {
  return {
    id: 'job_1',
    status: 'active',
    pr_link: null,
    error: null,
    epoch: 1,
    leased_until: null,
    not_before: new Date(0),
    updated_at: new Date(0),
    messages: 1,
    messages_read: 0,
    events: 1,
    steps: 0,
    turn: 0,
    branch: 'copydesk/job_1',
    deliveries: 0,
    rounds: 0,
    rounds_in_a_row: 0,
    of_automation: 0,
    unreconciled: false,
    ...change,
  };
}

function pullRequestOf(number: number, state: PullRequestRow['state']): PullRequestRow {
  return { number, job_id: 'job_1', head_ref: 'copydesk/job_1', head_commit: 'a', state, updated_at: '' };
}
