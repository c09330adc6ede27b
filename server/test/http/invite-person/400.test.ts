import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPerson } from '../../../src/people/people.ts';
import { expectProblem, startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(async () => await api[Symbol.asyncDispose]());

const name = 'Ada';
const role = 'viewer';

test.each([
  [{}, ['/name', '/role']],
  [{ name: '', role }, ['/name']],
  [{ name: '   ', role }, ['/name']],
  [{ name: 'a\nb', role }, ['/name']],
  [{ name: 'a\0b', role }, ['/name']],
  [{ name: 'x'.repeat(101), role }, ['/name']],
  [{ name, role: 'admin' }, ['/role']],
  [{ name, role, email: '' }, ['/email']],
  [{ name, role, email: 'ada' }, ['/email']],
  [{ name, role, email: 'ada@' }, ['/email']],
  [{ name, role, email: 'ada @example.com' }, ['/email']],
  [{ name, role, email: 'ada@exam\u202eple.com' }, ['/email']],
  [[], ['']],
])('refuses %j', async (fields, pointers) => {
  const headers = { 'content-type': 'application/json' };
  const reply = await api.send('POST', '/v1/people', { body: JSON.stringify(fields), headers });
  const { errors } = expectProblem(reply, 'invalid_request');
  expect([...new Set(errors?.map(({ pointer }) => pointer))]).toEqual(pointers);
});

test('refuses an e-mail address of another person, in any case', async () => {
  await api.send('POST', '/v1/people', { body: { name, role, email: 'ada@example.com' } });
  const reply = await api.send('POST', '/v1/people', { body: { name: 'Grace', role, email: 'ADA@example.com' } });
  const { errors } = expectProblem(reply, 'invalid_request');
  expect(errors).toEqual([{ pointer: '/email', detail: 'belongs to another person here' }]);
});

test('accepts the address of a removed person', async () => {
  const email = 'gone@example.com';
  const first = await api.send('POST', '/v1/people', { body: { name: 'Bea', role, email } });
  await api.send('DELETE', new URL(first.headers.get('location') ?? '').pathname);
  expect((await api.send('POST', '/v1/people', { body: { name: 'Bea', role, email } })).status).toBe(201);
});

test.each(['Olga Owner', 'olga OWNER', ' Olga  Owner', 'Olga\u200b Owner', '\uff2flga Owner'])(
  'refuses %j, which is another person’s name',
  async (taken) => {
    await createPerson(api.db, { organisationId: api.project.organisationId, name: 'Olga Owner' });
    const reply = await api.send('POST', '/v1/people', { body: { name: taken, role } });
    const { errors } = expectProblem(reply, 'invalid_request');
    expect(errors).toEqual([{ pointer: '/name', detail: 'belongs to another person here' }]);
  },
);
