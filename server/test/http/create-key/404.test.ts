import { expect, test } from 'vitest';
import { newProjectId } from '../../../src/projects/identifiers.ts';
import { createProject } from '../../../src/projects/project.ts';
import { expectProblem, startApi } from '../support/api.ts';
import { absentProjectId } from '../support/endpoints.ts';

test("a missing project, another organisation's and a project outside the key get the same answer", async () => {
  await using api = await startApi();
  const sibling = await createProject(api.db, { ...api.project, id: newProjectId(), name: 'Sibling' });
  const bound = await api.newKey({ projectId: api.project.id });
  const details = new Set<string>();
  for (const [projectId, key] of [
    [absentProjectId, api.adminKey],
    ['prj_x', api.adminKey],
    [api.foreign.id, api.adminKey],
    [sibling.id, bound],
    [absentProjectId, bound],
  ]) {
    const reply = await api.send('POST', '/v1/keys', { key, body: { name: 'ci', scopes: ['agent:read'], projectId } });
    details.add(expectProblem(reply, 'not_found').detail);
  }
  expect(details.size).toBe(1);
});
