import type { Actor } from '../audit/actor.ts';
import type { Database } from '../postgres/database.ts';
import { createShareLink } from '../projects/share-links.ts';
import type { MadeShare } from '../projects/share-links.ts';
import { audited } from './audited.ts';

/**
 * Makes a link by which everybody who has it sees a project's readers.
 *
 * @param draft - `token` of a form, which gives the same link when it is sent twice.
 * @throws CopydeskError `too_many_shares`.
 */
export async function makeShare(
  db: Database,
  actor: Actor,
  draft: { projectId: string; name: string; token?: string },
): Promise<MadeShare> {
  const { projectId } = draft;
  return await audited(
    db,
    actor,
    async (transaction) => await createShareLink(transaction, { ...draft, createdBy: actor.name }),
    ({ isNew, share: { id, name } }) =>
      isNew ? { action: 'share.create', projectId, subject: { kind: 'share link', id, name } } : undefined,
  );
}
