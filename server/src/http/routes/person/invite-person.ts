import { createHash } from 'node:crypto';
import { IdempotentHeaders, PersonRequest } from '@copydesk/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { invitePerson } from '../../../desk/person/invite-person.ts';
import type { Once } from '../../../desk/made-once.ts';
import { addApiRoute } from '../../api-route.ts';
import { admitToOrganisation } from '../../checks/admit-organisation.ts';
import { readBody } from '../../checks/body.ts';
import { checkFields } from '../../checks/fields.ts';
import { parseJson } from '../../checks/json.ts';
import { requireJson } from '../../checks/media-type.ts';
import { presentLink, presentPerson } from '../../present-person.ts';
import { actorOf } from '../../session/caller.ts';
import type { RouteServices } from '../route-services.ts';

const Parts = z.object({ body: PersonRequest, headers: IdempotentHeaders });

/** `POST /v1/people` */
export function addInvitePerson(app: FastifyInstance, services: RouteServices): void {
  const { db, baseUrl, now } = services;
  addApiRoute(app, {
    endpoint: 'invitePerson',
    admit: async (endpoint, request, reply) => await admitToOrganisation(services, endpoint, request, reply),
    async answer({ caller }, request, reply) {
      requireJson(request.headers);
      const sent = parseJson(await readBody(request.raw, services.limits));
      const { body, headers } = checkFields(Parts, { body: sent, headers: request.headers });
      const once = onceOf(headers['idempotency-key'], body);
      const { person, link } = await invitePerson(db, actorOf(caller), body, { now: now(), once });
      if (link === null) reply.header('idempotency-replayed', 'true');
      reply.header('location', `${baseUrl}/v1/people/${person.id}`);
      const shown = link === null ? { link: null, linkExpiresAt: null } : presentLink(baseUrl, link);
      return { status: 201, value: { ...presentPerson(person), ...shown } };
    },
  });
}

function onceOf(key: string | undefined, { name, role, email = null }: PersonRequest): Once | undefined {
  if (key === undefined) return undefined;
  const canonical = JSON.stringify(['invitePerson', name, role, email]);
  return { key, requestHash: createHash('sha256').update(canonical).digest() };
}
