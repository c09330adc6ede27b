import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectProblem } from '../support/api.ts';
import { startCollector } from '../support/collector.ts';
import type { Collector } from '../support/collector.ts';

let collector: Collector;
beforeAll(async () => {
  collector = await startCollector();
});
afterAll(async () => await collector[Symbol.asyncDispose]());

const type = { 'content-type': 'application/json' };

test('a server may send 8 MiB, and not one byte more', async () => {
  const body = '{"path":"/a"}'.padEnd(8 * 1024 * 1024, ' ');
  expect((await collector.api.send('POST', collector.path, { body, headers: type })).status).toBe(202);
  expectProblem(
    await collector.api.send('POST', collector.path, { body: `${body} `, headers: type }),
    'payload_too_large',
  );
});

test('a browser may send 256 KiB, and not one byte more', async () => {
  const body = '{"path":"/a"}'.padEnd(256 * 1024, ' ');
  expect((await collector.sendFromBrowser(body)).status).toBe(202);
  expectProblem(await collector.sendFromBrowser(`${body} `), 'payload_too_large');
});

test('refused requests are counted', async () => {
  await expect.poll(async () => await collector.health()).toMatchObject({ 'refused:payload_too_large': 2 });
});
