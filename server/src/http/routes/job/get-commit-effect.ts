import { CommitEffectQuery } from '@copydesk/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { readEffect } from '../../../analytics/effect/effect.ts';
import { admitToReading, siteOf } from '../../analytics-route.ts';
import { addApiRoute } from '../../api-route.ts';
import { admit } from '../../checks/admit.ts';
import type { RouteServices } from '../route-services.ts';

const Parts = z.object({ query: CommitEffectQuery });

/** `GET /v1/effect/{projectId}` */
export function addGetCommitEffect(app: FastifyInstance, services: RouteServices): void {
  addApiRoute(app, {
    endpoint: 'getCommitEffect',
    config: { isLarge: true },
    admit: async (endpoint, request, reply) => await admit(services, endpoint, request, reply),
    async answer(admission, request, reply) {
      const { commit, days } = await admitToReading(services, Parts, admission, request, reply);
      const change = await services.readCommit(admission.project, commit);
      return { status: 200, value: await readEffect(services.db, siteOf(services, admission), { ...change, days }) };
    },
  });
}
