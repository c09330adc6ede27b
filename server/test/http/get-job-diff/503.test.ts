import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { expectProblem, startApi } from '../support/api.ts';

/** More than the system buffers for a connection. */
const patch = 'x'.repeat(24 * 1024 * 1024);
const file = {
  path: 'a.md',
  oldPath: null,
  change: 'modified' as const,
  binary: false,
  additions: 1,
  deletions: 0,
  patch,
};

test('the bytes of replies that clients do not read are bounded', async () => {
  await using api = await startApi({
    readDiff: async () => ({ baseCommit: 'a'.repeat(40), headCommit: null, additions: 1, deletions: 0, files: [file] }),
    limits: { replyBytesUnread: 36 * 1024 * 1024, shareOfOne: 1 },
  });
  const { id } = await api.newJob();
  const path = `/v2/agent/${api.project.id}/job/${id}/diff`;
  expect((await api.send('GET', path)).status).toBe(200);
  const socket = connect(api.port, '127.0.0.1');
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${api.adminKey}\r\n\r\n`);
  // Its response has begun, and is not read.
  await once(socket, 'readable');
  const refused = await api.send('GET', path);
  expectProblem(refused, 'overloaded');
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  // Small responses still arrive, once the refused one is gone.
  await expect.poll(async () => (await api.send('GET', `/v2/agent/${api.project.id}/job/${id}`)).status).toBe(200);
  socket.resume();
  await expect.poll(async () => (await api.send('GET', path)).status, { timeout: 30_000 }).toBe(200);
  socket.destroy();
});

test('a large reply waits for the others being made, and small ones do not', async () => {
  const making = Promise.withResolvers<void>();
  let begun = 0;
  await using api = await startApi({
    async readDiff() {
      begun += 1;
      await making.promise;
      return { baseCommit: null, headCommit: null, additions: 0, deletions: 0, files: [] };
    },
    limits: { largeAnswers: 2, largeAnswersOfOne: 1, largeAnswerWaitMilliseconds: 100 },
  });
  const { id } = await api.newJob();
  const path = `/v2/agent/${api.project.id}/job/${id}`;
  const first = api.send('GET', `${path}/diff`);
  await expect.poll(() => begun).toBe(1);
  expectProblem(await api.send('GET', `${path}/diff`), 'overloaded');
  expectProblem(await api.send('GET', `${path}/events`), 'overloaded');
  expect((await api.send('GET', path)).status).toBe(200);
  // Another key has its own share.
  expect((await api.send('GET', `${path}/events`, { key: await api.newKey() })).status).toBe(200);
  making.resolve();
  expect((await first).status).toBe(200);
  expect((await api.send('GET', `${path}/events`)).status).toBe(200);
});
