import type { Actor } from '../../audit/actor.ts';
import type { Database } from '../../postgres/database.ts';
import { revokeShareLink } from '../../projects/share-links.ts';
import { audited } from '../audited.ts';

/** Revokes a share link. A second revocation changes nothing. */
export async function revokeShareAs(
  db: Database,
  actor: Actor,
  { projectId, shareId, now }: { projectId: string; shareId: string; now: Date },
): Promise<void> {
  await audited(
    db,
    actor,
    async (transaction) => await revokeShareLink(transaction, { projectId, shareId, now }),
    (share) =>
      share && { action: 'share.revoke', projectId, subject: { kind: 'share link', id: shareId, name: share.name } },
  );
}
