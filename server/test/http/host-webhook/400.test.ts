import { expect, test } from 'vitest';
import { expectProblem, startApi } from '../support/api.ts';
import { signed, testWebhooks } from './support.ts';

test('a signed body that is not JSON is refused', async () => {
  await using api = await startApi({ hostWebhooks: testWebhooks });
  const path = `/v1/code-host/${api.project.id}/webhook`;
  const reply = await api.send('POST', path, { key: null, ...signed('{"half": ') });
  expectProblem(reply, 'invalid_json');
  expect(await api.db.selectFrom('host_event').selectAll().execute()).toEqual([]);
});
