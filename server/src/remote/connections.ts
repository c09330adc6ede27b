import { type Client, isApiError } from '@copydesk/client';
import type { ContextRepository } from '../projects/context-repositories.ts';
import type { Connection } from '../projects/connection.ts';

/** How a project is connected with its code host; undefined when it is not. */
export async function readConnection(desk: Client, projectId: string): Promise<Connection | undefined> {
  const read = desk.get('/v1/projects/{projectId}/connection', { path: { projectId } });
  const found = await read.catch((error: unknown) => {
    if (isApiError(error, 'not_found')) return undefined;
    throw error;
  });
  if (found === undefined) return undefined;
  const { updatedAt, webhook, ...settings } = found;
  const webhookSeenAt = webhook.seenAt === null ? null : new Date(webhook.seenAt);
  return { ...settings, projectId, webhookSeenAt, updatedAt: new Date(updatedAt) };
}

export async function listContextRepositories(desk: Client, projectId: string): Promise<ContextRepository[]> {
  const { repositories } = await desk.get('/v1/projects/{projectId}/context', { path: { projectId } });
  return repositories.map(({ name, repository, ref = null }) => ({
    name,
    repository,
    ref,
    repositoryKind: kindOf(repository),
  }));
}

function kindOf(repository: string): ContextRepository['repositoryKind'] {
  return /^[a-z+]+:\/\//.test(repository) ? 'url' : 'path';
}
