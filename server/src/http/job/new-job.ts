import type { Job } from '@copydesk/contract';
import type { FastifyReply } from 'fastify';
import type { Accepted, NewJob } from '../../jobs/request/create.ts';
import type { Idempotency } from '../../jobs/request/idempotency.ts';
import { withPage } from '../../jobs/present.ts';
import type { Project } from '../../projects/project.ts';
import { withQuota } from '../replies/quota-headers.ts';
import type { HttpServices } from '../services.ts';

/** What a request contributes to a new job, whatever the job is for. */
type Draft = Pick<NewJob, 'model' | 'sourceRepository' | 'baseRef' | 'idempotency' | 'quota' | 'now'> & {
  project: Project;
};

/**
 * Creates a job within the quota of its project, and replies with its address.
 * @throws CopydeskError what `create` throws.
 */
export async function answerNewJob(
  services: HttpServices,
  reply: FastifyReply,
  { project, idempotency }: { project: Project; idempotency: Idempotency | undefined },
  create: (draft: Draft) => Promise<Accepted>,
): Promise<{ status: 201; value: Job }> {
  const { job, replayed } = await withQuota(services, 'create', project.id, reply, async (quota) => {
    const defaults = services.jobDefaults(project);
    return await create({ project, ...defaults, idempotency, quota, now: services.now() });
  });
  if (replayed) reply.header('idempotency-replayed', 'true');
  reply.header('location', `${services.baseUrl}/v2/agent/${project.id}/job/${job.id}`);
  return { status: 201, value: withPage(services.baseUrl, project.id, job) };
}
