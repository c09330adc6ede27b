import { afterAll, beforeAll, expect, test } from 'vitest';
import { deliver } from '../support/delivered.ts';
import { startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';

let api: TestApi;
beforeAll(async () => (api = await startApi()));
afterAll(async () => await api[Symbol.asyncDispose]());

const pathOfReport = (query = '') => `/v1/reports/${api.project.id}${query}`;

test('reports the last week by default', async () => {
  const reply = await api.send('GET', pathOfReport());
  expect(reply).toMatchObject({ status: 200, json: { period: 'week', isComplete: true, work: { costUsd: 0 } } });
});

test('reports the week of a given day, with its merged changes', async () => {
  const { id } = await api.newJob();
  await deliver(api.db, id, 'merged');
  const reply = await api.send('GET', pathOfReport('?date=2026-01-11'));
  expect(reply.json).toMatchObject({
    from: '2026-01-05T00:00:00.000Z',
    to: '2026-01-12T00:00:00.000Z',
    before: { from: '2025-12-29T00:00:00.000Z' },
    work: { merged: [{ job: id, title: 'A change' }], mergedInAll: 1 },
  });
  const month = await api.send('GET', pathOfReport('?period=month&date=2026-01-31'));
  expect(month.json).toMatchObject({ period: 'month', to: '2026-02-01T00:00:00.000Z', work: { mergedInAll: 1 } });
});

test('returns Markdown on request', async () => {
  const reply = await api.send('GET', pathOfReport('?date=2026-01-11'), { headers: { accept: 'text/markdown' } });
  expect(reply.status).toBe(200);
  expect(reply.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
  expect(reply.headers.get('vary')).toContain('Accept');
  expect(reply.text).toMatch(/^# .+: week of 5 January 2026\n\n/);
  const json = await api.send('GET', pathOfReport(), { headers: { accept: 'application/json, text/markdown;q=0.5' } });
  expect(json.headers.get('content-type')).toMatch(/^application\/json/);
});

test('a key that may not read jobs gets only views', async () => {
  const key = await api.newKey({ scopes: ['analytics:read'] });
  expect((await api.send('GET', pathOfReport(), { key })).json).toMatchObject({ human: { views: 0 }, work: null });
});
