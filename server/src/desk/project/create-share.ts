import type { Actor } from '../../audit/actor.ts';
import { inTransaction } from '../../postgres/database.ts';
import type { Database } from '../../postgres/database.ts';
import { createShareLink, readShareLink } from '../../projects/share-links.ts';
import type { MadeShare } from '../../projects/share-links.ts';
import { audited } from '../audited.ts';
import { findMadeBefore, recordMade } from '../made-once.ts';
import type { Once } from '../made-once.ts';

/**
 * Creates a link that shows a project's readers to everybody who has it.
 *
 * @param draft - `token` of a form, which gives the same link when the form is sent twice.
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

/**
 * Does the same for a request that may be repeated. A repeated request creates none, and can no longer get the link's
 * token.
 *
 * @throws CopydeskError `too_many_shares`, `idempotency_key_in_flight`, `idempotency_key_reused`.
 */
export async function makeShareOnce(
  db: Database,
  actor: Actor,
  draft: { projectId: string; name: string },
  once: Once | undefined,
): Promise<MadeShare | (Pick<MadeShare, 'share'> & { token: null })> {
  return await inTransaction(db, async (transaction) => {
    const before = await findMadeBefore(transaction, actor, once);
    if (before !== undefined) {
      return { share: await readShareLink(transaction, { ...draft, shareId: before }), token: null };
    }
    const made = await makeShare(transaction, actor, draft);
    await recordMade(transaction, actor, once, made.share.id);
    return made;
  });
}
