import type { Actor } from '../../audit/actor.ts';
import { endSession } from '../../people/sessions.ts';
import type { Database } from '../../postgres/database.ts';
import { endKeySession } from '../../projects/key/key-sessions.ts';
import { audited } from '../audited.ts';

/** Ends the session of a browser. */
export async function signOut(
  db: Database,
  actor: Actor,
  session: { kind: 'person' | 'key'; token: string },
): Promise<void> {
  await audited(
    db,
    actor,
    async (transaction) => await (session.kind === 'key' ? endKeySession : endSession)(transaction, session.token),
    () => ({ action: 'sign-out', subject: { kind: session.kind, id: actor.id, name: actor.name } }),
  );
}
