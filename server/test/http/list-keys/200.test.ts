import { KeyList } from '@copydesk/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKey } from '../../../src/projects/key/keys.ts';
import { startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(async () => await api[Symbol.asyncDispose]());

async function list(query = '', key?: string): Promise<KeyList> {
  const reply = await api.send('GET', `/v1/keys${query}`, { key });
  expect(reply.status).toBe(200);
  return KeyList.parse(reply.json);
}

test('each page leads to the next, newest first, and every key is in exactly one', async () => {
  const { organisationId } = api.project;
  const start = Date.now() + 1;
  // One millisecond apart, because keys of the same millisecond have no order.
  for (let number = 0; number < 7; number += 1) {
    const draft = { organisationId, name: `page ${number}`, scopes: ['agent:read' as const] };
    await createKey(api.db, draft, { now: new Date(start + number) });
  }
  const { keys: all } = await list('?limit=100');
  expect(all.slice(0, 7).map(({ name }) => name)).toEqual([6, 5, 4, 3, 2, 1, 0].map((number) => `page ${number}`));
  const seen: string[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: KeyList = await list(`?limit=3${cursor && `&cursor=${cursor}`}`);
    seen.push(...page.keys.map(({ id }) => id));
    cursor = page.nextCursor;
  }
  expect(seen).toEqual(all.map(({ id }) => id));
});

test('the list is filtered by valid, expired and revoked keys', async () => {
  await api.newKey({ name: 'over', expiresAt: new Date(Date.now() + 60_000) });
  await api.db
    .updateTable('api_key')
    .set({ expires_at: new Date(0) })
    .where('name', '=', 'over')
    .execute();
  await api.newKey({ name: 'taken back' });
  const { keys } = await list('?limit=1');
  await api.send('DELETE', `/v1/keys/${keys[0]?.id}`);
  const names = async (state: string) => (await list(`?limit=100&state=${state}`)).keys.map(({ name }) => name);
  expect(await names('expired')).toEqual(['over']);
  expect(await names('revoked')).toEqual(['taken back']);
  expect(await names('valid')).not.toContain('over');
});

test("a key of a project sees only keys of that project, and no one sees another organisation's", async () => {
  const key = await api.newKey({ name: 'bound', projectId: api.project.id });
  await api.newKey({ name: 'foreign', organisationId: api.foreign.organisationId });
  expect((await list('', key)).keys.map(({ name }) => name)).toEqual(['bound']);
  expect((await list('?limit=100')).keys.map(({ name }) => name)).not.toContain('foreign');
});
