import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { readOptions } from '../../src/options.ts';
import { openSender } from '../../src/send/sender.ts';
import { optionsFor } from '../support/options.ts';
import { type Scripted, scriptedFetch } from '../support/scripted-server.ts';
import { view } from '../support/view.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-21T00:00:00Z') });
});

afterEach(() => {
  vi.useRealTimers();
});

const settings = readOptions(optionsFor({ url: 'https://desk.example.com' }));

/** With a random number of 0, no wait is shortened. */
const outside = { now: () => Date.now(), random: () => 0 };

const hanging: typeof fetch = () => new Promise(() => {});

function open(...answers: Scripted[]) {
  const reported: string[] = [];
  const { fetch, batches } = scriptedFetch(...answers);
  const onError = (error: Error) => void reported.push(error.message);
  return { ...openSender({ ...settings, onError }, { ...outside, fetch }), reported, batches };
}

/** Opens a sender with the work that requests were asked to keep alive. */
function openEdge(...answers: Scripted[]) {
  const kept: Promise<void>[] = [];
  return { ...open(...answers), kept, waitUntil: (work: Promise<void>) => kept.push(work) };
}

const later = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

describe('a long-running process', () => {
  test('collects views for two seconds, and sends them together', async () => {
    const { add, batches, counts } = open();
    add(view('/a'));
    await later(1_999);
    add(view('/b'));
    expect(batches).toEqual([]);
    await later(1);
    expect(batches).toEqual([['/a', '/b']]);
    expect(counts()).toEqual({ sent: 2, dropped: 0, waiting: 0 });
    add(view('/c'));
    await later(2_000);
    expect(batches.slice(1)).toEqual([['/c']]);
  });

  test('sends a full batch at once, and never more than 1,000 views', async () => {
    const { add, batches } = open();
    for (let count = 0; count < 2_500; count += 1) add(view());
    await later(0);
    expect(batches.map((batch) => batch.length)).toEqual([1_000, 1_000]);
    await later(2_000);
    expect(batches.map((batch) => batch.length)).toEqual([1_000, 1_000, 500]);
  });

  test('retries after 1, 2, 4 … seconds, reports once, and reports a later failure again', async () => {
    const away = new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED 127.0.0.1:80') });
    const { add, batches, reported } = open(away, { status: 503 }, { status: 500 }, { status: 202 }, away);
    add(view('/a'));
    await later(2_000);
    expect(batches.length).toBe(1);
    await later(1_000);
    expect(batches.length).toBe(2);
    await later(2_000);
    expect(batches.length).toBe(3);
    add(view('/b'));
    await later(4_000);
    expect(batches.at(-1)).toEqual(['/a', '/b']);
    expect(reported).toEqual([expect.stringContaining('cannot be reached (connect ECONNREFUSED 127.0.0.1:80)')]);
    add(view('/c'));
    await later(2_000);
    expect(reported.length).toBe(2);
  });

  test.each([
    ['30', 30_000],
    ['Sat, 21 Nov 2026 00:01:02 GMT', 60_000],
    ['999999', 3_600_000],
    ['soon', 1_000],
  ])('waits for the pause of Retry-After: %s, up to an hour', async (header, wait) => {
    const { add, batches } = open({ status: 429, headers: { 'retry-after': header } }, { status: 202 });
    add(view());
    await later(2_000);
    await later(wait - 1);
    expect(batches.length).toBe(1);
    await later(1);
    expect(batches.length).toBe(2);
  });

  test('drops views that the server refuses, and reports its reason', async () => {
    const body = '{"status":400,"detail":"The body has \\"views\\" that are none"}';
    const { add, batches, reported, counts } = open({ status: 400, body }, { status: 202 });
    add(view('/a'));
    await later(2_000);
    expect(reported).toEqual([
      'Copydesk tracker: 1 view will not be counted by https://desk.example.com/v1/collect/prj_0123456789abcdefghijkl: it answered 400: "The body has \\"views\\" that are none".',
    ]);
    add(view('/b'));
    await later(2_000);
    expect(batches).toEqual([['/a'], ['/b']]);
    expect(counts()).toEqual({ sent: 1, dropped: 1, waiting: 0 });
  });

  test.each([401, 403, 404, 302, 200])('waits for a minute after %i, and loses no view', async (status) => {
    const { add, batches, reported, counts } = open({ status }, { status }, { status: 202 });
    add(view('/a'));
    await later(2_000 + 59_999);
    expect(batches.length).toBe(1);
    await later(1);
    expect(batches.length).toBe(2);
    await later(60_000);
    expect(batches.length).toBe(3);
    expect(counts()).toEqual({ sent: 1, dropped: 0, waiting: 0 });
    expect(reported).toEqual([expect.stringContaining(`it answered ${status}. Check url, projectId and key`)]);
  });

  test('halves a batch that is too large', async () => {
    const { add, batches } = open({ status: 413 }, { status: 413 }, { status: 202 });
    for (const path of ['/a', '/b', '/c', '/d']) add(view(path));
    await later(20_000);
    expect(batches.map((batch) => batch.join(''))).toEqual(['/a/b/c/d', '/a/b', '/a', '/b', '/c', '/d']);
  });

  test('counts the views that a full queue refused', async () => {
    const { add, reported, counts } = open(new Error('away'));
    for (let count = 0; count < 10_100; count += 1) add(view());
    expect(counts()).toEqual({ sent: 0, dropped: 100, waiting: 10_000 });
    expect(reported).toEqual([expect.stringContaining('the newest views are not counted, since 10000 wait')]);
  });

  test('flush sends all waiting views, and ends after a failed attempt or a timeout', async () => {
    const { add, flush, batches } = open({ status: 202 }, { status: 202 }, { status: 503 });
    for (let count = 0; count < 1_500; count += 1) add(view());
    await flush();
    expect(batches.map((batch) => batch.length)).toEqual([1_000, 500]);
    add(view('/late'));
    await flush();
    expect(batches.at(-1)).toEqual(['/late']);

    const sender = openSender(settings, { ...outside, fetch: hanging });
    sender.add(view());
    const flushed = sender.flush(100);
    await later(100);
    await flushed;
    expect(sender.counts().waiting).toBe(1);
  });

  test.each([
    () => {
      throw new Error('a fault of the site');
    },
    async () => {
      throw new Error('a fault of the site');
    },
  ])('an error in onError is caught', async (onError) => {
    const { fetch } = scriptedFetch({ status: 400 });
    const { add, counts } = openSender({ ...settings, onError }, { ...outside, fetch });
    add(view());
    await later(2_000);
    expect(counts().dropped).toBe(1);
  });
});

describe('an edge runtime', () => {
  test('collects the views of several requests in one of them', async () => {
    const { add, waitUntil, kept, batches } = openEdge();
    add(view('/a'), waitUntil);
    await later(1_000);
    add(view('/b'), waitUntil);
    await later(1_000);
    expect(batches).toEqual([['/a', '/b']]);
    expect(kept.length).toBe(1);
    await kept[0];
    add(view('/c'), waitUntil);
    expect(kept.length).toBe(2);
  });

  test('gives up within the time that the runtime allows, and continues with the next request', async () => {
    const { add, waitUntil, kept, counts, batches } = openEdge(...Array.from({ length: 5 }, () => ({ status: 503 })), {
      status: 202,
    });
    add(view('/a'), waitUntil);
    await later(25_000);
    await kept[0];
    expect(counts()).toEqual({ sent: 0, dropped: 0, waiting: 1 });
    add(view('/too-soon'), waitUntil);
    expect(kept.length).toBe(1);
    // The fifth wait lasts 16 seconds, and began with the fifth attempt, 17 seconds after the start.
    await later(8_000);
    add(view('/b'), waitUntil);
    await later(2_000);
    expect(batches.at(-1)).toEqual(['/a', '/too-soon', '/b']);
    expect(counts()).toEqual({ sent: 3, dropped: 0, waiting: 0 });
  });

  test('sends one request per minute to a server that refuses the key', async () => {
    const { add, waitUntil, batches } = openEdge({ status: 401 });
    for (let second = 0; second < 120; second += 1) {
      add(view(), waitUntil);
      await later(1_000);
    }
    expect(batches.length).toBe(2);
  });

  test('continues with another request if the collecting one was ended', async () => {
    const { add } = openSender(settings, { ...outside, fetch: hanging });
    const kept: unknown[] = [];
    add(view('/a'), (work) => kept.push(work));
    await later(34_999);
    add(view('/b'), (work) => kept.push(work));
    expect(kept.length).toBe(1);
    await later(1);
    add(view('/c'), (work) => kept.push(work));
    expect(kept.length).toBe(2);
  });
});
