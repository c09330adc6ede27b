import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { tracker } from '../src/hono.ts';
import { type NodeBindings, serveFetch } from './support/fetch-server.ts';
import { optionsFor } from './support/options.ts';
import { openReceiver } from './support/receiver.ts';
import { expectTracked, missingPage, pages } from './support/tracked-site.ts';

type App = Hono<{ Bindings: NodeBindings }>;

function site(prepare: (app: App) => void = () => {}) {
  const app: App = new Hono();
  prepare(app);
  for (const [path, { type, body }] of Object.entries(pages)) {
    app.get(path, (context) => context.body(body, 200, { 'content-type': type }));
  }
  app.get('/broken', () => {
    throw new Error('a page that cannot be made');
  });
  app.onError((_, context) => context.text('broken', 500));
  app.notFound((context) => context.body(missingPage.body, 404, { 'content-type': missingPage.type }));
  return serveFetch(app.fetch);
}

test('a Hono site on Node is tracked', async () => {
  await using receiver = await openReceiver();
  const tracked = await site((app) => app.use(tracker(optionsFor(receiver))));
  const plain = await site();
  const views = await expectTracked({ tracked: tracked.url, plain: plain.url }, receiver);
  expect(views[0]?.ip).toBe('127.0.0.1');
  expect((await fetch(`${tracked.url}/broken`)).status).toBe(500);
  await Promise.all([tracked.close(), plain.close()]);
});

test('options can come from the environment, and with invalid ones the site continues without a tracker', async () => {
  const { url, close } = await site((app) =>
    app.use(
      tracker((env: NodeBindings) => ({
        url: 'https://desk.example.com',
        projectId: String(env.incoming.url),
        key: '',
      })),
    ),
  );
  expect(await (await fetch(`${url}/guide`)).text()).toBe(pages['/guide'].body);
  await close();
});
