import type { Actor } from '../../audit/actor.ts';
import type { Database } from '../../postgres/database.ts';
import * as store from '../../projects/model-keys.ts';
import type { ModelKey, ModelProvider } from '../../projects/model-keys.ts';
import { audited } from '../audited.ts';

/** Encrypts keys. */
type SecretBox = Parameters<typeof store.setModelKey>[1];

interface Subject {
  id: string;
  name: string;
}

/**
 * Stores a project's own key for a provider. The caller has checked that the address is allowed.
 *
 * @throws CopydeskError `invalid_request` for a malformed key, `data_directory_refused`.
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

/** @returns whether there was one to delete. */
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
