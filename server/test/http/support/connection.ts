import { createProject } from '../../../src/projects/project.ts';
import type { TestApi } from './api.ts';

/** Creates a project of the caller's organisation with a repository at a URL; returns the path of its connection. */
export async function hostedProject(api: TestApi, repository: string): Promise<{ id: string; path: string }> {
  const { id } = await createProject(api.db, {
    organisationId: api.project.organisationId,
    name: repository.replace(/^https:\/\//, ''),
    repositoryKind: 'url',
    repository,
    ref: 'main',
  });
  return { id, path: `/v1/projects/${id}/connection` };
}
