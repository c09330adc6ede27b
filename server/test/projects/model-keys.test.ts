import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteModelKey, listModelKeys, openModelKeys, setModelKey } from '../../src/projects/model-keys.ts';
import { secretBox } from '../../src/secrets/box.ts';
import { testDatabase } from '../support/database.ts';
import type { TestDatabase } from '../support/database.ts';
import { insertProject } from '../support/project.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(async () => await database[Symbol.asyncDispose]());

const box = secretBox(() => Promise.resolve(Buffer.alloc(32, 7)));
const key = 'sk-ant-api03-a-secret-of-the-project';

test('a key is stored sealed, shown by its last characters only, and opened only for its project', async () => {
  const { db } = database;
  const { id: projectId } = await insertProject(db);
  const other = await insertProject(db);
  const stored = await setModelKey(db, box, { projectId, provider: 'anthropic', key: ` ${key}\n`, baseUrl: undefined });
  expect(stored).toEqual({ provider: 'anthropic', baseUrl: null, hint: 'ject', updatedAt: expect.any(Date) });
  expect(await openModelKeys(db, box, projectId, ['anthropic'])).toEqual([
    { provider: 'anthropic', key, baseUrl: undefined },
  ]);
  expect(await openModelKeys(db, box, projectId, ['openai'])).toEqual([]);
  expect(await openModelKeys(db, box, other.id, ['anthropic'])).toEqual([]);

  const { rows } = await sql<{ row: string; key: Buffer }>`
    select model_key::text as row, key from model_key where project_id = ${projectId}
  `.execute(db);
  expect(rows).toHaveLength(1);
  expect(rows[0]?.row).not.toContain(key);
  expect(rows[0]?.key.includes(key)).toBe(false);
});

test('a stored key that was copied to another project cannot be opened', async () => {
  const { db } = database;
  const { id: projectId } = await insertProject(db);
  const thief = await insertProject(db);
  await setModelKey(db, box, { projectId, provider: 'openai', key, baseUrl: undefined });
  await sql`
    insert into model_key (project_id, provider, key)
    select ${thief.id}, provider, key from model_key where project_id = ${projectId}
  `.execute(db);
  await expect(openModelKeys(db, box, thief.id, ['openai'])).rejects.toMatchObject({ code: 'secret_unreadable' });
});

test('a new key replaces the previous one, and an address may be stored without a key', async () => {
  const { db } = database;
  const { id: projectId } = await insertProject(db);
  await setModelKey(db, box, { projectId, provider: 'compatible', key, baseUrl: 'http://127.0.0.1:11434/v1' });
  await setModelKey(db, box, {
    projectId,
    provider: 'compatible',
    key: undefined,
    baseUrl: 'http://127.0.0.1:8000/v1',
  });
  expect(await listModelKeys(db, projectId)).toMatchObject([
    { provider: 'compatible', baseUrl: 'http://127.0.0.1:8000/v1', hint: '' },
  ]);
  expect(await openModelKeys(db, box, projectId, ['compatible'])).toEqual([
    { provider: 'compatible', key: undefined, baseUrl: 'http://127.0.0.1:8000/v1' },
  ]);
  expect(await deleteModelKey(db, projectId, 'compatible')).toBe(true);
  expect(await deleteModelKey(db, projectId, 'compatible')).toBe(false);
  expect(await listModelKeys(db, projectId)).toEqual([]);
});

test.each(['', '  ', 'two words', 'a\nb', 'schlüssel', 'x'.repeat(1_001)])('%j is rejected as a key', async (bad) => {
  const { id: projectId } = await insertProject(database.db);
  const draft = { projectId, provider: 'google', key: bad, baseUrl: undefined } as const;
  await expect(setModelKey(database.db, box, draft)).rejects.toMatchObject({ code: 'invalid_request' });
});
