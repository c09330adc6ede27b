import { type Client, type Connection as ConnectionOfServer, isApiError } from '@copydesk/client';
import { exposureWarning } from '../projects/connection/context-exposure.ts';
import type { ContextExposure } from '../projects/connection/context-exposure.ts';
import type { ContextRepositoryServices } from '../operator/project/context-repositories.ts';
import type { ContextRepository } from '../projects/connection/context-repositories.ts';
import type { Connection } from '../projects/connection/connection.ts';

/** Reads how a project is connected to its code host; undefined when it is not. */
export async function readConnection(desk: Client, projectId: string): Promise<Connection | undefined> {
  const read = desk.get('/v1/projects/{projectId}/connection', { path: { projectId } });
  const found = await read.catch((error: unknown) => {
    if (isApiError(error, 'not_found')) return undefined;
    throw error;
  });
  return found && presentConnection(projectId, found);
}

/** Converts a connection to the form that the commands use. */
export function presentConnection(projectId: string, found: ConnectionOfServer): Connection {
  const { updatedAt, webhook, host, repository, apiUrl, credentialKind, hint, login } = found;
  const { mention, draft, labels, reviewers } = found;
  const webhookSeenAt = webhook.seenAt === null ? null : new Date(webhook.seenAt);
  const account = { credentialKind, hint, login };
  const settings = { mention, draft, labels, reviewers };
  return {
    projectId,
    host,
    repository,
    apiUrl,
    ...account,
    ...settings,
    webhookSeenAt,
    updatedAt: new Date(updatedAt),
  };
}

/** The context repository commands over HTTP. */
export function contextRepositories(desk: Client): ContextRepositoryServices {
  const list = async (projectId: string): Promise<ContextRepository[]> => {
    const { repositories } = await desk.get('/v1/projects/{projectId}/context', { path: { projectId } });
    return repositories.map(presentHere);
  };
  return {
    list,
    async add(projectId, body) {
      const { warning, ...added } = await desk.post('/v1/projects/{projectId}/context', { path: { projectId }, body });
      return { ...presentHere(added), exposure: exposureOf(warning) };
    },
    async remove(projectId, name) {
      const removed = (await list(projectId)).find((one) => one.name === name);
      await desk.delete('/v1/projects/{projectId}/context/{name}', { path: { projectId, name } });
      return removed ?? presentHere({ name, repository: '' });
    },
  };
}

/** Derives the exposure from the warning, because the API returns it only as text. */
function exposureOf(warning: string | null): ContextExposure {
  return exposures.find((exposure) => (exposureWarning(exposure) ?? null) === warning) ?? 'unknown';
}

const exposures: ContextExposure[] = ['public', 'private-beside-public', 'unknown'];

function presentHere({
  name,
  repository,
  ref = null,
}: {
  name: string;
  repository: string;
  ref?: string | null;
}): ContextRepository {
  return { name, repository, ref, repositoryKind: kindOf(repository) };
}

function kindOf(repository: string): ContextRepository['repositoryKind'] {
  return /^[a-z+]+:\/\//.test(repository) ? 'url' : 'path';
}
