import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addContextRepository } from '../../../src/projects/connection/context-repositories.ts';
import { hostWebhooksOf } from '../../../src/wiring/hosts/host-webhooks.ts';
import { connectProject, testBox } from '../../support/connection.ts';
import { startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi({
    hostWebhooks: { read: (projectId, webhook) => hostWebhooksOf(api, testBox).read(projectId, webhook) },
  });
  await connectProject(api.db, api.project.id, { host: 'github', webhookSecret: 'the secret' });
  for (const name of ['product', 'other']) {
    const repository = `https://github.com/acme/${name}.git`;
    await addContextRepository(api.db, api.project.id, { name, repositoryKind: 'url', repository, ref: null });
  }
});
afterAll(async () => {
  await api[Symbol.asyncDispose]();
});

async function push(repository: string, after = 'a'.repeat(40)): Promise<unknown> {
  const body = JSON.stringify({ ref: 'refs/heads/main', after, repository: { full_name: repository } });
  const signature = `sha256=${createHmac('sha256', 'the secret').update(body).digest('hex')}`;
  const headers = { 'x-github-event': 'push', 'x-hub-signature-256': signature, 'content-type': 'application/json' };
  const reply = await api.send('POST', `/v1/code-host/${api.project.id}/webhook`, { key: null, body, headers });
  expect(reply.status).toBe(202);
  return reply.json;
}

test('a push to a context repository is stored under its name, once, and a push to another repository is not', async () => {
  expect(await push('Acme/Product')).toEqual({ events: 1 });
  expect(await push('acme/product')).toEqual({ events: 1 });
  expect(await push('acme/stranger')).toEqual({ events: 0 });
  expect(await push('acme/product', '0'.repeat(40))).toEqual({ events: 0 });
  const kept = await api.db.selectFrom('host_event').select('event').execute();
  expect(kept).toEqual([{ event: { kind: 'product', repository: 'product', what: `main-${'a'.repeat(40)}` } }]);
});
