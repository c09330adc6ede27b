import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPerson } from '../../../src/people/people.ts';
import { createSession } from '../../../src/people/sessions.ts';
import { readProject } from '../../../src/projects/project.ts';
import { loweredBy, readLoweredProtection, type ProtectionChange } from '../../../src/projects/protection.ts';
import { expectProblem, startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';

let api: TestApi;
let cookie: string;
beforeAll(async () => {
  api = await startApi();
  const { id } = await createPerson(api.db, { organisationId: 'org_one', name: 'Ed', role: 'editor' });
  const { sessionToken } = await createSession(api.db, id, { now: new Date() });
  const strict = { checks: 'strict', limits: { minutes: 10 } };
  await api.send('PATCH', path(), { body: strict });
  cookie = `__Host-copydesk_session=person.${sessionToken}`;
});
afterAll(async () => await api[Symbol.asyncDispose]());

const path = () => `/v1/projects/${api.project.id}`;
const byEditor = async (body: object) => {
  const headers = { cookie, accept: 'application/json', origin: 'https://desk.example.com' };
  return await api.send('PATCH', path(), { key: null, body, headers });
};
const project = async () => {
  const found = await readProject(api.db, api.project.id);
  if (found === undefined) throw new Error('the project is gone');
  return found;
};

const weaker: readonly (readonly [ProtectionChange, string])[] = [
  [{ allow: ['.github/workflows/a.yml'] }, 'allow'],
  [{ pageCode: 'mark' }, 'pageCode'],
  [{ pageCode: 'allow' }, 'pageCode'],
  [{ newHosts: 'allow' }, 'newHosts'],
  [{ installCommands: 'allow' }, 'installCommands'],
  [{ checks: 'draft' }, 'checks'],
  [{ refuseFilesOver: null }, 'refuseFilesOver'],
  [{ refuseBytesOver: 1_000_000_000 }, 'refuseBytesOver'],
  [{ refuseDeletedOver: 99 }, 'refuseDeletedOver'],
  [{ limits: { minutes: 1_000 } }, 'limits/minutes'],
];
const stronger: ProtectionChange[] = [
  { pageCode: 'refuse' },
  { newHosts: 'refuse' },
  { installCommands: 'refuse' },
  { refuseFilesOver: 10 },
  { refuseDeletedOver: 1 },
  { allow: [] },
  { limits: { minutes: 1 } },
  {},
];

describe('an editor', () => {
  test.each(weaker)('does not lower the protection by %j', async (change, name) => {
    const before = await project();
    const reply = await byEditor(change);
    expectProblem(reply, 'insufficient_scope');
    expect(reply.json).toMatchObject({ errors: [{ pointer: `/${name}` }] });
    expect(await project()).toEqual(before);
  });

  test('does not lower it in one request with something else', async () => {
    expectProblem(await byEditor({ name: 'Other', pageCode: 'allow' }), 'insufficient_scope');
    expect(await project()).toMatchObject({ name: api.project.name, pageCode: 'auto' });
  });

  test('may raise it, but not take that back', async () => {
    expect((await byEditor({ pageCode: 'refuse' })).status).toBe(200);
    expectProblem(await byEditor({ pageCode: 'auto' }), 'insufficient_scope');
    expect((await api.send('PATCH', path(), { body: { pageCode: 'auto' } })).status).toBe(200);
  });
});

test('a change that protects as much or more lowers nothing', async () => {
  const is = await project();
  expect(stronger.map((change) => loweredBy(is, change))).toEqual(stronger.map(() => []));
});

test('what is lower than usual is read with whoever lowered it last', async () => {
  expect(await readLoweredProtection(api.db, await project())).toBeUndefined();
  const lowered = { allow: ['site/*.css'], pageCode: 'allow', newHosts: 'allow' };
  expect((await api.send('PATCH', path(), { body: lowered })).status).toBe(200);
  expect((await api.send('PATCH', path(), { body: { name: 'Renamed' } })).status).toBe(200);
  expect(await readLoweredProtection(api.db, await project())).toEqual({
    what: ['jobs may also write site/*.css', 'code in pages is allowed', 'new hosts are allowed'],
    by: { name: 'test', at: expect.any(Date) },
  });
});
