import type { FastifyInstance } from 'fastify';
import { addChangePerson } from './change-person.ts';
import { addGetAudit } from './get-audit.ts';
import { addGetMe } from '../account/get-me.ts';
import { addInvitePerson } from './invite-person.ts';
import { addLinkPerson } from './link-person.ts';
import { addListPeople } from './list-people.ts';
import { addRemovePerson } from './remove-person.ts';
import type { RouteServices } from '../route-services.ts';

/** Adds the endpoints of people, of the caller, and of the audit log. */
export function addPeopleApi(app: FastifyInstance, services: RouteServices): void {
  addGetMe(app, services);
  addListPeople(app, services);
  addInvitePerson(app, services);
  addChangePerson(app, services);
  addRemovePerson(app, services);
  addLinkPerson(app, services);
  addGetAudit(app, services);
}
