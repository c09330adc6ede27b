import { AuditList } from '@copydesk/contract';
import { recordAction } from '../../../src/audit/record.ts';
import type { AuditedAction } from '../../../src/audit/record.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(async () => await api[Symbol.asyncDispose]());

const actor = { kind: 'person', id: 'per_ada', name: 'Ada', organisationId: 'org_one', address: '192.0.2.7' } as const;
const command = { ...actor, kind: 'command', id: null, name: 'root', address: null } as const;
const auditAction = (action: AuditedAction['action'], name: string, projectId?: string): AuditedAction => ({
  action,
  projectId,
  subject: { kind: 'key', id: 'key_x', name },
  detail: { scopes: ['admin'] },
});

async function read(query: string): Promise<{ names: string[]; list: AuditList }> {
  const list = AuditList.parse((await api.send('GET', `/v1/audit?${query}`)).json);
  return { names: list.entries.map(({ subject }) => subject.name), list };
}

beforeAll(async () => {
  await recordAction(api.db, actor, auditAction('key.create', 'one'));
  await recordAction(api.db, command, auditAction('key.revoke', 'two', api.project.id));
  await recordAction(api.db, actor, auditAction('job.create', 'three', api.project.id));
  await recordAction(api.db, { ...actor, organisationId: 'org_two' }, auditAction('key.create', 'foreign'));
});

test('reports who did what, to what, when and from where, newest first', async () => {
  const { names, list } = await read('');
  expect(names).toEqual(['three', 'two', 'one']);
  expect(list.entries[2]).toEqual({
    id: expect.any(Number),
    at: expect.stringMatching(/Z$/),
    actor: { kind: 'person', id: 'per_ada', name: 'Ada' },
    address: '192.0.2.7',
    action: 'key.create',
    projectId: null,
    subject: { kind: 'key', id: 'key_x', name: 'one' },
    detail: { scopes: ['admin'] },
  });
});

test('is filtered by action, actor, project and time', async () => {
  expect((await read('action=key.create')).names).toEqual(['one']);
  expect((await read('action=key')).names).toEqual(['two', 'one']);
  expect((await read('action=ke')).names).toEqual([]);
  expect((await read('actor=per_ada')).names).toEqual(['three', 'one']);
  expect((await read('actor=command')).names).toEqual(['two']);
  expect((await read(`project=${api.project.id}&actor=per_ada`)).names).toEqual(['three']);
  expect((await read('from=2999-01-01')).names).toEqual([]);
  expect((await read('from=2020-01-01&to=2999-01-01')).names).toHaveLength(3);
  expect((await read('to=2020-01-01')).names).toEqual([]);
});

test('comes in pages, each of which links to the next, also in its header', async () => {
  const first = await api.send('GET', '/v1/audit?limit=2');
  const { nextCursor } = AuditList.parse(first.json);
  expect(first.headers.get('link')).toBe(
    `<https://desk.example.com/v1/audit?limit=2&cursor=${nextCursor}>; rel="next"`,
  );
  const { names, list } = await read(`limit=2&cursor=${nextCursor}`);
  expect(names).toEqual(['one']);
  expect(list.nextCursor).toBeNull();
});

test('is available as CSV and as JSON lines, without spreadsheet formulas', async () => {
  await recordAction(api.db, { ...actor, name: '=1+1' }, auditAction('key.create', 'a "quoted", name'));
  const ask = async (accept: string) => await api.send('GET', '/v1/audit?limit=1', { headers: { accept } });
  const csv = await ask('text/csv');
  expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  const [head, row] = csv.text.split('\r\n');
  expect(head).toBe(
    'id,at,actorKind,actorId,actorName,address,action,projectId,subjectKind,subjectId,subjectName,detail',
  );
  expect(row).toContain(`,'=1+1,192.0.2.7,key.create,,key,key_x,"a ""quoted"", name"`);
  const lines = (await ask('application/x-ndjson')).text.trim().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ action: 'key.create', actor: { name: '=1+1' } }]);
});

test('cannot be changed or deleted', async () => {
  await expect(api.db.updateTable('audit_entry').set({ action: 'x' }).execute()).rejects.toThrow('append-only');
  await expect(api.db.deleteFrom('audit_entry').execute()).rejects.toThrow('append-only');
});
