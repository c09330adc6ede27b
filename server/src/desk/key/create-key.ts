import { isCopydeskError } from '@copydesk/contract';
import type { Database } from '../../postgres/database.ts';
import { createKey } from '../../projects/key/keys.ts';
import type { NewKey } from '../../projects/key/keys.ts';
import { readKey } from '../../projects/key/read-keys.ts';
import type { ApiKey } from '../../projects/key/read-keys.ts';
import { findTestProject, isTestOrganisation } from '../../projects/test-mode.ts';
import { audited } from '../audited.ts';
import { keyAction, noSuchProject, projectOfNewKey } from './keys.ts';
import type { KeyManager } from './keys.ts';
import { findMadeBefore, recordMade } from '../made-once.ts';
import type { Once } from '../made-once.ts';

/** The result of a request for a key. */
export interface MadeKey {
  key: ApiKey;
  /** The key itself, shown this once; null when the request was answered before. */
  token: string | null;
}

/**
 * Creates an API key. A repeated request creates none.
 *
 * @throws CopydeskError `invalid_request`, `insufficient_scope`, `not_found` (the project),
 *   `idempotency_key_in_flight`, `idempotency_key_reused`.
 */
export async function makeKey(
  db: Database,
  manager: KeyManager,
  draft: Omit<NewKey, 'organisationId' | 'createdBy'>,
  { now, once }: { now: Date; once?: Once },
): Promise<MadeKey> {
  const { actor } = manager;
  const { organisationId } = actor;
  return await audited(
    db,
    actor,
    async (transaction): Promise<MadeKey> => {
      const before = await findMadeBefore(transaction, actor, once);
      if (before !== undefined) {
        return { key: await readKey(transaction, { organisationId, keyId: before }), token: null };
      }
      const projectId = projectOfNewKey(manager, await projectAsked(transaction, organisationId, draft.projectId));
      const settings = { ...draft, projectId, organisationId, createdBy: actor.name };
      const made = await createKey(transaction, settings, { now }).catch(projectErrors);
      await recordMade(transaction, actor, once, made.key.id);
      return made;
    },
    ({ key, token }) => {
      const { scopes, expiresAt, allowedAddresses } = key;
      return token === null ? undefined : keyAction('key.create', key, { scopes, expiresAt, allowedAddresses });
    },
  );
}

/** With a test key, a project may also be named by the id of the live one. */
async function projectAsked(db: Database, organisationId: string, asked: string | null | undefined) {
  if (asked == null || !isTestOrganisation(organisationId)) return asked;
  return (await findTestProject(db, { organisationId, projectId: asked }))?.id ?? asked;
}

function projectErrors(error: unknown): never {
  throw isCopydeskError(error, 'not_found') ? noSuchProject() : error;
}
