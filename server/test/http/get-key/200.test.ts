import { CreatedKey } from '@copydesk/contract';
import { expect, test } from 'vitest';
import { startApi } from '../support/api.ts';

test('reports when the key was last used', async () => {
  await using api = await startApi();
  const made = await api.send('POST', '/v1/keys', { body: { name: 'ci', scopes: ['agent:read'] } });
  const { id, key } = CreatedKey.parse(made.json);
  const read = async () => (await api.send('GET', `/v1/keys/${id}`)).json;
  expect(await read()).toMatchObject({ id, name: 'ci', state: 'valid', lastUsedAt: null });
  await api.send('GET', `/v2/agent/${api.project.id}/jobs`, { key });
  await expect.poll(read).toMatchObject({ lastUsedAt: expect.stringMatching(/Z$/) });
});
