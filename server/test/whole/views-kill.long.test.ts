import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { PageViews } from '@copydesk/contract';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { serveViews } from '../support/views-server.ts';
import type { ServedViews } from '../support/views-server.ts';
import { databaseProcesses, signal } from './kill/database-processes.ts';
import { startReader, sumOf } from './kill/reader.ts';
import { startSenders } from './kill/senders.ts';

// A busy machine is slow.
vi.setConfig({ testTimeout: 240_000 });

const stack = new AsyncDisposableStack();
let dataDirectory: string;
let served: ServedViews;

beforeAll(async () => {
  const folder = stack.use(await temporaryFolder());
  dataDirectory = path.join(folder.path, 'data');
  served = stack.use(await serveViews(dataDirectory));
});
afterAll(async () => await stack.disposeAsync());

const refusals = new Set(['503', 'broken connection']);

/**
 * Runs while seven clients send and one reads. Expects that everything acknowledged is then counted once, and nothing
 * else. Expects that meanwhile clients without service get an error that says so: no response is 500, and nothing
 * acknowledged is missing.
 */
async function expectExactlyOnce(name: string, harm: () => Promise<void>): Promise<void> {
  const { url, projectId, token } = served.site;
  const senders = startSenders(
    { address: `${url}/v1/collect/${projectId}`, token },
    name,
    [1, 1, 1, 5, 100, 400, 1_000],
  );
  const reader = startReader({ address: `${url}/v1/analytics/${projectId}/views?path=/${name}/`, token }, senders);
  try {
    await harm();
    await setTimeout(300);
  } finally {
    await Promise.all([senders.stop(), reader.stop()]);
  }
  expect([...senders.falsehoods, ...reader.falsehoods]).toEqual([]);
  expect([...senders.refusals, ...reader.refusals].filter((reported) => !refusals.has(reported))).toEqual([]);
  expect(sumOf(senders.acknowledged)).toBeGreaterThan(1_000);
  expect(reader.read()).toBeGreaterThan(0);
  expect(await countedPages(`/${name}/`)).toEqual(senders.acknowledged);
}

async function countedPages(begin: string): Promise<Map<string, number>> {
  const { url, projectId, token } = served.site;
  const response = await fetch(`${url}/v1/analytics/${projectId}/views/export?path=${encodeURIComponent(begin)}`, {
    headers: { authorization: `Bearer ${token}`, accept: 'application/x-ndjson' },
  });
  const lines = (await response.text()).split('\n').slice(0, -1);
  return new Map(
    lines.map((line) => PageViews.parse(JSON.parse(line))).map(({ path: page, human }) => [page, human] as const),
  );
}

async function untilServing(): Promise<void> {
  // The server needs a moment to notice.
  await setTimeout(200);
  for (let attempt = 0; attempt < 300; attempt += 1) {
    const { status } = await fetch(`${served.site.url}/readyz`);
    if (status === 200) return;
    await setTimeout(100);
  }
  throw new Error('The server did not find its database again within 30 seconds');
}

const aWhile = async (): Promise<void> => await setTimeout(200 + Math.random() * 900);

test('a server that is killed repeatedly under load counts each acknowledged view once', async () => {
  await expectExactlyOnce('server', async () => {
    for (let kill = 0; kill < 3; kill += 1) {
      await aWhile();
      await served.restart('SIGKILL');
    }
  });
});

test('a database that is killed under load, as a whole or one process of it, keeps each acknowledged view', async () => {
  await expectExactlyOnce('database', async () => {
    for (let kill = 0; kill < 3; kill += 1) {
      await aWhile();
      const { first, children } = await databaseProcesses(dataDirectory);
      const one = children[Math.floor(Math.random() * children.length)];
      signal(kill % 2 === 0 ? first : (one ?? first), 'SIGKILL');
      await untilServing();
    }
  });
});

test('a stalled database loses no view and counts none twice', async () => {
  await expectExactlyOnce('still', async () => {
    for (let stop = 0; stop < 2; stop += 1) {
      await aWhile();
      const { first, children } = await databaseProcesses(dataDirectory);
      const all = [first, ...children];
      for (const id of all) signal(id, 'SIGSTOP');
      await setTimeout(500 + Math.random() * 1_500).finally(() => all.forEach((id) => signal(id, 'SIGCONT')));
    }
  });
});

test('no acknowledged view is lost when server and database are killed at the same moment', async () => {
  await expectExactlyOnce('both', async () => {
    await aWhile();
    const { first } = await databaseProcesses(dataDirectory);
    signal(first, 'SIGKILL');
    await served.restart('SIGKILL');
  });
});
