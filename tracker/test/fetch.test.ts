import { expect, test } from 'vitest';
import { tracker } from '../src/fetch.ts';
import { type NodeBindings, serveFetch } from './support/fetch-server.ts';
import { optionsFor } from './support/options.ts';
import { openReceiver } from './support/receiver.ts';
import { expectTracked, missingPage, pages } from './support/tracked-site.ts';

function serve(request: Request): Response {
  const { pathname } = new URL(request.url);
  if (pathname === '/broken') throw new Error('a page that cannot be made');
  const page = Object.entries(pages).find(([path]) => path === pathname)?.[1];
  return new Response((page ?? missingPage).body, {
    status: page === undefined ? 404 : 200,
    headers: { 'content-type': (page ?? missingPage).type },
  });
}

const address = (_: Request, { incoming }: NodeBindings) => incoming.socket.remoteAddress;

test('a fetch-style handler is tracked', async () => {
  await using receiver = await openReceiver();
  const tracked = await serveFetch(tracker({ ...optionsFor(receiver), address }, serve));
  const plain = await serveFetch(serve);
  const views = await expectTracked({ tracked: tracked.url, plain: plain.url }, receiver);
  expect(views[0]?.ip).toBe('127.0.0.1');
  await Promise.all([tracked.close(), plain.close()]);
});

function noAddress(): never {
  throw new Error('no address');
}

test('an error of the handler is rethrown, and an error of the address option does not affect the site', async () => {
  const reported: string[] = [];
  const options = optionsFor({ url: 'http://127.0.0.1:9' }, reported);
  const tracked = tracker({ ...options, address: noAddress }, serve);
  await expect(tracked(new Request('http://site.example/broken'))).rejects.toThrow('a page that cannot be made');
  expect((await tracked(new Request('http://site.example/guide'))).status).toBe(200);
  expect(reported).toEqual(['Copydesk tracker: a view was lost by a fault of the tracker: Error: no address']);
  expect(tracked.counts()).toEqual({ sent: 0, dropped: 0, waiting: 0 });
});
