import { ShareList } from '@copydesk/contract';
import { createProject } from '../../../src/projects/project.ts';
import { expect, test } from 'vitest';
import { expectProblem, startApi } from '../support/api.ts';

const sharesOf = (id: string) => `/v1/projects/${id}/shares`;

test('an idempotency key is refused for another name or project, and nothing is created', async () => {
  await using api = await startApi();
  const headers = { 'idempotency-key': 'used' };
  const other = await createProject(api.db, { ...api.project, id: undefined, name: 'Other' });
  await api.send('POST', sharesOf(api.project.id), { body: { name: 'Board' }, headers });
  for (const [id, name] of [
    [api.project.id, 'Newsletter'],
    [other.id, 'Board'],
  ] as const) {
    expectProblem(await api.send('POST', sharesOf(id), { body: { name }, headers }), 'idempotency_key_reused');
  }
  expect(ShareList.parse((await api.send('GET', sharesOf(api.project.id))).json).shares).toHaveLength(1);
  expect(ShareList.parse((await api.send('GET', sharesOf(other.id))).json).shares).toEqual([]);
});
