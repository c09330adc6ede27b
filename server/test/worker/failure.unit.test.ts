import { CopydeskError } from '@copydesk/contract';
import { describe, expect, test } from 'vitest';
import { failureOf, remedyFor } from '../../src/worker/failure.ts';
import type { Remedy, RetryState } from '../../src/worker/failure.ts';

const start = new Date('2026-01-01T00:00:00Z');
const unreachable = new CopydeskError('repository_unreachable', 'The host does not answer.');

const busy = (retryAfterSeconds: number) =>
  new CopydeskError('model_failed', 'Too many requests.', { retryAfterSeconds });

/** Returns the remedy for a job at its first claim, after so many seconds of waiting. */
function remedy(error: unknown, job: Partial<RetryState> = {}, options: { seconds?: number; minutes?: number } = {}) {
  const { seconds = 0, minutes = 60 } = options;
  const hardship = { attempts: 1, retries: 0, waiting: null, waiting_since: null, ...job };
  const time = new Date(start.getTime() + seconds * 1000);
  return remedyFor(error, hardship, { time, patience: { minutes, random: () => 0.5 } });
}

/** Repeats a fault that does not pass, as a job's row experiences it; returns the pauses and the failure. */
function liveThrough(error: unknown, minutes = 60): { pauses: number[]; end: Remedy } {
  const pauses: number[] = [];
  let seconds = 0;
  let job: Partial<RetryState> = {};
  for (;;) {
    const next = remedy(error, job, { seconds, minutes });
    if (next.kind !== 'put-off' || pauses.length === 5000) return { pauses, end: next };
    pauses.push(next.afterSeconds);
    seconds += next.afterSeconds;
    job = { retries: pauses.length, waiting: next.because, waiting_since: start };
  }
}

describe('the remedy for an error of a turn', () => {
  test('the first fault of a host gets a short pause, however often the job crashed before', () => {
    expect(remedy(unreachable, { attempts: 5 })).toMatchObject({ kind: 'put-off', afterSeconds: 2 });
    expect(remedy(unreachable, { attempts: 5, retries: 2 })).toMatchObject({ afterSeconds: 8 });
  });

  test('a lost lease needs no remedy', () => {
    expect(remedy(new CopydeskError('lease_lost', 'Gone.'))).toEqual({ kind: 'let-go' });
  });

  test('an unreachable database leaves the job to its lease', () => {
    expect(remedy(new CopydeskError('database_unavailable', 'Away.'))).toEqual({ kind: 'let-go' });
  });

  test('an ending process releases the job', () => {
    expect(remedy(new CopydeskError('draining', 'The process ends.'))).toEqual({ kind: 'give-back' });
  });

  test('a temporary failure is retried with growing pauses for an hour, and then fails with its reason', () => {
    const { pauses, end } = liveThrough(unreachable);
    expect(pauses.slice(0, 7)).toEqual([2, 4, 8, 16, 32, 60, 60]);
    expect(pauses.length).toBeGreaterThan(60);
    expect(end).toEqual({
      kind: 'fail',
      failure: {
        code: 'repository_unreachable',
        detail: expect.stringMatching(
          /^The host does not answer\. Copydesk waited 60 minutes for this to pass\. Send a message/,
        ),
        retryable: true,
      },
    });
  });

  test('a pause beyond the waiting time of a job fails it, and the error says how long it is', () => {
    expect(remedy(busy(100 * 3600))).toMatchObject({
      kind: 'fail',
      failure: { code: 'model_failed', detail: expect.stringContaining('asks to wait for 100 hours') },
    });
  });

  test('patience is as long as it is set, and none fails at once', () => {
    expect(liveThrough(unreachable, 1).pauses).toEqual([2, 4, 8, 16, 32]);
    expect(remedy(unreachable, {}, { minutes: 0 })).toMatchObject({ kind: 'fail' });
  });

  test.each([0, 1])('a pause is changed by up to a fifth at random', (random) => {
    const job = { attempts: 1, retries: 0, waiting: null, waiting_since: null };
    const put = remedyFor(unreachable, job, { time: start, patience: { minutes: 60, random: () => random } });
    expect(put).toMatchObject({ afterSeconds: expect.closeTo(random === 0 ? 1.6 : 2.4) });
  });

  test('a full disk and a broken server are retried', () => {
    for (const code of ['storage_full', 'push_rejected', 'pull_request_failed', 'model_failed'] as const) {
      expect(remedy(new CopydeskError(code, 'For now.'))).toMatchObject({ kind: 'put-off', counts: 'retry' });
    }
  });

  test('a permanently refused push or call fails at once', () => {
    for (const code of ['push_rejected', 'model_failed'] as const) {
      const error = new CopydeskError(code, 'A rule forbids it.', { retryable: false });
      expect(remedy(error)).toEqual({
        kind: 'fail',
        failure: { code, detail: 'A rule forbids it.', retryable: false },
      });
    }
  });

  test('an unexpected error counts as a crash, and a job survives a few', () => {
    const bug = new Error('undefined is not a function');
    expect(remedy(bug)).toMatchObject({ kind: 'put-off', counts: 'crash', afterSeconds: 2 });
    expect(remedy(bug, { attempts: 5 })).toMatchObject({ kind: 'fail', failure: { code: 'internal' } });
  });

  test('a permanent error fails at once', () => {
    const error = new CopydeskError('repository_unauthorized', 'It asks for credentials.');
    expect(remedy(error)).toMatchObject({ kind: 'fail', failure: { retryable: false } });
  });

  test('the text of an unexpected error is not stored in the job', () => {
    expect(failureOf(new Error('password=hunter2')).detail).not.toContain('hunter2');
  });
});

describe('a pause that a provider asks for', () => {
  test('is kept, and extended a little so that not all jobs return at once', () => {
    expect(remedy(busy(40))).toMatchObject({ kind: 'put-off', afterSeconds: 42 });
    expect(remedy(busy(3 * 3600))).toMatchObject({ kind: 'put-off', afterSeconds: 3 * 3600 + 15 });
  });

  test('does not count as patience when it is long: the next fault is retried like any other', () => {
    const first = remedy(busy(3 * 3600));
    if (first.kind !== 'put-off') throw new Error('It was not put off');
    const then = { retries: 1, waiting: first.because, waiting_since: start };
    expect(remedy(unreachable, then, { seconds: 3 * 3600 + 60 })).toMatchObject({ kind: 'put-off', afterSeconds: 4 });
  });

  test('ends with the patience when it is short', () => {
    const { pauses, end } = liveThrough(busy(30));
    expect(pauses).toHaveLength(Math.ceil(3600 / 31.5));
    expect(end).toMatchObject({ kind: 'fail', failure: { code: 'model_failed' } });
  });

  test('is limited to a day, in one pause or in many', () => {
    expect(remedy(busy(24 * 3600))).toMatchObject({ kind: 'put-off' });
    expect(remedy(busy(25 * 3600))).toMatchObject({ kind: 'fail', failure: { retryable: true } });
    expect(liveThrough(busy(6 * 3600)).pauses).toHaveLength(4);
  });
});
