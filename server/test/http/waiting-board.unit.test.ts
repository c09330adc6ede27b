import type { JobWaiting } from '@copydesk/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openWaitingBoard } from '../../src/http/job/waiting-board.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const queued: JobWaiting = { reason: 'queued', ahead: 0, until: null, detail: 'Soon.' };

function open() {
  const jobs = new Map<string, JobWaiting>();
  const looks: string[][] = [];
  const changed: string[] = [];
  const fault: { error: Error | undefined } = { error: undefined };
  const board = openWaitingBoard({
    async read(jobIds) {
      looks.push([...jobIds]);
      if (fault.error) throw fault.error;
      return new Map([...jobs].filter(([id]) => jobIds.includes(id)));
    },
    everyMilliseconds: 1_000,
    onChange: (jobId) => changed.push(jobId),
  });
  return { board, jobs, looks, changed, fault };
}

test('a thousand waiting jobs are read once a second in one query, and only changes are reported', async () => {
  const { board, jobs, looks, changed } = open();
  const ids = Array.from({ length: 1_000 }, (_, index) => `job_${index}`);
  for (const id of ids) jobs.set(id, queued);
  for (const id of ids) board.ask(id);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(looks.map((look) => look.length)).toEqual([1, 1_000]);
  expect(changed).toHaveLength(1_000);
  jobs.set('job_7', { ...queued, ahead: 4 });
  await vi.advanceTimersByTimeAsync(3_000);
  expect(looks).toHaveLength(5);
  expect(changed.slice(1_000)).toEqual(['job_7']);
  expect(board.known('job_7')).toEqual({ ...queued, ahead: 4 });
});

test('a job that no longer waits is reported, and not read until it is requested again', async () => {
  const { board, jobs, looks, changed } = open();
  jobs.set('job_a', queued);
  board.ask('job_a');
  await vi.advanceTimersByTimeAsync(0);
  expect(board.known('job_a')).toEqual(queued);
  jobs.clear();
  await vi.advanceTimersByTimeAsync(60_000);
  expect({ known: board.known('job_a'), changed }).toEqual({ known: null, changed: ['job_a', 'job_a'] });
  expect(looks).toHaveLength(2);
  jobs.set('job_a', queued);
  board.ask('job_a');
  await vi.advanceTimersByTimeAsync(0);
  expect(board.known('job_a')).toEqual(queued);
});

test('a job that nobody follows is not read', async () => {
  const { board, jobs, looks } = open();
  jobs.set('job_a', queued);
  board.ask('job_a');
  await vi.advanceTimersByTimeAsync(0);
  board.forget('job_a');
  await vi.advanceTimersByTimeAsync(60_000);
  expect({ looks: looks.length, known: board.known('job_a') }).toEqual({ looks: 1, known: null });
});

test('an unreachable database changes nothing, and the read is repeated', async () => {
  const { board, jobs, changed, fault } = open();
  fault.error = new Error('away');
  jobs.set('job_a', queued);
  board.ask('job_a');
  await vi.advanceTimersByTimeAsync(2_000);
  expect(changed).toEqual([]);
  fault.error = undefined;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(changed).toEqual(['job_a']);
});

test('nothing is read after the end', async () => {
  const { board, looks } = open();
  board.end();
  board.ask('job_a');
  await vi.advanceTimersByTimeAsync(5_000);
  expect(looks).toEqual([]);
});
