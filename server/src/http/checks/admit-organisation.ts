import { CopydeskError, PersonId } from '@copydesk/contract';
import type { Endpoint } from '@copydesk/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { noSuchPerson, readPerson } from '../../people/people.ts';
import type { Person } from '../../people/people.ts';
import type { HttpServices } from '../services.ts';
import type { Caller } from '../session/caller.ts';
import { admitCaller, parameter } from './admit.ts';

type AdmissionServices = Pick<HttpServices, 'db' | 'now' | 'baseUrl'>;

/**
 * Runs the first checks of an endpoint that belongs to the whole organisation: authentication 401, scope 403. A key
 * that is bound to one project is not enough.
 *
 * @throws CopydeskError `credentials_required`, `invalid_token`, `address_not_allowed`, `insufficient_scope`.
 */
export async function admitToOrganisation(
  services: AdmissionServices,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<{ caller: Caller }> {
  const caller = await admitCaller(services, endpoint, request, reply);
  requireWholeOrganisation(caller);
  return { caller };
}

/** Does the same for an endpoint of one person. @throws CopydeskError `not_found` too. */
export async function admitToPerson(
  services: AdmissionServices,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<{ caller: Caller; person: Person }> {
  const { caller } = await admitToOrganisation(services, endpoint, request, reply);
  const personId = parameter(request, 'personId');
  if (!PersonId.safeParse(personId).success) throw noSuchPerson();
  return { caller, person: await readPerson(services.db, { organisationId: caller.organisationId, personId }) };
}

/** @throws CopydeskError `insufficient_scope`. */
export function requireWholeOrganisation({ projectId }: Pick<Caller, 'projectId'>): void {
  if (projectId === null) return;
  throw new CopydeskError(
    'insufficient_scope',
    'This needs an API key that is for all projects; yours is for one of them.',
  );
}
