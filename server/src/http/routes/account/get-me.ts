import type { Me } from '@copydesk/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { readKeyEnd } from '../../../projects/key/key-end.ts';
import { readOrganisation } from '../../../projects/organisation.ts';
import { findProject } from '../../../projects/project.ts';
import { isTestOrganisation } from '../../../projects/test-mode.ts';
import { readPerson } from '../../../people/people.ts';
import { readSessionEnd } from '../../../people/sessions.ts';
import { addApiRoute } from '../../api-route.ts';
import { admitCaller } from '../../checks/admit.ts';
import type { Caller } from '../../session/caller.ts';
import { readSessionCookie } from '../../session/session-cookie.ts';
import type { RouteServices } from '../route-services.ts';

/** `GET /v1/me` */
export function addGetMe(app: FastifyInstance, services: RouteServices): void {
  addApiRoute(app, {
    endpoint: 'getMe',
    admit: async (endpoint, request, reply) => await admitCaller(services, endpoint, request, reply),
    answer: async (caller, request) => ({ status: 200, value: await readMe(services, caller, request) }),
  });
}

/** Returns the caller and what they may do. */
export async function readMe(services: RouteServices, caller: Caller, request: FastifyRequest): Promise<Me> {
  const { db } = services;
  const { kind, id, name, role, scopes, organisationId, projectId } = caller;
  const [organisation, project, person, ends] = await Promise.all([
    readOrganisation(db, organisationId),
    projectId === null ? undefined : findProject(db, { organisationId, projectId }),
    kind === 'key' ? undefined : readPerson(db, { organisationId, personId: id }),
    endOf(services, caller, request),
  ]);
  return {
    kind,
    id,
    name,
    role,
    email: person?.email ?? null,
    hasPassword: person?.hasPassword ?? false,
    scopes: [...scopes],
    organisation,
    project: project === undefined ? null : { id: project.id, name: project.name },
    test: isTestOrganisation(organisationId),
    expiresAt: ends?.toISOString() ?? null,
  };
}

async function endOf(services: RouteServices, caller: Caller, request: FastifyRequest): Promise<Date | undefined> {
  if (caller.kind === 'key') return await readKeyEnd(services.db, caller.id);
  const cookie = readSessionCookie(request, services.baseUrl.startsWith('https:'));
  return cookie && (await readSessionEnd(services.db, cookie.token));
}
