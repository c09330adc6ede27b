import { expect, test } from 'vitest';
import { startApi } from '../support/api.ts';

test('lists only links of the project, newest first', async () => {
  await using api = await startApi();
  await api.newIds(api.foreign);
  const path = `/v1/projects/${api.project.id}/shares`;
  for (const name of ['first', 'second']) await api.send('POST', path, { body: { name } });
  expect((await api.send('GET', path)).json).toMatchObject({ shares: [{ name: 'second' }, { name: 'first' }] });
});
