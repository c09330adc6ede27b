import { once } from 'node:events';
import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { startApi } from '../support/api.ts';
import { rawConnection } from '../support/raw.ts';

const emptyDiff = { baseCommit: null, headCommit: null, additions: 0, deletions: 0, files: [] };

test('requests in progress are answered, and later ones on open connections are refused with 503', async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const { promise: entered, resolve: enter } = Promise.withResolvers<void>();
  const api = await startApi({
    readDiff: async () => {
      enter();
      await held;
      return emptyDiff;
    },
  });
  const { id } = await api.newJob();
  const head = `HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${api.adminKey}\r\n\r\n`;
  using silent = await rawConnection(api.port);
  const accepted = once(api.app.server, 'connection');
  using busy = await rawConnection(api.port);
  const [atServer]: Socket[] = await accepted;
  busy.send(`GET /v2/agent/${api.project.id}/job/${id}/diff ${head}`);
  await entered;
  const closed = api[Symbol.asyncDispose]();
  await silent.closed;
  busy.send(`GET /v2/agent/${api.project.id}/jobs ${head}`);
  await expect.poll(() => atServer?.bytesRead).toBe(busy.socket.bytesWritten);
  release();
  expect((await busy.reply()).status).toBe(200);
  expect(await busy.reply()).toMatchObject({ status: 503, headers: { connection: 'close' } });
  await busy.closed;
  await closed;
});

test('requests that do not end in time are aborted', async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const { promise: entered, resolve: enter } = Promise.withResolvers<void>();
  const api = await startApi({
    limits: { closeTimeoutMilliseconds: 50 },
    readDiff: async () => {
      enter();
      await held;
      return emptyDiff;
    },
  });
  const { id } = await api.newJob();
  using stuck = await rawConnection(api.port);
  stuck.send(
    `GET /v2/agent/${api.project.id}/job/${id}/diff HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${api.adminKey}\r\n\r\n`,
  );
  await entered;
  await api[Symbol.asyncDispose]();
  await stuck.closed;
  await expect(stuck.reply()).rejects.toThrow('The connection was closed');
  release();
});
