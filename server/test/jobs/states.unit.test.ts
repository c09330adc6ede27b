import type { JobStatus } from '@copydesk/contract';
import { describe, expect, test } from 'vitest';
import { statusAfter, isSettled, statusesBefore } from '../../src/jobs/states.ts';
import type { Transition } from '../../src/jobs/states.ts';

const statuses: JobStatus[] = ['active', 'completed', 'failed', 'archived'];

describe('the states of a job', () => {
  test.each<[Transition, (JobStatus | undefined)[]]>([
    ['message', ['active', 'active', 'active', undefined]],
    ['complete', ['completed', undefined, undefined, undefined]],
    ['fail', ['failed', undefined, undefined, undefined]],
    ['archive', ['archived', 'archived', 'archived', undefined]],
  ])('%s changes a status only where the state diagram has an edge', (transition, expected) => {
    expect(statuses.map((status) => statusAfter(status, transition))).toEqual(expected);
    expect(statusesBefore(transition)).toEqual(statuses.filter((_, place) => expected[place] !== undefined));
  });

  test('only an active job is worth polling on', () => {
    expect(statuses.filter((status) => !isSettled(status))).toEqual(['active']);
  });
});
