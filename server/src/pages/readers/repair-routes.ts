import { RepairRequest } from '@copydesk/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { checkFields } from '../../http/checks/fields.ts';
import { idempotencyOf } from '../../http/checks/prompt.ts';
import { withQuota } from '../../http/replies/quota-headers.ts';
import type { HttpServices } from '../../http/services.ts';
import { actorOf } from '../../http/session/caller.ts';
import { field } from '../../http/session/form.ts';
import { startRepair } from '../../http/job/start-repair.ts';
import { waitForFirst } from '../jobs/new/accept-prompt.ts';
import { admit } from '../pull-requests/admit.ts';
import type { Site } from '../view/site.ts';

const RepairForm = z.object({ body: RepairRequest });

/** Adds the route that starts a job to repair what was not found, from the readers' page. */
export function addRepairRoute(app: FastifyInstance, services: HttpServices, site: Site): void {
  app.post<{ Params: { projectId: string } }>(
    '/projects/:projectId/readers/not-found/repair',
    async (request, reply) => {
      const { viewer, project } = await admit(services, request, 'agent:write');
      viewer.requireOwnForm(request);
      const number = (name: string) => Number(field(request.body, name) ?? Number.NaN);
      const sent = { from: field(request.body, 'from'), minViews: number('minViews'), days: number('days') };
      const { body } = checkFields(RepairForm, { body: sent });
      const asked = { endpoint: 'repairNotFound', projectId: project.id, prompt: JSON.stringify(body) } as const;
      const idempotency = idempotencyOf(`form ${field(request.body, 'once')?.slice(0, 64)}`, asked);
      const now = services.now();
      const where = { projectId: project.number, now, retentionMonths: services.views.retentionMonths };
      const { job } = await waitForFirst(
        async () =>
          await withQuota(services, 'create', project.id, reply, async (quota) => {
            const draft = { project, ...services.jobDefaults(project), idempotency, quota, now };
            return await startRepair(services.db, actorOf(viewer), draft, { site: where, request: body });
          }),
      );
      return await reply.redirect(site.href(`/projects/${project.id}/jobs/${job.id}`), 303);
    },
  );
}
