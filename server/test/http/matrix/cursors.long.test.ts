import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../support/api.ts';
import type { PathIds, TestApi } from '../support/api.ts';
import { absentDeliveryId, absentKeyId, absentPersonId } from '../support/endpoints.ts';

let api: TestApi;
let theirs: Required<PathIds>;
let own: Required<PathIds>;
let key: string;

beforeAll(async () => {
  api = await startApi();
  const { organisationId } = api.foreign;
  key = await api.newKey({ organisationId });
  own = await api.newIds(api.foreign);
  theirs = await api.newIds();
  // So the requester's organisation has something older than theirs, and something newer.
  await api.newKey({ organisationId });
  await api.send('POST', '/v1/people', { key, body: { name: 'Newer', role: 'viewer' } });
  await api.send('POST', `/v1/webhooks/${own.projectId}/${own.webhookId}/test`, { key });
});
afterAll(() => api[Symbol.asyncDispose]());

const deliveries = () => `/v1/webhooks/${own.projectId}/${own.webhookId}/deliveries`;

test.each([
  ['key', () => '/v1/keys', () => theirs.keyId, absentKeyId],
  ['person', () => '/v1/people', () => theirs.personId, absentPersonId],
  ['delivery', deliveries, () => theirs.deliveryId, absentDeliveryId],
])("a cursor for another organisation's %s gets the same answer as an unknown one", async (_name, path, id, absent) => {
  const [ofTheirs, ofNothing] = await Promise.all(
    [id(), absent].map((one) => api.send('GET', `${path()}?cursor=${one}`, { key })),
  );
  expect(ofTheirs?.status).toBe(200);
  expect(ofTheirs?.json).toEqual(ofNothing?.json);
});
