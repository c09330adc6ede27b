import fastify from 'fastify';
import { expect, test } from 'vitest';
import { tracker } from '../src/fastify.ts';
import type { TrackerOptions } from '../src/options.ts';
import { optionsFor } from './support/options.ts';
import { openReceiver } from './support/receiver.ts';
import { expectTracked, missingPage, pages } from './support/tracked-site.ts';

async function site(options?: TrackerOptions) {
  const app = fastify({ forceCloseConnections: true });
  if (options !== undefined) await app.register(tracker, options);
  // In a separate context, like the routes of most sites.
  await app.register(async (docs) => {
    for (const [path, { type, body }] of Object.entries(pages)) {
      docs.get(path, (_, reply) => reply.type(type).send(body));
    }
  });
  app.setNotFoundHandler((_, reply) => reply.code(404).type(missingPage.type).send(missingPage.body));
  return { url: await app.listen({ host: '127.0.0.1', port: 0 }), close: () => app.close() };
}

test('a Fastify site is tracked, in every context', async () => {
  await using receiver = await openReceiver();
  const tracked = await site(optionsFor(receiver));
  const plain = await site();
  const views = await expectTracked({ tracked: tracked.url, plain: plain.url }, receiver);
  expect(views[0]?.ip).toBe('127.0.0.1');
  await Promise.all([tracked.close(), plain.close()]);
});

test('closing the app sends the waiting views', async () => {
  await using receiver = await openReceiver();
  const app = await site(optionsFor(receiver));
  await fetch(`${app.url}/guide`);
  await app.close();
  expect(receiver.views.map((view) => view.url)).toEqual([`${app.url}/guide`]);
});

test('invalid options prevent the start of the app', async () => {
  const app = fastify();
  await expect(
    (async () => {
      await app.register(tracker, { ...optionsFor({ url: 'https://desk.example.com' }), key: '' });
    })(),
  ).rejects.toThrow('the option "key" is missing or not valid');
  await app.close();
});
