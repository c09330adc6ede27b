import { CreatedKey } from '@copydesk/contract';
import { expect, test } from 'vitest';
import { expectProblem, startApi } from '../support/api.ts';

test('a revoked key is refused from the next request on; revoking it again changes nothing', async () => {
  await using api = await startApi();
  const made = await api.send('POST', '/v1/keys', { body: { name: 'ci', scopes: ['agent:read'] } });
  const { id, key } = CreatedKey.parse(made.json);
  const path = `/v1/keys/${id}`;
  expect((await api.send('DELETE', path)).status).toBe(204);
  expectProblem(await api.send('GET', `/v2/agent/${api.project.id}/jobs`, { key }), 'invalid_token');
  const first = (await api.send('GET', path)).json;
  expect(first).toMatchObject({ state: 'revoked', revokedAt: expect.stringMatching(/Z$/) });
  expect((await api.send('DELETE', path)).status).toBe(204);
  expect((await api.send('GET', path)).json).toEqual(first);
  const entries = await api.db.selectFrom('audit_entry').select('action').where('subject_id', '=', id).execute();
  expect(entries.map(({ action }) => action)).toEqual(['key.create', 'key.revoke']);
});
