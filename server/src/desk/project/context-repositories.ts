import type { Actor } from '../../audit/actor.ts';
import type { Database } from '../../postgres/database.ts';
import * as store from '../../projects/connection/context-repositories.ts';
import type { ContextRepository } from '../../projects/connection/context-repositories.ts';
import { audited } from '../audited.ts';

interface Subject {
  id: string;
  name: string;
}

/**
 * Adds a repository that the caller has checked. @throws CopydeskError `invalid_request` for an invalid name, or one
 * too many.
 */
export async function addContextRepository(
  db: Database,
  actor: Actor,
  { id, name }: Subject,
  draft: ContextRepository,
): Promise<void> {
  await audited(
    db,
    actor,
    async (transaction) => await store.addContextRepository(transaction, id, draft),
    () => ({
      action: 'project.context',
      projectId: id,
      subject: { kind: 'project', id, name },
      detail: { added: draft.name, repository: draft.repository, ref: draft.ref },
    }),
  );
}

/** @throws CopydeskError `not_found` when the project has none of this name. */
export async function removeContextRepository(
  db: Database,
  actor: Actor,
  { id, name }: Subject,
  removed: string,
): Promise<ContextRepository> {
  return await audited(
    db,
    actor,
    async (transaction) => await store.removeContextRepository(transaction, id, removed),
    (repository) => ({
      action: 'project.context',
      projectId: id,
      subject: { kind: 'project', id, name },
      detail: { removed, repository: repository.repository },
    }),
  );
}
