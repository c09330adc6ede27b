import type { FastifyInstance } from 'fastify';
import { revokeShareAs } from '../../../desk/project/revoke-share.ts';
import { jobNotFound } from '../../../jobs/not-found.ts';
import { hasShareLink } from '../../../projects/share-links.ts';
import { addApiRoute } from '../../api-route.ts';
import { admit, parameter } from '../../checks/admit.ts';
import { actorOf } from '../../session/caller.ts';
import type { RouteServices } from '../route-services.ts';

/** `DELETE /v1/projects/{projectId}/shares/{shareId}` */
export function addRevokeShare(app: FastifyInstance, services: RouteServices): void {
  addApiRoute(app, {
    endpoint: 'revokeShare',
    async admit(endpoint, request, reply) {
      const admission = await admit(services, endpoint, request, reply);
      const shareId = parameter(request, 'shareId');
      const isKnown = /^shr_[0-9A-Za-z]{22}$/.test(shareId);
      if (!isKnown || !(await hasShareLink(services.db, admission.project.id, shareId))) throw jobNotFound();
      return { ...admission, shareId };
    },
    async answer({ caller, project, shareId }) {
      const share = { projectId: project.id, shareId, now: services.now() };
      await revokeShareAs(services.db, actorOf(caller), share);
      return { status: 204, value: null };
    },
  });
}
