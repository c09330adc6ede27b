import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectProblem, pathOf, startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { everyTable } from '../support/endpoints.ts';

let api: TestApi;
let path: string;
beforeAll(async () => {
  api = await startApi({ quotas: { analyticsPerHour: 1 } });
  path = `/v1/analytics/${api.project.id}/views`;
});
afterAll(async () => await api[Symbol.asyncDispose]());

test.each([
  ['dateFrom=', 'dateFrom'],
  ['dateFrom', 'dateFrom'],
  ['dateFrom=today', 'dateFrom'],
  ['dateFrom=2026-02-30', 'dateFrom'],
  ['dateFrom=2026-1-1', 'dateFrom'],
  ['dateFrom=20260101', 'dateFrom'],
  ['dateFrom=1767225600', 'dateFrom'],
  ['dateFrom=2026-01-01T25:00:00Z', 'dateFrom'],
  ['dateFrom=2026-01-01T00:00:00Z%00', 'dateFrom'],
  ['dateFrom=2026-01-01&dateFrom=2026-01-01', 'dateFrom'],
  ['dateFrom=2026-01-02&dateTo=2026-01-01', 'dateFrom'],
  ['dateFrom=2026-01-01T00:00:00.001Z&dateTo=2026-01-01', 'dateFrom'],
  ['dateTo=', 'dateTo'],
  ['dateTo=2026-13-01', 'dateTo'],
  ['dateTo=2026-01-01&dateTo=2026-01-02', 'dateTo'],
  ['limit=', 'limit'],
  ['limit', 'limit'],
  ['limit=0', 'limit'],
  ['limit=251', 'limit'],
  ['limit=-1', 'limit'],
  ['limit=1.0', 'limit'],
  ['limit=1e1', 'limit'],
  ['limit=0x10', 'limit'],
  ['limit=%2B5', 'limit'],
  ['limit=%205', 'limit'],
  ['limit=ten', 'limit'],
  ['limit=99999999999999999999', 'limit'],
  ['limit=5&limit=5', 'limit'],
  ['offset=', 'offset'],
  ['offset=-1', 'offset'],
  ['offset=-0', 'offset'],
  ['offset=1.5', 'offset'],
  ['offset=Infinity', 'offset'],
  ['offset=0&offset=0', 'offset'],
  ['date_from=2026-01-01', 'date_from'],
  ['DATETO=2026-01-01', 'DATETO'],
  ['dateFrm=2026-01-01', 'dateFrm'],
  ['dateFrom=2026-01-01&date_from=2026-01-01', 'date_from'],
  ['Limit=5', 'Limit'],
  ['limits=5', 'limits'],
  ['ofset=5', 'ofset'],
  ['offest=5', 'offest'],
  ['pupose=search', 'pupose'],
  ['path=', 'path'],
  ['path=%00', 'path'],
  ['path=/a&path=/b', 'path'],
  [`path=/${'x'.repeat(4_096)}`, 'path'],
  ['purpose=', 'purpose'],
  ['purpose=Training', 'purpose'],
  ['purpose=training&purpose=search', 'purpose'],
  ['agent=', 'agent'],
  ['agent=a%00', 'agent'],
  ['agent=a&agent=b', 'agent'],
  [`agent=${'x'.repeat(201)}`, 'agent'],
])('refuses ?%s', async (query, parameter) => {
  const { errors, instance, detail } = expectProblem(await api.send('GET', `${path}?${query}`), 'invalid_request');
  expect(errors).toEqual([{ parameter, detail: expect.stringMatching(/./) }]);
  expect(detail).toContain(`"${parameter}"`);
  expect(instance).toBe(path);
});

test('names every invalid parameter, and does not charge the quota', async () => {
  const reply = await api.send('GET', `${path}?limit=x&offset=y&dateFrom=z&dateTo=&path=&purpose=&agent=`);
  const { errors } = expectProblem(reply, 'invalid_request');
  expect(new Set(errors.map(({ parameter }) => parameter))).toEqual(
    new Set(['agent', 'dateFrom', 'dateTo', 'limit', 'offset', 'path', 'purpose']),
  );
  expect(reply.headers.get('ratelimit')).toBeNull();
  expect((await api.send('GET', path)).status).toBe(200);
});

test('returns a problem as JSON, whatever table format was requested', async () => {
  const reply = await api.send('GET', `${path}?limit=0`, { headers: { accept: 'text/csv' } });
  expectProblem(reply, 'invalid_request');
  expect(reply.headers.get('vary')).toBe('Accept');
});

test.each(everyTable)('%s refuses bad bounds', async (_name, endpoint) => {
  const one = pathOf(endpoint, { projectId: api.project.id });
  for (const query of ['dateFrom=x', 'dateTo=', 'dateFrom=2026-01-02&dateTo=2026-01-01', 'dateTo=a&dateTo=b']) {
    expectProblem(await api.send('GET', `${one}?${query}`), 'invalid_request');
  }
});

test.each(everyTable.filter(([name]) => name !== 'exportViews'))('%s refuses a bad page', async (_name, endpoint) => {
  const one = pathOf(endpoint, { projectId: api.project.id });
  for (const query of ['limit=0', 'limit=251', 'limit=', 'offset=-1', 'offset=1&offset=1']) {
    expectProblem(await api.send('GET', `${one}?${query}`), 'invalid_request');
  }
});

test.each(['interval=', 'interval=year', 'interval=Day', 'interval=day&interval=day'])(
  'the timeseries refuses ?%s',
  async (query) => {
    const reply = await api.send('GET', `/v1/analytics/${api.project.id}/timeseries?${query}`);
    expect(expectProblem(reply, 'invalid_request').errors).toMatchObject([{ parameter: 'interval' }]);
  },
);
