import { expect, test } from 'vitest';
import { openWritingBoard } from '../../src/http/job/writing-board.ts';

function open(bounds: { maximumJobs?: number; maximumCharacters?: number } = {}) {
  const changes: string[] = [];
  const onChange = (jobId: string) => void changes.push(jobId);
  const board = openWritingBoard({ maximumJobs: 10, maximumCharacters: 100, ...bounds, onChange });
  const hear = (step: number, offset: number, text: string, { job = 'job_a', epoch = 1 } = {}) =>
    board.add({ job, epoch, step, offset, text });
  return { board, hear, changes };
}

test('joins the pieces of a step, and begins again with the next step', () => {
  const { board, hear, changes } = open();
  hear(1, 0, 'one ');
  hear(1, 4, 'two');
  expect(board.known('job_a')).toMatchObject({ step: 1, text: 'one two' });
  hear(2, 0, 'next');
  expect(board.known('job_a')).toMatchObject({ step: 2, text: 'next' });
  expect(changes).toEqual(['job_a', 'job_a', 'job_a']);
});

test('shows nothing after a lost piece until the step begins again', () => {
  const { board, hear, changes } = open();
  hear(1, 0, 'one ');
  hear(1, 8, 'three');
  expect(board.known('job_a')?.text).toBe('one ');
  hear(2, 5, 'the beginning was lost');
  expect(board.known('job_a')).toBeUndefined();
  hear(2, 0, 'again');
  expect(board.known('job_a')?.text).toBe('again');
  expect(changes).toHaveLength(2);
});

test('a restarted step is a new beginning, and pieces of the earlier worker are ignored', () => {
  const { board, hear } = open();
  hear(1, 0, 'old');
  const first = board.known('job_a')?.beginning;
  hear(1, 0, 'new', { epoch: 2 });
  expect(board.known('job_a')?.beginning).not.toBe(first);
  hear(1, 3, ' words of a dead worker');
  hear(7, 0, 'more of them');
  hear(1, 3, ' words', { epoch: 2 });
  expect(board.known('job_a')).toMatchObject({ step: 1, text: 'new words' });
});

test('forgets a recorded step', () => {
  const { board, hear } = open();
  hear(3, 0, 'text');
  board.recorded('job_a', 2);
  expect(board.known('job_a')?.text).toBe('text');
  board.recorded('job_a', 3);
  expect(board.known('job_a')).toBeUndefined();
});

test('forgets the job that was silent longest if there are too many jobs or too much text', () => {
  const few = open({ maximumJobs: 2 });
  for (const job of ['job_a', 'job_b']) few.hear(1, 0, 'x', { job });
  few.hear(1, 1, 'y', { job: 'job_a' });
  few.hear(1, 0, 'x', { job: 'job_c' });
  expect(['job_a', 'job_b', 'job_c'].map((job) => few.board.known(job)?.text)).toEqual(['xy', undefined, 'x']);

  const short = open({ maximumCharacters: 10 });
  short.hear(1, 0, '12345', { job: 'job_a' });
  short.hear(1, 0, '123456', { job: 'job_b' });
  expect(['job_a', 'job_b'].map((job) => short.board.known(job)?.text)).toEqual([undefined, '123456']);
  short.hear(1, 6, '789012', { job: 'job_b' });
  expect(short.board.known('job_b')).toBeUndefined();
  short.hear(1, 0, '1234567890', { job: 'job_c' });
  expect(short.board.known('job_c')?.text).toBe('1234567890');
});
