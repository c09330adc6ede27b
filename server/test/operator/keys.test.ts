import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createProject } from '../../src/projects/project.ts';
import { defaultOrganisation } from '../../src/projects/organisation.ts';
import { testDatabase, type TestDatabase } from '../support/database.ts';
import { runCommand } from './run-command.ts';

let folder: string;
let database: TestDatabase;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'copydesk-key-commands-'));
  database = await testDatabase();
  const { db } = database;
  const draft = { name: 'Handbook', repositoryKind: 'url' as const, repository: 'https://git.example.com/docs.git' };
  await createProject(db, { ...draft, organisationId: await defaultOrganisation(db), ref: 'main' });
});

afterAll(async () => {
  await database[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

function copydesk(...argv: string[]) {
  const env = { COPYDESK_DATA_DIR: path.join(folder, 'data'), DATABASE_URL: database.url };
  return runCommand(argv, { env });
}

/** Returns a command's output with `--json`, parsed by its schema. */
async function json<T>(schema: z.ZodType<T>, ...argv: string[]): Promise<T> {
  const { code, out, err } = await copydesk(...argv, '--json');
  expect({ code, err }).toEqual({ code: 0, err: expect.any(String) });
  return schema.parse(JSON.parse(out));
}

const KeyShape = z.object({ id: z.string(), name: z.string(), hint: z.string(), revokedAt: z.string().nullable() });

test('standard output contains only the key, once', async () => {
  const { code, out, err } = await copydesk('key', 'create', '--name', 'ci', '--project', 'Handbook');
  expect(code).toBe(0);
  expect(out).toMatch(/^desk_[0-9A-Za-z]{49}\n$/);
  expect(err).toMatch(
    /^The key "ci" \(agent:read, agent:write, analytics:read\) expires on \d{4}-\d{2}-\d{2}\. It is not shown again\.\n$/,
  );
  const listed = await copydesk('key', 'list');
  expect(listed.out).toContain(`desk_…${out.trim().slice(-4)}`);
  expect(listed.out).not.toContain(out.trim());
});

test('with --json the key is a field of the object; then it is revoked', async () => {
  const created = await json(
    KeyShape.extend({ key: z.string() }),
    'key',
    'create',
    '--name',
    'reader',
    '--expires',
    'never',
  );
  expect(created.key.endsWith(created.hint)).toBe(true);
  const revoked = await json(KeyShape, 'key', 'revoke', created.id);
  expect(revoked.revokedAt).not.toBeNull();
  const { keys } = await json(z.object({ keys: z.array(KeyShape) }), 'key', 'list');
  expect(keys.map(({ name }) => name)).toEqual(['ci', 'reader']);
});

test('rotating prints a new key, and what happens to the old one; a revoked key cannot be rotated', async () => {
  const created = await json(KeyShape, 'key', 'create', '--name', 'turning');
  const { code, out, err } = await copydesk('key', 'rotate', created.id);
  expect(code).toBe(0);
  expect(out).toMatch(/^desk_[0-9A-Za-z]{49}\n$/);
  expect(err).toMatch(/^The key "turning" has a new text.* The old text is refused from .* UTC on\.\n$/);
  expect((await copydesk('key', 'list')).out).toContain('rotated, ends');
  await copydesk('key', 'revoke', created.id);
  expect(await copydesk('key', 'rotate', created.id)).toMatchObject({
    code: 1,
    err: expect.stringMatching(/revoked/),
  });
});

test.each([
  [['key', 'create', '--name', 'x', '--allow', 'home'], /"home"/],
  [['key', 'create', '--name', 'x', '--project', 'Nowhere'], /no project with the id or name "Nowhere"/],
  [['key', 'revoke', 'key_none'], /no API key/],
  [['key', 'rotate', 'key_none'], /no API key/],
])('%j is refused', async (argv, reason) => {
  const code = argv.includes('home') ? 1 : 3;
  expect(await copydesk(...argv)).toMatchObject({ code, out: '', err: expect.stringMatching(reason) });
});

test('the audit log contains who did it on the terminal', async () => {
  const entries = await database.db.selectFrom('audit_entry').selectAll().orderBy('id').execute();
  expect(new Set(entries.map(({ action }) => action))).toEqual(new Set(['key.create', 'key.revoke', 'key.rotate']));
  for (const { actor_kind, actor_name, address } of entries) {
    expect({ actor_kind, address }).toEqual({ actor_kind: 'command', address: null });
    expect(actor_name).not.toBe('');
  }
});
