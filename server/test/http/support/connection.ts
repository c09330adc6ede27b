import { createProject } from '../../../src/projects/project.ts';
import type { TestApi } from './api.ts';

/** A project of the caller's organisation whose repository is at a URL, and the address of its connection. */
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
