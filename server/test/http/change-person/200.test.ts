import { InvitedPerson } from '@copydesk/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(async () => await api[Symbol.asyncDispose]());

test('changes what is named, counts the change, and reports it in the log', async () => {
  const body = { name: 'Ada', role: 'viewer', email: 'ada@example.com' };
  const { id } = InvitedPerson.parse((await api.send('POST', '/v1/people', { body })).json);
  const path = `/v1/people/${id}`;
  const promoted = await api.send('PATCH', path, { body: { role: 'editor', revision: 0 } });
  expect(promoted.json).toMatchObject({ ...body, id, role: 'editor', revision: 1 });
  const changed = await api.send('PATCH', path, { body: { name: 'Ada L.', email: null } });
  expect(changed.json).toMatchObject({ id, name: 'Ada L.', email: null, role: 'editor', revision: 2 });
  const log = await api.send('GET', '/v1/audit?action=person.change');
  expect(log.json).toMatchObject({
    entries: [
      { detail: { name: { from: 'Ada', to: 'Ada L.' }, email: { from: 'ada@example.com', to: null } } },
      { actor: { kind: 'key', name: 'test' }, subject: { id }, detail: { role: { from: 'viewer', to: 'editor' } } },
    ],
  });
});

test('a change that changes nothing is not logged', async () => {
  const reply = await api.send('POST', '/v1/people', { body: { name: 'Same', role: 'viewer' } });
  const { id } = InvitedPerson.parse(reply.json);
  expect((await api.send('PATCH', `/v1/people/${id}`, { body: { role: 'viewer' } })).status).toBe(200);
  const log = await api.send('GET', '/v1/audit?action=person.change');
  expect(log.text).not.toContain(id);
});
