import { invitePerson } from '../../desk/person/invite-person.ts';
import { linkPerson } from '../../desk/person/link-person.ts';
import type { OperatorServices } from '../../operator/operator.ts';
import { createOwnerLink } from '../../people/owner-link.ts';
import { listPeople } from '../../people/people.ts';
import type { App } from '../app.ts';
import type { OwnOrganisation } from './own-organisation.ts';

type PeopleCommands = Pick<OperatorServices, 'createPerson' | 'listPeople' | 'createSignInLink' | 'createOwnerLink'>;

/** What commands do with people. */
export function peopleCommands({ db, url }: App, own: OwnOrganisation): PeopleCommands {
  return {
    createPerson: async ({ name, role = 'owner' }) =>
      (await invitePerson(db, await own.actor(), { name, role }, { now: new Date() })).person,
    listPeople: async () => await listPeople(db, await own.id()),
    async createSignInLink(personId, then) {
      const how = { now: new Date(), lifetimeSeconds: 60 * 60 };
      const { token, expiresAt } = (await linkPerson(db, await own.actor(), personId, how)).link;
      const query = then === undefined ? '' : `?next=${encodeURIComponent(then)}`;
      return { link: `${url}/sign-in/${token}${query}`, expiresAt };
    },
    async createOwnerLink() {
      const made = await createOwnerLink(db, await own.id(), new Date());
      return made && { link: `${url}/welcome/${made.token}`, expiresAt: made.expiresAt };
    },
  };
}
