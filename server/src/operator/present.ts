import { presentSettings } from '../projects/present.ts';
import type { Project } from '../projects/project.ts';
import type { ApiKey } from '../projects/key/read-keys.ts';

/** A project, as `--json` shows it. */
export function presentProject(project: Project) {
  const { repository, peopleFrom } = project;
  return { ...presentSettings(project), repository, peopleFrom: peopleFrom ?? 'either' };
}

/** A key, as `--json` shows it: never its token. */
export function presentKey(key: ApiKey) {
  return {
    id: key.id,
    name: key.name,
    hint: key.hint,
    test: key.test,
    scopes: key.scopes,
    projectId: key.projectId,
    allowedAddresses: key.allowedAddresses,
    createdAt: key.createdAt.toISOString(),
    expiresAt: key.expiresAt?.toISOString() ?? null,
    lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
    revokedAt: key.revokedAt?.toISOString() ?? null,
  };
}
