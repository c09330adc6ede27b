import type { Actor } from '../../audit/actor.ts';
import { endOtherSessions } from '../../people/sessions.ts';
import type { Database } from '../../postgres/database.ts';
import { audited } from '../audited.ts';
import { personAction } from '../person/person-action.ts';

/**
 * Ends the actor's own sessions in other browsers: the one with the given id, or all.
 *
 * @returns how many.
 */
export async function endOwnSessions(
  db: Database,
  { actor, personId, token }: { actor: Actor; personId: string; token: string },
  id?: string,
): Promise<number> {
  return await audited(
    db,
    actor,
    async (transaction) => await endOtherSessions(transaction, personId, { token, id }),
    (ended) =>
      ended === 0 ? undefined : personAction('session.end', { id: personId, name: actor.name }, { sessions: ended }),
  );
}
