import { describe, expect, test } from 'vitest';
import { brokenEvents, repeatedEvents } from '../../src/rules/accounted-events.ts';
import { brokenDailyLimit } from '../../src/rules/daily-limit.ts';
import { brokenDecisions } from '../../src/rules/decided-runs.ts';
import { brokenReports } from '../../src/rules/followed-reports.ts';
import { brokenOpenPullRequests } from '../../src/rules/open-pull-requests.ts';
import { brokenLoops } from '../../src/rules/own-merges.ts';
import type { AutomationRow, ReportRow, RunRow } from '../../src/watch/automation-facts.ts';

const run = (change: Partial<RunRow> = {}): RunRow => ({
  id: 'run_1',
  decision: 'job',
  why: 'A request came to its trigger.',
  events: 1,
  job: 'job_1',
  ...change,
});

const message = (text: string, job = 'job_1') => ({ job, prompt: `[k100001/0] Make 1 edits.\n\n${text}` });

const request = { mark: 'event-000001.', leftAs: undefined, isOwn: false };
const commit = { mark: 'Commit aaaaaaaaaabb of ', leftAs: 'aaaaaaaaaa “', isOwn: false };

const opened = (number: number, openedAs: number, endedAs?: number) => ({
  number,
  job: `job_${number}`,
  openedAs,
  ...(endedAs !== undefined && { endedAs }),
});

const row = (change: Partial<AutomationRow> = {}): AutomationRow => ({
  id: 'aut_1',
  dueAt: null,
  nextAt: null,
  isLeased: false,
  isDue: false,
  waiting: 0,
  ...change,
});

const reported = (change: Partial<ReportRow> = {}): ReportRow[] => [
  { id: 'fbk_1', status: 'in_progress', job: 'job_1', resolvedBy: null, answeredBy: [1, 2, 3], ...change },
];

describe('the open pull requests of an automation', () => {
  test('may follow each other', () => {
    expect(brokenOpenPullRequests([opened(1, 1, 4), opened(2, 5, 6), opened(3, 7)])).toEqual([]);
  });

  test('must never be two at the same time', () => {
    expect(brokenOpenPullRequests([opened(1, 1), opened(2, 2)])).toHaveLength(1);
    expect(brokenOpenPullRequests([opened(2, 3, 5), opened(1, 1, 4)])).toEqual([
      'pull request 2 of job_2 was opened while 1 of job_1 was open',
    ]);
  });
});

describe('an event', () => {
  const events = [request, commit];
  const left = run({ decision: 'nothing', job: null, why: 'aaaaaaaaaa “Add it”: left, no path counts.' });

  test('is in the material of one message, or a run reports that it was skipped', () => {
    expect(brokenEvents({ events }, [run(), left], [message('event-000001.')])).toEqual([]);
    expect(brokenEvents({ events }, [run()], [message('event-000001. Commit aaaaaaaaaabb of product')])).toEqual([]);
  });

  test('must not be in the material twice at any moment', () => {
    expect(repeatedEvents({ events }, [message('event-000001.')])).toEqual([]);
    expect(repeatedEvents({ events }, [message('event-000001.'), message('event-000001.', 'job_2')])).toEqual([
      'event-000001. is in the material 2 times',
    ]);
  });

  test.each<[string, RunRow[], string[]]>([
    ['lost', [run()], ['event-000001.']],
    ['given twice', [run(), run({ decision: 'message' })], ['event-000001. Commit aaaaaaaaaabb of p', 'event-000001.']],
    ['given and left', [run(), left], ['event-000001. Commit aaaaaaaaaabb of p']],
    ['left twice', [run(), left, left], ['event-000001.']],
    [
      'left only by a run that decided nothing',
      [run(), { ...left, why: `${left.why} The job with its pull request has not read its last message yet.` }],
      ['event-000001.'],
    ],
    ['taken and not given', [run({ why: 'aaaaaaaaaa “Add it”: taken, it counts.' })], ['event-000001.']],
  ])('that is %s is seen', (_, runs, texts) => {
    expect(
      brokenEvents(
        { events },
        runs,
        texts.map((text) => message(text)),
      ),
    ).toHaveLength(1);
  });

  test('leads to as many messages as the runs list', () => {
    expect(brokenEvents({ events: [] }, [run()], [])).toHaveLength(1);
    expect(brokenEvents({ events: [] }, [run()], [message('a'), message('b')])).toHaveLength(1);
    expect(brokenEvents({ events: [] }, [run(), run({ decision: 'message' })], [message('a')])).toHaveLength(1);
    expect(brokenEvents({ events: [] }, [run(), run()], [message('a'), message('b')])).toHaveLength(1);
    expect(brokenEvents({ events: [] }, [], [message('a')])).toHaveLength(2);
  });
});

describe('an automation at rest', () => {
  const limited = run({ decision: 'put_off', job: null, why: 'It has started work once within 24 hours.' });

  test('has decided everything', () => {
    expect(brokenDecisions(row(), [run(), run({ decision: 'nothing', job: null })], 5)).toEqual([]);
  });

  test('may wait for the next day when its limit is reached', () => {
    expect(brokenDecisions(row({ waiting: 3, isDue: true }), [run(), limited], 1)).toEqual([]);
    expect(brokenDecisions(row(), [run(), limited], 2)).toHaveLength(1);
  });

  test.each<[string, AutomationRow, RunRow[]]>([
    ['a requested run that waits', row(), [run({ decision: 'waiting', job: null })]],
    ['a failed run that was not repeated', row(), [run({ decision: 'failed', job: null })]],
    ['events that wait', row({ waiting: 1 }), [run()]],
    ['a time that has come', row({ isDue: true }), [run()]],
    ['a check without an end', row({ isLeased: true }), [run()]],
  ])('must not have: %s', (_, at, runs) => {
    expect(brokenDecisions(at, runs, 5)).toHaveLength(1);
  });
});

test('the daily limit counts jobs and messages', () => {
  const nothing = run({ decision: 'nothing', job: null });
  expect(brokenDailyLimit([run(), run({ decision: 'message' }), nothing], 2)).toEqual([]);
  expect(brokenDailyLimit([run(), run({ decision: 'message' }), run()], 2)).toHaveLength(1);
});

test('commits by a job start no work', () => {
  const own = { ...commit, isOwn: true };
  expect(brokenLoops([own, request], [message('event-000001.')])).toEqual([]);
  expect(brokenLoops([commit], [message('Commit aaaaaaaaaabb of docs')])).toEqual([]);
  expect(brokenLoops([own], [message('Commit aaaaaaaaaabb of docs')])).toEqual([
    'job_1 was told of Commit aaaaaaaaaabb of, which a job of Copydesk had made',
  ]);
});

describe('a report of readers', () => {
  const merged = { number: 1, job: 'job_1', state: 'merged' as const };
  const closed = { number: 2, job: 'job_1', state: 'closed' as const };
  const open = { number: 3, job: 'job_1', state: 'open' as const };
  const resolved = { status: 'resolved' as const, resolvedBy: 1 };

  test('is in progress while a pull request of its job is open, and pending when none is', () => {
    expect(brokenReports(reported(), [closed, open])).toEqual([]);
    expect(brokenReports(reported({ status: 'pending' }), [closed])).toEqual([]);
    expect(brokenReports(reported(), [closed])).toEqual([
      'fbk_1 is in_progress, not pending; answered by 1, 2, 3 of job_1, where 2 is closed',
    ]);
    expect(brokenReports(reported({ status: 'pending' }), [open])).toHaveLength(1);
    expect(brokenReports(reported({ status: 'pending', job: null }), [open])).toEqual(['fbk_1 was given to no job']);
  });

  test('is resolved by a merged pull request of its own job, also while another one is open', () => {
    expect(brokenReports(reported(resolved), [merged, open])).toEqual([]);
    expect(brokenReports(reported(), [merged, open])).toHaveLength(1);
    expect(brokenReports(reported({ ...resolved, resolvedBy: 2 }), [merged, closed])).toHaveLength(1);
    expect(brokenReports(reported(resolved), [{ ...merged, job: 'job_2' }])).toHaveLength(1);
  });

  test('is not resolved by a pull request of a turn that had not read it', () => {
    const later = { answeredBy: [3] };
    expect(brokenReports(reported(later), [merged, open])).toEqual([]);
    expect(brokenReports(reported({ ...later, ...resolved }), [merged, open])).toHaveLength(1);
  });
});
