import { createServer, type RequestListener } from 'node:http';
import { expect, test } from 'vitest';
import { tracker } from '../src/http.ts';
import { listen } from './support/listen.ts';
import { optionsFor } from './support/options.ts';
import { openReceiver } from './support/receiver.ts';
import { expectTracked, missingPage, pages } from './support/tracked-site.ts';

/** Passes headers only to `writeHead`, as many small servers do. */
const serve: RequestListener = (request, response) => {
  const path = (request.url ?? '/').replace(/\?.*/, '');
  const page = Object.entries(pages).find(([name]) => name === path)?.[1];
  response.writeHead(page === undefined ? 404 : 200, { 'Content-Type': (page ?? missingPage).type });
  response.end((page ?? missingPage).body);
};

test('a bare node:http site is tracked', async () => {
  await using receiver = await openReceiver();
  const track = tracker(optionsFor(receiver));
  const tracked = await listen(
    createServer((request, response) => {
      track(request, response);
      serve(request, response);
    }),
  );
  const plain = await listen(createServer(serve));
  const views = await expectTracked({ tracked: tracked.url, plain: plain.url }, receiver);
  expect(views[0]?.ip).toBe('127.0.0.1');
  await Promise.all([tracked.close(), plain.close()]);
});

const cutOrServe: RequestListener = (request, response) => {
  if (request.url === '/cut') request.socket.destroy();
  else serve(request, response);
};

test('a listener that was added works too, and a reply that the reader aborted is not a view', async () => {
  await using receiver = await openReceiver();
  const track = tracker(optionsFor(receiver));
  const { url, close } = await listen(createServer(cutOrServe).on('request', track));
  await expect(fetch(`${url}/cut`)).rejects.toThrow('fetch failed');
  await fetch(`${url}/guide`);
  await expect.poll(() => track.counts().waiting).toBe(1);
  await track.flush();
  expect(receiver.views.map((view) => view.url)).toEqual([`${url}/guide`]);
  await close();
});
