import { expect, test } from 'vitest';
import { expectProblem, startApi } from '../support/api.ts';
import { signed, testWebhooks } from './support.ts';
import { openDatabase } from '../../../src/postgres/database.ts';

test('a webhook that cannot be stored is refused, so that the host sends it again', async () => {
  const away = { host: '127.0.0.1', port: 1, user: 'x', password: 'x', database: 'x' };
  const db = openDatabase({ connection: away, maximumConnections: 1, applicationName: 'test' });
  await using api = await startApi({ db, hostWebhooks: testWebhooks });
  const reply = await api.send('POST', `/v1/code-host/prj_${'0'.repeat(22)}/webhook`, {
    key: null,
    ...signed([{ key: 'a', event: {} }]),
  });
  await db.destroy();
  expectProblem(reply, 'database_unavailable');
  expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
});

test('webhooks with too many bytes in flight are refused', async () => {
  await using api = await startApi({ hostWebhooks: testWebhooks, limits: { hostWebhookBytesInFlight: 10 } });
  const path = `/v1/code-host/${api.project.id}/webhook`;
  expectProblem(await api.send('POST', path, { key: null, ...signed([{ key: 'a', event: {} }]) }), 'overloaded');
});
