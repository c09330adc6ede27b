import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { openTracker } from '../../src/tracker.ts';
import { asked } from '../support/asked.ts';
import { optionsFor, projectId, key } from '../support/options.ts';
import { openReceiver } from '../support/receiver.ts';

/** Runs a process that serves one page and has nothing else to do. */
async function runSite(url: string): Promise<{ stderr: string }> {
  const tracker = JSON.stringify(fileURLToPath(new URL('../../src/tracker.ts', import.meta.url)));
  const script = `
    import { openTracker } from ${tracker};
    const tracker = openTracker(${JSON.stringify({ url, projectId, key })});
    const header = () => undefined;
    const answered = tracker.asked(() => ({ method: 'GET', protocol: 'http', host: 'a.example', target: '/guide', header }));
    answered({ status: 200, contentType: 'text/html' });
  `;
  return promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], { timeout: 30_000 });
}

test('a process sends the waiting views before it ends', async () => {
  await using receiver = await openReceiver();
  await runSite(receiver.url);
  expect(receiver.views.map(({ url }) => url)).toEqual(['http://a.example/guide']);
});

test('a process ends with one warning if Copydesk is unreachable', async () => {
  const receiver = await openReceiver();
  await receiver[Symbol.asyncDispose]();
  const { stderr } = await runSite(receiver.url);
  expect(stderr.match(/Copydesk tracker: views wait for .*ECONNREFUSED/g)).toHaveLength(1);
});

test('all views reach a slowly starting server, each once', async () => {
  await using receiver = await openReceiver();
  receiver.answer = { status: 503, headers: { 'retry-after': '1' } };
  const reported: string[] = [];
  const tracker = openTracker(optionsFor(receiver, reported));
  for (let count = 0; count < 2_500; count += 1) {
    tracker.asked(() => asked({ target: `/page/${count}` }))?.({ status: 200, contentType: 'text/html' });
  }
  await expect.poll(() => receiver.requests.length).toBeGreaterThan(0);
  receiver.answer = { status: 202 };
  await expect.poll(() => tracker.counts().waiting, { timeout: 20_000 }).toBe(0);
  expect(new Set(receiver.views.map(({ url }) => url)).size).toBe(2_500);
  expect(receiver.views.length).toBe(2_500);
  expect(tracker.counts()).toEqual({ sent: 2_500, dropped: 0, waiting: 0 });
  expect(reported).toHaveLength(1);
});
