import type { Actor } from '../audit/actor.ts';
import type { Database } from '../postgres/database.ts';
import * as store from '../projects/model-keys.ts';
import type { ModelKey, ModelProvider } from '../projects/model-keys.ts';
import { audited } from './audited.ts';

/** What seals keys. */
type SecretBox = Parameters<typeof store.setModelKey>[1];

interface Subject {
  id: string;
  name: string;
}

/**
 * Stores what a project brings for a provider. The address was checked by who knows what is allowed.
 *
 * @throws CopydeskError `invalid_request` for a key that cannot be one, `data_directory_refused`.
 */
export async function setModelKey(
  { db, box }: { db: Database; box: SecretBox },
  actor: Actor,
  { id, name }: Subject,
  draft: { provider: ModelProvider; key: string | undefined; baseUrl: string | undefined },
): Promise<ModelKey> {
  return await audited(
    db,
    actor,
    async (transaction) => await store.setModelKey(transaction, box, { projectId: id, ...draft }),
    ({ provider, hint, baseUrl }) => ({
      action: 'project.model-key',
      projectId: id,
      subject: { kind: 'project', id, name },
      detail: { provider, key: hint === '' ? null : `…${hint}`, baseUrl },
    }),
  );
}

/** @returns whether there was anything to take away. */
export async function deleteModelKey(
  db: Database,
  actor: Actor,
  { id, name }: Subject,
  provider: ModelProvider,
): Promise<boolean> {
  return await audited(
    db,
    actor,
    async (transaction) => await store.deleteModelKey(transaction, id, provider),
    (wasThere) =>
      wasThere
        ? {
            action: 'project.model-key',
            projectId: id,
            subject: { kind: 'project', id, name },
            detail: { provider, removed: true },
          }
        : undefined,
  );
}
