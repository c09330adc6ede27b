import { JobEvent, JobWaiting } from '@copydesk/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { archiveJob } from '../../../src/jobs/settle/archive.ts';
import { showPresence } from '../../../src/jobs/claim/presence.ts';
import { releaseJob } from '../../../src/jobs/claim/release.ts';
import { claim } from '../../jobs/support.ts';
import { startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { rawConnection } from '../support/raw.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi({ limits: { heartbeatMilliseconds: 60_000, eventStreams: 50 } });
});
afterAll(async () => await api[Symbol.asyncDispose]());

test('sends recorded events, then each new one, and ends with the job', async () => {
  const { id } = await api.newJob({ prompt: 'one' });
  const stream = await openStream(id);
  expect(stream.headers.get('content-type')).toBe('text/event-stream');
  expect(stream.headers.get('cache-control')).toBe('no-store');
  expect(await stream.next()).toMatchObject({ sequence: 1, data: { prompt: 'one' } });
  await message(id, 'two\r\nlines');
  expect(await stream.next()).toMatchObject({ sequence: 2, data: { prompt: 'two\r\nlines' } });
  await archiveJob(api.db, { projectId: api.project.id, jobId: id, by: 'person' });
  expect(await stream.next()).toMatchObject({ sequence: 3, type: 'archived' });
  expect(await stream.next()).toBeUndefined();
});

test('begins after Last-Event-ID, which takes precedence over the query', async () => {
  const { id } = await api.newJob();
  await message(id, 'two');
  await message(id, 'three');
  const stream = await openStream(id, '?after=1', { 'last-event-id': '2' });
  expect(await stream.next()).toMatchObject({ sequence: 3 });
  await stream.close();
  const other = await openStream(id, '?after=1');
  expect(await other.next()).toMatchObject({ sequence: 2 });
  await other.close();
});

test('sends each event to all streams of its job, and to no stream of another job', async () => {
  const [job, other] = [await api.newJob(), await api.newJob()];
  const streams = await Promise.all(Array.from({ length: 10 }, async () => await openStream(job.id)));
  const elsewhere = await openStream(other.id);
  await elsewhere.next();
  for (const stream of streams) await stream.next();
  await message(job.id, 'two');
  for (const stream of streams) expect(await stream.next()).toMatchObject({ sequence: 2 });
  await archiveJob(api.db, { projectId: api.project.id, jobId: other.id, by: 'person' });
  expect(await elsewhere.next()).toMatchObject({ type: 'archived' });
  await Promise.all(streams.map(async (stream) => await stream.close()));
});

test('ends when the key is revoked while it is open', async () => {
  const key = await api.newKey({ name: 'to be revoked' });
  const { id } = await api.newJob();
  const stream = await openStream(id, '', {}, key);
  await stream.next();
  await api.db.updateTable('api_key').set({ revoked_at: new Date() }).where('name', '=', 'to be revoked').execute();
  await message(id, 'secret');
  expect(await stream.next()).toBeUndefined();
});

test('reports why the job waits, and when it no longer waits, in events without an id', async () => {
  await using quick = await startApi({ limits: { waitingMilliseconds: 10 } });
  await showPresence(quick.db, 'wrk_test');
  const { id } = await quick.newJob();
  const stream = await openStream(id, '', {}, quick.adminKey, quick);
  expect(await stream.nextWaiting()).toMatchObject({ reason: 'queued', ahead: 0, until: null });
  const { lease } = await claim(quick.db);
  expect(await stream.nextWaiting()).toBeNull();
  const because = { code: 'storage_full', detail: 'The disk is full.', toldSeconds: 0 } as const;
  await releaseJob(quick.db, lease, { afterSeconds: 600, counts: 'retry', because });
  expect(await stream.nextWaiting()).toMatchObject({ reason: 'put_off', detail: 'The disk is full.' });
  await quick.send('POST', `/v2/agent/${quick.project.id}/job/${id}/archive`);
  expect(await stream.next()).toMatchObject({ type: 'archived' });
  expect(await stream.next()).toBeUndefined();
});

test('sends heartbeats while nothing happens', async () => {
  await using quick = await startApi({ limits: { heartbeatMilliseconds: 20 } });
  const { id } = await quick.newJob();
  const path = `/v2/agent/${quick.project.id}/job/${id}`;
  using connection = await rawConnection(quick.port);
  connection.send(
    `GET ${path}/events HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${quick.adminKey}\r\n` +
      'Accept: text/event-stream\r\n\r\n',
  );
  await connection.until((text) => text.split(': alive\n\n').length > 3);
  await quick.send('POST', `${path}/archive`);
  expect(await connection.until((text) => text.includes('event: archived'))).toContain('event: message');
});

test('is refused when too many are open, and accepted when one has closed', async () => {
  await using small = await startApi({ limits: { eventStreams: 1 } });
  const { id } = await small.newJob();
  const path = `/v2/agent/${small.project.id}/job/${id}/events`;
  const headers = { accept: 'text/event-stream', authorization: `Bearer ${small.adminKey}` };
  const leaving = new AbortController();
  await fetch(`http://127.0.0.1:${small.port}${path}`, { headers, signal: leaving.signal });
  const refused = await small.send('GET', path, { headers });
  expect(refused.json).toMatchObject({ status: 503, code: 'overloaded' });
  expect((await small.send('GET', path)).status).toBe(200);
  leaving.abort();
  await small.send('POST', path.replace('events', 'archive'));
  await expect.poll(async () => (await small.send('GET', path, { headers })).status).toBe(200);
});

test('is refused for a key that has too many open, and for no other', async () => {
  await using small = await startApi({ limits: { eventStreamsOfOneCaller: 1 } });
  const { id } = await small.newJob();
  const path = `/v2/agent/${small.project.id}/job/${id}/events`;
  const streamStatus = async (key: string, signal: AbortSignal) => {
    const headers = { accept: 'text/event-stream', authorization: `Bearer ${key}` };
    return (await fetch(`http://127.0.0.1:${small.port}${path}`, { headers, signal })).status;
  };
  const leaving = new AbortController();
  expect(await streamStatus(small.adminKey, leaving.signal)).toBe(200);
  const refused = await small.send('GET', path, { headers: { accept: 'text/event-stream' } });
  expect(refused.json).toMatchObject({
    status: 503,
    code: 'overloaded',
    detail: expect.stringMatching(/person or API key has 1/),
  });
  expect(await streamStatus(await small.newKey(), leaving.signal)).toBe(200);
  leaving.abort();
  await expect.poll(async () => await streamStatus(small.adminKey, new AbortController().signal)).toBe(200);
});

test('ends when the server closes', async () => {
  const closing = await startApi();
  const { id } = await closing.newJob();
  using connection = await rawConnection(closing.port);
  connection.send(
    `GET /v2/agent/${closing.project.id}/job/${id}/events HTTP/1.1\r\nHost: localhost\r\n` +
      `Authorization: Bearer ${closing.adminKey}\r\nAccept: text/event-stream\r\n\r\n`,
  );
  await connection.until((text) => text.includes('event: message'));
  await closing[Symbol.asyncDispose]();
  // The last chunk has arrived: the stream ended normally and did not break.
  expect(await connection.until((text) => text.endsWith('\r\n0\r\n\r\n'))).not.toContain('event: archived');
});

async function message(id: string, prompt: string): Promise<void> {
  await api.send('POST', `/v2/agent/${api.project.id}/job/${id}/message`, { body: { prompt } });
}

async function openStream(id: string, query = '', headers: Record<string, string> = {}, key = api.adminKey, of = api) {
  const response = await fetch(`http://127.0.0.1:${of.port}/v2/agent/${of.project.id}/job/${id}/events${query}`, {
    headers: { accept: 'text/event-stream', authorization: `Bearer ${key}`, ...headers },
  });
  expect(response.status).toBe(200);
  if (response.body === null) throw new Error('The stream has no body');
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  /** Returns the next block with data; undefined at the end. */
  const block = async (): Promise<string | undefined> => {
    while (!/^data: .*\n\n/m.test(text)) {
      const { value, done } = await reader.read();
      if (done) return undefined;
      text += value;
    }
    const end = text.indexOf('\n\n', text.search(/^data: /m)) + 2;
    const found = text.slice(0, end);
    text = text.slice(end);
    return found;
  };
  return {
    headers: response.headers,
    close: async () => await reader.cancel(),
    /** Returns the next event of the transcript; undefined at the end. */
    async next(): Promise<JobEvent | undefined> {
      let found = await block();
      while (found !== undefined && isWaiting(found)) found = await block();
      if (found === undefined) return undefined;
      const event = JobEvent.parse(dataOf(found));
      expect(found).toContain(`id: ${event.sequence}\nevent: ${event.type}\n`);
      return event;
    },
    /** Returns the content of the next event of the type `waiting`. */
    async nextWaiting(): Promise<JobWaiting | null | undefined> {
      let found = await block();
      while (found !== undefined && !isWaiting(found)) found = await block();
      if (found === undefined) return undefined;
      expect(found).not.toMatch(/^id:/m);
      return JobWaiting.nullable().parse(dataOf(found));
    },
  };
}

function dataOf(block: string): unknown {
  return JSON.parse(/^data: (.*)$/m.exec(block)?.[1] ?? '');
}

function isWaiting(block: string): boolean {
  return /^event: waiting$/m.test(block);
}
