import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openClient } from '../src/index.ts';
import type { JobUpdate } from '../src/index.ts';
import { json, problem, stubServer } from './support/stub-server.ts';

const event = (sequence: number, type = 'noted') => ({ sequence, type, at: '2026-01-05T09:30:00.000Z', data: {} });

const reported = (...numbers: number[]): string =>
  numbers.map((number) => `id: ${number}\nevent: noted\ndata: ${JSON.stringify(event(number))}\n\n`).join('');

function stream(text: string): Response {
  return new Response(`retry: 2000\n\n${text}`, { headers: { 'content-type': 'text/event-stream; charset=utf-8' } });
}

/** A stream that breaks in the middle of a message. */
function broken(text: string): Response {
  const parts = [new TextEncoder().encode(`${text}id: 99\ndata: {`)];
  const body = new ReadableStream({
    pull(controller) {
      const part = parts.shift();
      if (part === undefined) controller.error(new TypeError('terminated'));
      else controller.enqueue(part);
    },
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
}

const over = () => new Response(null, { status: 204 });
const read = (status: string, tag = '"1"') => json({ id: 'job_1', status }, 200, { etag: tag });
const page = (...numbers: number[]) =>
  json({ events: numbers.map((number) => event(number)), hasMore: false, waiting: null, writing: null });

const asked = (requests: Request[], header: string) => requests.map(({ headers }) => headers.get(header));
const numbers = (updates: JobUpdate[]) =>
  updates.flatMap((update) => (update.type === 'event' ? update.event.sequence : []));

/** A stream that sends one event, and then nothing. */
function endless(request: Request): Response {
  const body = new ReadableStream({
    start(stream_) {
      stream_.enqueue(new TextEncoder().encode(reported(1)));
      request.signal.addEventListener('abort', () => stream_.error(request.signal.reason));
    },
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
}

/** Time passes twenty times as fast, because pauses last seconds. */
let clock: NodeJS.Timeout;

beforeEach(() => {
  clock = setInterval(() => vi.advanceTimersByTime(100), 5);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});

afterEach(() => {
  vi.useRealTimers();
  clearInterval(clock);
});

describe('following a job', () => {
  test('continues where a stream broke', async () => {
    const { options, requests } = stubServer(
      broken(reported(1, 2)),
      new TypeError('terminated'),
      stream(reported(3)),
      over(),
    );
    const updates = await Array.fromAsync(openClient(options).followJob('prj_1', 'job_1'));
    expect(numbers(updates)).toEqual([1, 2, 3]);
    expect(asked(requests, 'last-event-id')).toEqual(['0', '2', '2', '3']);
  });

  test('reports what the model writes and why the job waits, and ignores unknown events', async () => {
    const text =
      'event: text\ndata: {"step":1,"offset":0,"text":"I look"}\n\nevent: waiting\ndata: null\n\nevent: later\ndata: {}\n\n';
    const { options } = stubServer(stream(`${text}${reported(1)}`), over());
    expect(await Array.fromAsync(openClient(options).followJob('prj_1', 'job_1'))).toEqual([
      { type: 'text', text: { step: 1, offset: 0, text: 'I look' } },
      { type: 'waiting', waiting: null },
      { type: 'event', event: event(1) },
    ]);
  });

  test('polls if streams do not work', async () => {
    const { options, requests } = stubServer(
      stream(''),
      stream(''),
      json({}),
      read('active'),
      page(1),
      new Response(null, { status: 304 }),
      page(2),
      read('completed', '"2"'),
      page(),
    );
    const updates = await Array.fromAsync(openClient(options).followJob('prj_1', 'job_1'));
    expect(numbers(updates)).toEqual([1, 2]);
    expect(asked(requests, 'if-none-match').slice(3)).toEqual([null, null, '"1"', null, '"1"', null]);
    expect(new URL(requests[8]?.url ?? '').search).toBe('?after=2');
  });

  test('ends with the error of a refusal', async () => {
    const { options } = stubServer(problem(403, 'insufficient_scope'));
    await expect(Array.fromAsync(openClient(options).followJob('prj_1', 'job_1'))).rejects.toMatchObject({
      code: 'insufficient_scope',
    });
  });

  test('ends when its signal aborts, in the middle of a stream', async () => {
    const controller = new AbortController();
    const { options } = stubServer(endless);
    const following = openClient(options).followJob('prj_1', 'job_1', { signal: controller.signal });
    expect((await following.next()).value).toMatchObject({ type: 'event' });
    controller.abort(new Error('enough'));
    await expect(following.next()).rejects.toThrow('enough');
  });
});

describe('waiting for a job', () => {
  test('returns the ended job, and reports its events', async () => {
    const { options } = stubServer(stream(reported(1, 2)), over(), read('failed'));
    const updates: JobUpdate[] = [];
    const job = await openClient(options).waitForJob('prj_1', 'job_1', { onUpdate: (update) => updates.push(update) });
    expect(job.status).toBe('failed');
    expect(numbers(updates)).toEqual([1, 2]);
  });

  test('continues when a message has made it active again', async () => {
    const { options, requests } = stubServer(
      stream(reported(1)),
      over(),
      read('active'),
      stream(reported(2)),
      over(),
      read('completed'),
    );
    expect((await openClient(options).waitForJob('prj_1', 'job_1')).status).toBe('completed');
    expect(asked(requests, 'last-event-id')).toEqual(['0', '1', null, '1', '2', null]);
  });
});
