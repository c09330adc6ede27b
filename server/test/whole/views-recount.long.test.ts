import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { Random } from '../analytics/support/random.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { serveViews } from '../support/views-server.ts';
import type { ServedViews } from '../support/views-server.ts';
import { compare, rawFromOf } from './recount/compare.ts';
import { randomEvent } from './recount/events.ts';
import { sendEvents } from './recount/send.ts';

// A busy machine is slow.
vi.setConfig({ testTimeout: 240_000 });

const stack = new AsyncDisposableStack();
let served: ServedViews;

beforeAll(async () => {
  const folder = stack.use(await temporaryFolder());
  served = stack.use(await serveViews(path.join(folder.path, 'data')));
});
afterAll(async () => await stack.disposeAsync());

test('thirty thousand random events, some sent repeatedly, give the numbers of a simple recount in every query', async () => {
  const random = new Random(30_000);
  const now = new Date();
  const events = Array.from({ length: 30_000 }, () => randomEvent(random, now.getTime()));
  const views = await sendEvents(served.site, events, random);
  expect(views.length).toBeGreaterThan(25_000);
  const options = { random, questions: 150, rawFrom: rawFromOf(now, 25) };
  expect(await compare(served.site, views, options)).toEqual([]);
});

test('a restarted server returns the same numbers', async () => {
  const random = new Random(1_000);
  const now = new Date();
  const events = Array.from({ length: 1_000 }, () => randomEvent(random, now.getTime()));
  const { site } = await served.addProject('Second');
  const views = await sendEvents(site, events, random);
  await served.restart();
  expect(await compare(site, views, { random, questions: 40, rawFrom: rawFromOf(now, 25) })).toEqual([]);
});
