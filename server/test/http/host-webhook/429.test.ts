import { expect, test } from 'vitest';
import { expectProblem, startApi } from '../support/api.ts';
import { signed, testWebhooks } from './support.ts';

test('an address may send a limited number of webhooks a minute to a project, which is checked before reading', async () => {
  let reads = 0;
  const now = new Date('2026-01-05T10:00:00Z');
  await using api = await startApi({
    now: () => now,
    limits: { hostWebhooksPerMinute: 2 },
    trustedProxies: ['127.0.0.1'],
    hostWebhooks: { read: (...webhook) => ((reads += 1), testWebhooks.read(...webhook)) },
  });
  const send = async (projectId: string, address: string) => {
    const { body, headers } = signed([]);
    const options = { key: null, body, headers: { ...headers, 'x-forwarded-for': address } };
    return await api.send('POST', `/v1/code-host/${projectId}/webhook`, options);
  };
  const [one, other] = [api.project.id, api.foreign.id];
  expect([(await send(one, '192.0.2.1')).status, (await send(one, '192.0.2.1')).status]).toEqual([202, 202]);
  const refused = await send(one, '192.0.2.1');
  expectProblem(refused, 'quota_exceeded');
  expect(refused.headers.get('retry-after')).toBe('30');
  expect(refused.headers.get('ratelimit')).toBe('"host-webhook";r=0;t=30');
  expect(reads).toBe(2);
  expect((await send(one, '192.0.2.2')).status).toBe(202);
  expect((await send(other, '192.0.2.1')).status).toBe(202);
});
