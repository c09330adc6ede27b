import type { Problem } from '@copydesk/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newProjectId } from '../../../src/projects/identifiers.ts';
import { createProject } from '../../../src/projects/project.ts';
import { expectProblem, pathOf, startApi } from '../support/api.ts';
import type { PathIds, TestApi } from '../support/api.ts';
import {
  absentAutomationId,
  absentDeliveryId,
  absentFeedbackId,
  absentJobId,
  absentKeyId,
  absentPersonId,
  absentProjectId,
  absentShareId,
  absentTriggerId,
  absentWebhookId,
  everyScoped,
  goodBody,
} from '../support/endpoints.ts';

let api: TestApi;
let ids: Required<PathIds>;
let foreign: Required<PathIds>;
beforeAll(async () => {
  api = await startApi();
  ids = await api.newIds();
  foreign = await api.newIds(api.foreign);
});
afterAll(async () => await api[Symbol.asyncDispose]());

test.each(everyScoped)(
  '%s gives the same answer for what is missing and what belongs to others',
  async (_name, endpoint) => {
    const asked = [foreign];
    if (endpoint.path.includes('{projectId}')) {
      const projectIds = [absentProjectId, 'prj_x', 'x'.repeat(2_000), '%00', foreign.projectId];
      asked.push(...projectIds.map((projectId) => ({ ...ids, projectId })));
    }
    if (endpoint.path.includes('{keyId}')) {
      const keyIds = [absentKeyId, 'key_x', 'x'.repeat(2_000), foreign.keyId, '%00', ids.keyId.toUpperCase()];
      asked.push(...keyIds.map((keyId) => ({ ...ids, keyId })));
    }
    if (endpoint.path.includes('{personId}')) {
      const personIds = [absentPersonId, 'per_x', foreign.personId, '%00', ids.personId.toUpperCase()];
      asked.push(...personIds.map((personId) => ({ ...ids, personId })));
    }
    if (endpoint.path.includes('{id}')) {
      const jobIds = [absentJobId, 'job_x', foreign.jobId, '%F0%9F%A6%8A', ids.jobId.toUpperCase(), '..%2F..'];
      asked.push(...jobIds.map((jobId) => ({ ...ids, jobId })));
    }
    if (endpoint.path.includes('{webhookId}')) {
      const webhookIds = [absentWebhookId, 'whk_x', foreign.webhookId, '%00', ids.deliveryId];
      asked.push(...webhookIds.map((webhookId) => ({ ...ids, webhookId })));
    }
    if (endpoint.path.includes('{deliveryId}')) {
      const { deliveryId: another } = await api.newWebhook();
      const deliveryIds = [absentDeliveryId, 'msg_x', foreign.deliveryId, '%00', another];
      asked.push(...deliveryIds.map((deliveryId) => ({ ...ids, deliveryId })));
    }
    if (endpoint.path.includes('{triggerId}')) {
      const triggerIds = [absentTriggerId, 'trg_x', foreign.triggerId, '%00', ids.triggerId.toUpperCase()];
      asked.push(...triggerIds.map((triggerId) => ({ ...ids, triggerId })));
    }
    if (endpoint.path.includes('{automationId}')) {
      const named = [
        absentAutomationId,
        'aut_x',
        'x'.repeat(2_000),
        foreign.automationId,
        '%00',
        ids.automationId.toUpperCase(),
      ];
      asked.push(...named.map((automationId) => ({ ...ids, automationId })));
    }
    if (endpoint.path.includes('{feedbackId}')) {
      const named = [absentFeedbackId, 'fbk_x', foreign.feedbackId, '%00', ids.feedbackId.toUpperCase()];
      asked.push(...named.map((feedbackId) => ({ ...ids, feedbackId })));
    }
    if (endpoint.path.includes('{shareId}')) {
      const shareIds = [absentShareId, 'shr_x', foreign.shareId, '%00', ids.shareId.toUpperCase()];
      asked.push(...shareIds.map((shareId) => ({ ...ids, shareId })));
    }
    const problems: Problem[] = [];
    for (const one of asked) {
      const reply = await api.send(endpoint.method, pathOf(endpoint, one), { body: goodBody(endpoint) });
      problems.push({ ...expectProblem(reply, 'not_found'), requestId: '', instance: '' });
    }
    for (const problem of problems) expect(problem).toEqual(problems[0]);
  },
);

const ofProjects = everyScoped.filter(([, { path }]) => !path.includes('{personId}'));

test.each(ofProjects)('%s does not find the project with a key of another project', async (_name, endpoint) => {
  const sibling = await api.db.selectFrom('project').select('id').where('name', '=', 'Sibling').executeTakeFirst();
  const projectId = sibling?.id ?? (await newSibling());
  const key = await api.newKey({ projectId });
  expectProblem(await api.send(endpoint.method, pathOf(endpoint, ids), { key, body: goodBody(endpoint) }), 'not_found');
});

test('a key of a project works for that project', async () => {
  const key = await api.newKey({ projectId: api.project.id });
  expect((await api.send('GET', `/v2/agent/${api.project.id}/jobs`, { key })).status).toBe(200);
});

test.each(everyScoped.filter(([, endpoint]) => endpoint.body))(
  '%s checks the project before the body',
  async (_name, endpoint) => {
    const path = pathOf(endpoint, foreign);
    for (const body of ['{', ' '.repeat(300_000), '{"prompt":""}']) {
      expectProblem(
        await api.send(endpoint.method, path, { body, headers: { 'content-type': 'text/plain' } }),
        'not_found',
      );
    }
  },
);

test.each([
  '/v2',
  '/v2/agent',
  '/v1/agent/x',
  '/v1/agent/x/job/y/z',
  '/v2/analytics/x/views',
  '/v1/analytics/x',
  '/v1/analytics/x/views/y',
  '/v1/analytics/views',
  '/v2/collect/x',
  '/v1/collect',
  '/V2/agent/x/job',
  '/v2//agent/x/job',
  '/v2/agent/x/job/y/z',
  '/.env',
  '/v2/agent/x/job;a=b',
  '/problems/nonsense',
  '/problems/__proto__',
])('there is no route at %s, with or without a key', async (path) => {
  expectProblem(await api.send('GET', path, { key: null }), 'route_not_found');
  expectProblem(
    await api.send('POST', path, { body: '{', headers: { 'content-type': 'garbage' } }),
    path.startsWith('/problems') ? 'method_not_allowed' : 'route_not_found',
  );
});

test.each(['/v2/agent/%zz/job', '/%', '/v2/agent/%c0%af/jobs'])('%s is not a valid path', async (path) => {
  expectProblem(await api.send('GET', path), 'invalid_request');
});

async function newSibling(): Promise<string> {
  const { id } = await createProject(api.db, { ...api.project, id: newProjectId(), name: 'Sibling' });
  return id;
}
