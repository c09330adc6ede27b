import type { Actor } from '../../audit/actor.ts';
import { changePerson } from '../../people/change-person.ts';
import type { PersonChange } from '../../people/change-person.ts';
import type { Person } from '../../people/people.ts';
import type { Database } from '../../postgres/database.ts';
import { audited } from '../audited.ts';
import { personAction } from './person-action.ts';

/**
 * Changes name, role or e-mail address of a person. A change that changes nothing gets no audit entry.
 *
 * @throws CopydeskError `not_found`, `changed_meanwhile`, `last_owner`, `invalid_request`.
 */
export async function changePersonOf(
  db: Database,
  actor: Actor,
  personId: string,
  { revision, ...change }: PersonChange & { revision?: number },
): Promise<Person> {
  const { after } = await audited(
    db,
    actor,
    async (transaction) =>
      await changePerson(transaction, { organisationId: actor.organisationId, personId }, change, revision),
    ({ before, after: changed }) => {
      const differences = differencesOf(before, changed);
      return Object.keys(differences).length === 0 ? undefined : personAction('person.change', changed, differences);
    },
  );
  return after;
}

/** `{ role: { from: 'viewer', to: 'editor' } }` */
function differencesOf(before: Person, after: Person): Record<string, { from: string | null; to: string | null }> {
  const fields = ['name', 'role', 'email'] as const;
  const changed = fields.filter((field) => before[field] !== after[field]);
  return Object.fromEntries(changed.map((field) => [field, { from: before[field], to: after[field] }]));
}
