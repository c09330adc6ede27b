import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { openStreams } from '../../../src/http/job/open-streams.ts';
import type { LiveUpdate } from '../../../src/pages/jobs/live/live-update.ts';
import { liveStream } from '../../../src/pages/jobs/live/live-stream.ts';

test('renders nothing while the client does not read', async () => {
  const { stream, job, notify } = start();
  await stream.next();
  await stream.next();
  job.last = 50;
  for (let count = 0; count < 50; count += 1) notify();
  expect(job.reads).toBe(1);
  expect(String((await stream.next()).value)).toBe('news 50');
  expect(job.reads).toBe(2);
});

test('sends nothing if a notification changes nothing on the page, and sends what changed', async () => {
  const { stream, job, notify } = start();
  await stream.next();
  expect(String((await stream.next()).value)).toBe('news 1');
  const next = stream.next();
  notify();
  await expect.poll(() => job.reads).toBe(2);
  job.parts = 'It waits.';
  notify();
  expect(String((await next).value)).toBe('news 1');
  expect(job.reads).toBe(3);
});

test('checks at each heartbeat for changes without a notification, and renders only if there is one', async () => {
  const { stream, job } = start({ heartbeatMilliseconds: 1 });
  await stream.next();
  await stream.next();
  for (let beat = 0; beat < 3; beat += 1) expect((await stream.next()).value).toBe(': alive\n\n');
  expect(job.reads).toBe(1);
  job.last = 2;
  expect(String((await stream.next()).value)).toBe('news 2');
});

test('ends when the job no longer exists', async () => {
  const { stream, job, notify } = start();
  await stream.next();
  await stream.next();
  job.last = undefined;
  const next = stream.next();
  notify();
  expect(await next).toEqual({ done: true, value: undefined });
});

interface StandIn {
  /** Undefined when the job no longer exists. */
  last: number | undefined;
  parts: string;
  reads: number;
}

function start({ heartbeatMilliseconds = 60_000 } = {}) {
  const job: StandIn = { last: 1, parts: 'At work.', reads: 0 };
  const events = new EventEmitter();
  const streams = openStreams(
    {
      onJobEvent(callback) {
        events.on('event', callback);
        return () => void events.off('event', callback);
      },
      onJobText: () => () => {},
    },
    { all: 1, ofOneCaller: 1 },
    { read: async () => new Map(), everyMilliseconds: 60_000 },
  );
  const stream = liveStream({
    following: streams.follow('job_a', 'usr_a'),
    after: 0,
    steps: 0,
    readUpdate: async () => {
      job.reads += 1;
      return updateOf(job);
    },
    hasMissed: async ({ last }) => last !== job.last,
    heartbeatMilliseconds,
  });
  return { stream, job, notify: () => events.emit('event', 'job_a') };
}

function updateOf({ last, parts }: StandIn): LiveUpdate | undefined {
  if (last === undefined) return undefined;
  return { last, parts, hasMore: false, isActive: true, steps: undefined, message: Buffer.from(`news ${last}`) };
}
