import { CopydeskError } from '@copydesk/contract';
import { describe, expect, test } from 'vitest';
import { failureOf, maximumAttempts, remedyFor } from '../../src/worker/failure.ts';

describe('what becomes of a job whose turn ended in an error', () => {
  test('a lost lease needs nothing', () => {
    expect(remedyFor(new CopydeskError('lease_lost', 'Gone.'), 1, false)).toEqual({ kind: 'let-go' });
  });

  test('a database that is away leaves the job to its lease', () => {
    expect(remedyFor(new CopydeskError('database_unavailable', 'Away.'), 1, false)).toEqual({ kind: 'let-go' });
  });

  test('a process that ends gives the job back, whatever the error', () => {
    expect(remedyFor(new Error('aborted'), 1, true)).toEqual({ kind: 'give-back' });
  });

  test('what may pass is tried again with growing pauses, and then fails with its reason', () => {
    const error = new CopydeskError('repository_unreachable', 'The host does not answer.');
    const pauses = [1, 2, 3, 4].map((attempt) => remedyFor(error, attempt, false));
    expect(pauses).toEqual([2, 4, 8, 16].map((afterSeconds) => ({ kind: 'retry', afterSeconds })));
    expect(remedyFor(error, maximumAttempts, false)).toEqual({
      kind: 'fail',
      failure: { code: 'repository_unreachable', detail: 'The host does not answer.', retryable: true },
    });
  });

  test('a model that asks for time gets it, one that refuses does not', () => {
    const busy = new CopydeskError('model_failed', 'Too many requests.', { retryAfterSeconds: 40 });
    expect(remedyFor(busy, 1, false)).toEqual({ kind: 'retry', afterSeconds: 40 });
    const refused = new CopydeskError('model_failed', 'It answered nothing three times.');
    expect(remedyFor(refused, 1, false)).toMatchObject({ kind: 'fail', failure: { retryable: false } });
  });

  test('a model that asks for days is asked again within the hour', () => {
    const busy = new CopydeskError('model_failed', 'Too many requests.', { retryAfterSeconds: 900_000 });
    expect(remedyFor(busy, 1, false)).toEqual({ kind: 'retry', afterSeconds: 3600 });
  });

  test('what does not pass fails at once', () => {
    const error = new CopydeskError('instruction_not_understood', 'What is "foo"?');
    expect(remedyFor(error, 1, false)).toMatchObject({ kind: 'fail', failure: { retryable: false } });
  });

  test('what an unexpected error says stays out of the job', () => {
    expect(failureOf(new Error('password=hunter2')).detail).not.toContain('hunter2');
  });
});
