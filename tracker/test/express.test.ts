import { createServer } from 'node:http';
import express, { Router } from 'express';
import { expect, test } from 'vitest';
import { tracker } from '../src/express.ts';
import { listen } from './support/listen.ts';
import { optionsFor } from './support/options.ts';
import { openReceiver } from './support/receiver.ts';
import { expectTracked, missingPage, pages } from './support/tracked-site.ts';

function site(middleware?: ReturnType<typeof tracker>) {
  const app = express();
  if (middleware !== undefined) app.use(middleware);
  for (const [path, { type, body }] of Object.entries(pages)) {
    app.get(path, (_, response) => void response.type(type).send(body));
  }
  app.use((_, response) => void response.status(404).type(missingPage.type).send(missingPage.body));
  return listen(createServer(app));
}

test('an Express site is tracked', async () => {
  await using receiver = await openReceiver();
  const reported: string[] = [];
  const tracked = await site(tracker(optionsFor(receiver, reported)));
  const plain = await site();
  const views = await expectTracked({ tracked: tracked.url, plain: plain.url }, receiver);
  expect(views[0]?.ip).toBe('127.0.0.1');
  expect(reported).toEqual([expect.stringContaining('views wait for')]);
  await Promise.all([tracked.close(), plain.close()]);
});

test('a tracker under a mounted path sends the whole path', async () => {
  await using receiver = await openReceiver();
  const track = tracker(optionsFor(receiver));
  const docs = Router();
  docs.use('/', track).get('/start', (_, response) => void response.type('html').send('<h1>Start</h1>'));
  const { url, close } = await listen(createServer(express().use('/docs', docs)));
  await fetch(`${url}/docs/start`);
  await expect.poll(() => track.counts().waiting).toBe(1);
  await track.flush();
  expect(receiver.views.map((view) => view.url)).toEqual([`${url}/docs/start`]);
  await close();
});
