import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectProblem } from '../support/api.ts';
import { startCollector } from '../support/collector.ts';
import type { Collector } from '../support/collector.ts';
import { badJson } from '../support/prompt-cases.ts';

let collector: Collector;
beforeAll(async () => {
  collector = await startCollector();
});
afterAll(async () => await collector[Symbol.asyncDispose]());

const good = { path: '/good' };

/** What is wrong with one event, and the pointer to it. */
const badEvents: [string, object, string][] = [
  ['neither url nor path', {}, '/url'],
  ['nulls for both', { url: null, path: null }, '/url'],
  ['an id that is none', { ...good, id: 'x' }, '/id'],
  ['an id with braces', { ...good, id: '{0189d2c4-5b2f-7c3a-9d3e-0123456789ab}' }, '/id'],
  ['a number for an id', { ...good, id: 7 }, '/id'],
  ['a number for a path', { path: 7 }, '/path'],
  ['an object for a url', { url: {} }, '/url'],
  ['a date without a time zone that is no date', { ...good, timestamp: 'yesterday' }, '/timestamp'],
  ['a day that is on no calendar', { ...good, timestamp: '2026-02-30' }, '/timestamp'],
  ['a moment beyond all calendars', { ...good, timestamp: 8.64e15 + 1 }, '/timestamp'],
  ['a boolean for a timestamp', { ...good, timestamp: true }, '/timestamp'],
  ['a text for a status', { ...good, status: '200' }, '/status'],
  ['a status that is none', { ...good, status: 99 }, '/status'],
  ['a status above all', { ...good, status: 600 }, '/status'],
  ['half a status', { ...good, status: 200.5 }, '/status'],
  ['a list for headers', { ...good, headers: [] }, '/headers'],
  ['a number in a header', { ...good, headers: { accept: 7 } }, '/headers/accept'],
  ['a user agent of 8,193 characters', { ...good, userAgent: 'x'.repeat(8_193) }, '/userAgent'],
  ['an address of 201 characters', { ...good, ip: 'x'.repeat(201) }, '/ip'],
  ['a number for a referrer', { ...good, referrer: 1 }, '/referrer'],
];

describe.each([
  ['with a key', async (body: object) => await collector.sendWithKey(body)],
  ['from a browser', async (body: object) => await collector.sendFromBrowser(body)],
])('%s', (_name, send) => {
  test.each(badEvents)('%s', async (_what, event, pointer) => {
    const alone = expectProblem(await send(event), 'invalid_request');
    expect(alone.errors.map((error) => error.pointer)).toEqual([pointer]);
    expect(alone.errors[0]?.detail).not.toMatch(/^Invalid/);
    const inBatch = expectProblem(await send([good, event, good]), 'invalid_request');
    expect(inBatch.errors.map((error) => error.pointer)).toEqual([`/1${pointer}`]);
  });
});

test.each([
  ['null', 'null', ''],
  ['a text', '"x"', ''],
  ['a number', '7', ''],
  ['a list of texts', '["x"]', '/0'],
  ['a list in a list', '[[]]', '/0'],
])('%s is not a valid event', async (_what, body, pointer) => {
  const problem = expectProblem(await collector.sendFromBrowser(body), 'invalid_request');
  expect(problem.errors.map((error) => error.pointer)).toEqual([pointer]);
});

test('a browser’s body is limited in depth and values before it is parsed, and a server’s body is not', async () => {
  const headers = { nested: [[[[[[[[[1]]]]]]]]] };
  expect((await collector.sendFromBrowser({ ...good, ...headers })).status).toBe(400);
  expect((await collector.sendWithKey({ ...good, ...headers })).status).toBe(202);
});

test('1,001 events are too many', async () => {
  const events = Array.from({ length: 1_001 }, () => good);
  const problem = expectProblem(await collector.sendWithKey(events), 'invalid_request');
  expect(problem.errors).toEqual([{ pointer: '', detail: 'must have at most 1,000 entries' }]);
});

test('twenty of a thousand errors are reported, with the number of the others', async () => {
  const events = Array.from({ length: 1_000 }, () => ({ path: 7 }));
  const problem = expectProblem(await collector.sendWithKey(events), 'invalid_request');
  expect(problem.errors).toHaveLength(20);
  expect(problem.detail).toContain('There are 980 more errors.');
});

test.each(badJson)('%s is not valid JSON', async (_what, body) => {
  const headers = { 'content-type': 'application/json' };
  expectProblem(await collector.api.send('POST', collector.path, { body, headers }), 'invalid_json');
});

test('a refused batch counts no view, but the refusal is counted', async () => {
  await using fresh = await startCollector();
  const ancient = { path: '/never', timestamp: 1 };
  await fresh.sendWithKey([{ path: '/never' }, ancient, { path: 7 }]);
  await fresh.sendWithKey([good]);
  await expect.poll(async () => await fresh.health()).toEqual({ accepted: 1, 'refused:invalid_request': 1 });
  expect(await fresh.views()).toEqual(['/good bot']);
});
