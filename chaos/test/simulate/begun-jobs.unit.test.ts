import { expect, test } from 'vitest';
import { expectBegunJobs } from '../../src/simulate/world/begun-jobs.ts';
import type { BegunRow } from '../../src/simulate/world/begun-jobs.ts';
import { expectAutomationJob, expectJob } from '../../src/simulate/world/expected-job.ts';
import type { Prompt } from '../../src/simulate/stand-ins/prompt.ts';
import type { ExpectedJob } from '../../src/simulate/world/expected-job.ts';

const hour = 3_600_000;
const now = Date.UTC(2026, 0, 1, 12);
const clock = { milliseconds: () => now };
const talk: Prompt = { job: 0, message: 0, kind: 'talk' };

const ofAutomation = () => expectAutomationJob('old', 0);

const row = (id: string, { waited = 0, unreconciled = false, isBegun = true } = {}): BegunRow => ({
  id,
  is_begun: isBegun,
  unreconciled,
  updated_at: new Date(now - waited),
});

/** Returns the ids of the jobs that are given up when the automation has begun job `new`. */
function givenUp(earlier: ExpectedJob, first: BegunRow): string[] {
  const jobs = [earlier];
  expectBegunJobs({ jobs, clock }, [first, row('new')]);
  return jobs.filter(({ isGivenUp }) => isGivenUp).map(({ id }) => id);
}

test('expects each job that a run of the automation has begun, once', () => {
  const jobs = [expectJob('mine', 0, talk)];
  const rows = [row('mine', { isBegun: false }), row('new')];
  expectBegunJobs({ jobs, clock }, rows);
  expectBegunJobs({ jobs, clock }, rows);
  expect(jobs.map(({ id, number, isOfAutomation }) => [id, number, isOfAutomation])).toEqual([
    ['mine', 0, false],
    ['new', 1, true],
  ]);
});

test('an earlier job is given up when its pull request is unknown for an hour', () => {
  expect(givenUp(ofAutomation(), row('old', { unreconciled: true, waited: hour }))).toEqual(['old']);
  expect(givenUp(ofAutomation(), row('old', { unreconciled: true, waited: hour - 1 }))).toEqual([]);
  expect(givenUp(ofAutomation(), row('old', { waited: hour }))).toEqual([]);
});

test("a person's job is never given up", () => {
  const waited = row('mine', { unreconciled: true, waited: hour, isBegun: false });
  expect(givenUp(expectJob('mine', 0, talk), waited)).toEqual([]);
});
