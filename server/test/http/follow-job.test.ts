import { expect, test } from 'vitest';
import { appendEvents } from '../../src/jobs/events.ts';
import { startApi } from './support/api.ts';
import { rawConnection } from './support/raw.ts';

test('a client that leaves a stream unread is disconnected, and its place is free for another one', async () => {
  await using api = await startApi({ limits: { eventStreams: 1, streamUnreadMilliseconds: 100 } });
  const { id } = await api.newJob();
  const usage = { inputTokens: 1, outputTokens: 1, cachedInputTokens: null, cacheWriteTokens: null };
  // More than the buffers at both ends of a connection take.
  const events = Array.from({ length: 300 }, (_, index) => ({
    type: 'step' as const,
    data: { step: index + 1, messages: [], text: 'x'.repeat(100_000), tools: [], changedFiles: [], usage },
  }));
  await api.db.transaction().execute((transaction) => appendEvents(transaction, id, events));
  const path = `/v2/agent/${api.project.id}/job/${id}/events`;
  using connection = await rawConnection(api.port);
  const head = `Host: localhost\r\nAuthorization: Bearer ${api.adminKey}\r\nAccept: text/event-stream`;
  connection.send(`GET ${path} HTTP/1.1\r\n${head}\r\n\r\n`);
  await connection.until((text) => text.includes('event: message'));
  connection.socket.pause();
  const other = await api.newJob();
  const headers = { accept: 'text/event-stream', authorization: `Bearer ${api.adminKey}` };
  const address = `http://127.0.0.1:${api.port}${path.replace(id, other.id)}`;
  const leaving = new AbortController();
  const statusOf = async () => (await fetch(address, { headers, signal: leaving.signal })).status;
  await expect.poll(statusOf, { timeout: 20_000 }).toBe(200);
  leaving.abort();
});
