import { EventEmitter } from 'node:events';
import type { JobEvent, JobWaiting } from '@copydesk/contract';
import { expect, test } from 'vitest';
import { eventStream, streamPart } from '../../src/http/replies/event-stream.ts';
import { openStreams } from '../../src/http/job/open-streams.ts';

test('sends recorded events in pages, and ends if the job is not active', async () => {
  const { stream } = start({ recorded: 250, active: false });
  const text = (await Array.fromAsync(stream)).join('');
  expect(text.startsWith('retry: ')).toBe(true);
  expect(idsOf(text)).toEqual(Array.from({ length: 250 }, (_, index) => index + 1));
});

test('begins after the last event that the client has seen', async () => {
  const { stream } = start({ recorded: 5, active: false, after: 3 });
  expect(idsOf((await Array.fromAsync(stream)).join(''))).toEqual([4, 5]);
});

test('sends an event as soon as it is notified, and ends with the job', async () => {
  const { stream, job, notify } = start({ recorded: 1, active: true });
  await stream.next();
  expect(idsOf(await textOf(stream.next()))).toEqual([1]);
  const next = stream.next();
  job.recorded = 2;
  notify('job_a');
  expect(idsOf(await textOf(next))).toEqual([2]);
  const last = stream.next();
  job.recorded = 3;
  job.active = false;
  notify('job_a');
  expect(idsOf(await textOf(last))).toEqual([3]);
  expect(await stream.next()).toEqual({ done: true, value: undefined });
});

test('checks for events after the connection to the database was lost', async () => {
  const { stream, job, notify } = start({ recorded: 1, active: true });
  await stream.next();
  await stream.next();
  const next = stream.next();
  job.recorded = 2;
  notify(undefined);
  expect(idsOf(await textOf(next))).toEqual([2]);
});

test('is not woken by another job, sends heartbeats, and checks for events without a notification', async () => {
  const { stream, job, notify } = start({ recorded: 0, active: true, heartbeatMilliseconds: 5 });
  await stream.next();
  const next = stream.next();
  notify('job_b');
  expect(await textOf(next)).toBe(': alive\n\n');
  job.recorded = 1;
  expect(idsOf(await textOf(stream.next()))).toEqual([1]);
});

test('reads nothing for a client that does not read', async () => {
  const { stream, job, notify } = start({ recorded: 1, active: true });
  await stream.next();
  await stream.next();
  job.recorded = 1_000;
  for (let count = 0; count < 1_000; count += 1) notify('job_a');
  expect(job.pages).toBe(1);
});

test('reports why the job waits, when the reason changes, and when it no longer waits', async () => {
  const { stream, waiting } = start({ recorded: 1, active: true });
  const reason: JobWaiting = { reason: 'project_limit', ahead: 3, until: null, detail: '3 jobs come first.' };
  await stream.next();
  await stream.next();
  for (const now of [reason, { ...reason, ahead: 2 }]) {
    waiting.reason = now;
    expect(await textOf(stream.next())).toBe(`event: waiting\ndata: ${JSON.stringify(now)}\n\n`);
  }
  waiting.reason = undefined;
  expect(await textOf(stream.next())).toBe('event: waiting\ndata: null\n\n');
});

test('reports the model’s text as it is written, from the beginning for a new client, until the step is recorded', async () => {
  const { stream, job, notify, write } = start({ recorded: 1, active: true });
  write(1, 0, 'Hel');
  await stream.next();
  await stream.next();
  expect(await textOf(stream.next())).toBe(piece(1, 0, 'Hel'));
  const next = stream.next();
  write(1, 3, 'lo, ');
  expect(await textOf(next)).toBe(piece(1, 3, 'lo, '));
  write(1, 7, 'wor');
  write(1, 10, 'ld');
  expect(await textOf(stream.next())).toBe(piece(1, 7, 'world'));
  expect(job.pages).toBe(1);
  [job.recorded, job.stepAt] = [2, 2];
  const last = stream.next();
  notify('job_a');
  expect(await textOf(last)).toMatch(/^id: 2\nevent: step\n/);
  write(1, 12, '.');
  const after = stream.next();
  write(2, 0, 'Next.');
  expect(await textOf(after)).toBe(piece(2, 0, 'Next.'));
});

test('begins again when a step is retried', async () => {
  const { stream, write } = start({ recorded: 1, active: true });
  await stream.next();
  await stream.next();
  const next = stream.next();
  write(1, 0, 'It broke off h');
  expect(await textOf(next)).toBe(piece(1, 0, 'It broke off h'));
  write(1, 0, 'Again', 2);
  expect(await textOf(stream.next())).toBe(piece(1, 0, 'Again'));
});

test('checks the client’s permission at most once a second, and ends when that is revoked', async () => {
  const { stream, job, write } = start({ recorded: 1, active: true });
  await stream.next();
  await stream.next();
  for (const [offset, character] of ['a', 'b', 'c'].entries()) {
    const next = stream.next();
    write(1, offset, character);
    expect(await textOf(next)).toBe(piece(1, offset, character));
  }
  expect(job.asked).toBe(0);
  [job.milliseconds, job.refusal] = [1_000, new Error('revoked')];
  const next = stream.next();
  write(1, 3, 'd');
  await expect(next).rejects.toThrow('revoked');
});

test('ends when the client’s permission is revoked', async () => {
  const { stream, job, notify } = start({ recorded: 1, active: true });
  await stream.next();
  await stream.next();
  const next = stream.next();
  job.refusal = new Error('revoked');
  notify('job_a');
  await expect(next).rejects.toThrow('revoked');
});

test('all streams end with the server, and their number is bounded, in total and for each caller', async () => {
  const { stream, streams, following } = start({ recorded: 0, active: true });
  await stream.next();
  const next = stream.next();
  expect(() => streams.follow('job_b', 'usr_a')).toThrow(/has 1 event streams open/);
  streams.follow('job_b', 'usr_b').end();
  streams.follow('job_b', 'usr_b');
  expect(() => streams.follow('job_b', 'usr_c')).toThrow(/Too many event streams/);
  streams.end();
  expect(await next).toEqual({ done: true, value: undefined });
  expect(following.ended).toBe(true);
});

interface StandIn {
  recorded: number;
  active: boolean;
  pages: number;
  /** How often it was asked whether the job may still be read. */
  asked: number;
  milliseconds: number;
  /** The number at which the transcript has a step instead of a message. */
  stepAt: number | undefined;
  refusal: Error | undefined;
}

function start(options: { recorded: number; active: boolean; after?: number; heartbeatMilliseconds?: number }) {
  const job: StandIn = { ...options, pages: 0, asked: 0, milliseconds: 0, stepAt: undefined, refusal: undefined };
  const events = new EventEmitter();
  const onJobEvent = (callback: (jobId: string | undefined) => void) => {
    events.on('event', callback);
    return () => void events.off('event', callback);
  };
  const onJobText = (callback: (payload: string) => void) => {
    events.on('text', callback);
    return () => void events.off('text', callback);
  };
  const waiting: { reason: JobWaiting | undefined } = { reason: undefined };
  const streams = openStreams(
    { onJobEvent, onJobText },
    { all: 2, ofOneCaller: 1 },
    {
      read: async (jobIds) => new Map(jobIds.flatMap((id) => (waiting.reason ? [[id, waiting.reason]] : []))),
      everyMilliseconds: 1,
    },
  );
  const following = streams.follow('job_a', 'usr_a');
  const stream = eventStream({
    following,
    after: options.after ?? 0,
    active: options.active,
    steps: 0,
    isActive: async () => {
      job.asked += 1;
      if (job.refusal) throw job.refusal;
      return job.active;
    },
    list: async (page) => {
      job.pages += 1;
      return streamPart(listOf(job, page));
    },
    heartbeatMilliseconds: options.heartbeatMilliseconds ?? 60_000,
    now: () => new Date(Date.UTC(2026, 0, 1) + job.milliseconds),
  });
  const write = (step: number, offset: number, text: string, epoch = 1) =>
    events.emit('text', JSON.stringify({ job: 'job_a', epoch, step, offset, text }));
  const notify = (jobId: string | undefined) => events.emit('event', jobId);
  return { stream, streams, following, job, waiting, notify, write };
}

function listOf({ recorded, stepAt }: StandIn, { after, limit }: { after: number; limit: number }) {
  const sequences = Array.from({ length: Math.max(0, recorded - after) }, (_, index) => after + index + 1);
  return {
    events: sequences.slice(0, limit).map((sequence) => eventOf(sequence, stepAt)),
    hasMore: sequences.length > limit,
  };
}

function eventOf(sequence: number, stepAt: number | undefined): JobEvent {
  if (sequence === stepAt) return { sequence, at: '2026-01-05T09:30:00.000Z', type: 'step', data: recordedStep };
  return {
    sequence,
    at: '2026-01-05T09:30:00.000Z',
    type: 'message',
    data: { position: sequence, prompt: 'a\nb', from: null },
  };
}

const recordedStep = {
  step: 1,
  messages: [0],
  text: 'Hello, world.',
  tools: [],
  changedFiles: [],
  usage: { inputTokens: 1, outputTokens: 1, cachedInputTokens: null, cacheWriteTokens: null },
};

function piece(step: number, offset: number, text: string): string {
  return `event: text\ndata: ${JSON.stringify({ step, offset, text })}\n\n`;
}

async function textOf(next: Promise<IteratorResult<string | Buffer, unknown>>): Promise<string> {
  const { done, value } = await next;
  return done === true ? '' : String(value);
}

function idsOf(text: string): number[] {
  return [...text.matchAll(/^id: (\d+)\nevent: message\ndata: (.*)$/gm)].map(([, id, data]) => {
    expect(JSON.parse(data ?? '')).toMatchObject({ sequence: Number(id) });
    return Number(id);
  });
}
