import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';

let api: TestApi;
let path: string;
beforeAll(async () => {
  api = await startApi();
  path = `/v2/agent/${api.project.id}/job`;
});
afterAll(async () => await api[Symbol.asyncDispose]());

const idOf = ({ json }: { json: unknown }): string => z.object({ id: z.string() }).parse(json).id;
const refOf = async (reply: { json: unknown }) =>
  await api.db.selectFrom('job').select('base_ref').where('id', '=', idOf(reply)).executeTakeFirst();

test('a job starts from the requested branch, or from the project’s branch by default', async () => {
  const named = await api.send('POST', path, { body: { prompt: 'Fix broken links', ref: 'release/1.x' } });
  expect(named.status).toBe(201);
  expect(await refOf(named)).toEqual({ base_ref: 'release/1.x' });
  const other = await api.send('POST', path, { body: { prompt: 'Fix broken links' } });
  expect(await refOf(other)).toEqual({ base_ref: api.project.ref });
});

test.each(['', '../main', 'a..b', 'a b', '-x', 'a.lock', 'x'.repeat(300), 7, null])('%j is refused', async (ref) => {
  const refused = await api.send('POST', path, { body: { prompt: 'Fix broken links', ref } });
  expect(refused).toMatchObject({ status: 400, json: { errors: [{ pointer: '/ref' }] } });
});

test('an idempotency key is refused for another branch, and returns the same job for the same one', async () => {
  const headers = { 'idempotency-key': 'one-branch' };
  const body = { prompt: 'Fix broken links', ref: 'release/2.x' };
  const first = await api.send('POST', path, { body, headers });
  expect(idOf(await api.send('POST', path, { body, headers }))).toBe(idOf(first));
  const other = await api.send('POST', path, { body: { ...body, ref: 'release/3.x' }, headers });
  expect(other.status).toBe(422);
});

test('a message cannot change the branch', async () => {
  const made = await api.send('POST', path, { body: { prompt: 'Fix broken links', ref: 'release/1.x' } });
  const message = `${path}/${idOf(made)}/message`;
  await api.send('POST', message, { body: { prompt: 'And the others', ref: 'main' } });
  expect(await refOf(made)).toEqual({ base_ref: 'release/1.x' });
});
