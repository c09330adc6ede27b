import { expect, test } from 'vitest';
import { createProject } from '../../../src/projects/project.ts';
import { expectProblem, pathOf, sendWhenThereIsRoom, startApi } from '../support/api.ts';
import { everyTable } from '../support/endpoints.ts';

test('the endpoints share one reported quota of the organisation, which other organisations do not use', async () => {
  await using api = await startApi({ quotas: { analyticsPerHour: everyTable.length } });
  const sibling = await createProject(api.db, {
    organisationId: api.project.organisationId,
    name: 'Sibling',
    repositoryKind: 'url',
    repository: 'https://git.example.com/sibling.git',
    ref: 'main',
  });
  let left = everyTable.length;
  for (const [place, [, endpoint]] of everyTable.entries()) {
    const projectId = place % 2 === 0 ? api.project.id : sibling.id;
    const reply = await api.send('GET', pathOf(endpoint, { projectId }));
    expect(reply.status).toBe(200);
    left -= 1;
    expect(reply.headers.get('ratelimit-policy')).toBe(`"analytics";q=${everyTable.length};w=3600`);
    expect(reply.headers.get('ratelimit')).toMatch(new RegExp(`^"analytics";r=${left};t=\\d+$`));
  }
  for (const [, endpoint] of everyTable) {
    const refused = await api.send('GET', pathOf(endpoint, { projectId: sibling.id }));
    expect(expectProblem(refused, 'quota_exceeded').detail).toContain('The organisation has used');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(3_600);
    expect(refused.headers.get('ratelimit')).toMatch(/^"analytics";r=0;t=\d+$/);
  }
  const { organisationId } = api.foreign;
  const key = await api.newKey({ organisationId });
  expect((await api.send('GET', `/v1/analytics/${api.foreign.id}/views`, { key })).status).toBe(200);
  expect((await api.send('GET', `/v2/agent/${api.project.id}/jobs`)).status).toBe(200);
});

test('a quota of zero refuses all requests, and concurrent requests cannot exceed a quota', async () => {
  await using none = await startApi({ quotas: { analyticsPerHour: 0 } });
  expectProblem(await none.send('GET', `/v1/analytics/${none.project.id}/views`), 'quota_exceeded');
  await using some = await startApi({ quotas: { analyticsPerHour: 5 } });
  const path = `/v1/analytics/${some.project.id}/views`;
  const replies = await Promise.all(Array.from({ length: 20 }, () => sendWhenThereIsRoom(some, 'GET', path)));
  const refused = replies.filter(({ status }) => status !== 200);
  expect(refused).toHaveLength(15);
  for (const reply of refused) expectProblem(reply, 'quota_exceeded');
});

test('without a quota, no quota is reported', async () => {
  await using api = await startApi({ quotas: { analyticsPerHour: undefined } });
  const reply = await api.send('GET', `/v1/analytics/${api.project.id}/views`);
  expect(reply.status).toBe(200);
  expect(reply.headers.get('ratelimit')).toBeNull();
});
