import type { Me } from '@copydesk/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { readKeyEnd } from '../../projects/key-end.ts';
import { readOrganisation } from '../../projects/organisation.ts';
import { findProject } from '../../projects/project.ts';
import { readSessionEnd } from '../../people/sessions.ts';
import { addApiRoute } from '../api-route.ts';
import { admitCaller } from '../checks/admit.ts';
import type { Caller } from '../session/caller.ts';
import { readSessionCookie } from '../session/session-cookie.ts';
import type { RouteServices } from './route-services.ts';

/** `GET /v1/me` */
export function addGetMe(app: FastifyInstance, services: RouteServices): void {
  const { db } = services;
  addApiRoute(app, {
    endpoint: 'getMe',
    admit: async (endpoint, request, reply) => await admitCaller(services, endpoint, request, reply),
    async answer(caller, request) {
      const { kind, id, name, role, scopes, organisationId, projectId } = caller;
      const [organisation, project, ends] = await Promise.all([
        readOrganisation(db, organisationId),
        projectId === null ? undefined : findProject(db, { organisationId, projectId }),
        endOf(services, caller, request),
      ]);
      const value: Me = {
        kind,
        id,
        name,
        role,
        scopes: [...scopes],
        organisation,
        project: project === undefined ? null : { id: project.id, name: project.name },
        expiresAt: ends?.toISOString() ?? null,
      };
      return { status: 200, value };
    },
  });
}

async function endOf(services: RouteServices, caller: Caller, request: FastifyRequest): Promise<Date | undefined> {
  if (caller.kind === 'key') return await readKeyEnd(services.db, caller.id);
  const cookie = readSessionCookie(request, services.baseUrl.startsWith('https:'));
  return cookie && (await readSessionEnd(services.db, cookie.token));
}
