import { JobId } from '@copydesk/contract';
import type { Scope } from '@copydesk/contract';
import type { FastifyRequest } from 'fastify';
import { jobNotFound } from '../../../jobs/not-found.ts';
import type { StoredJob } from '../../../jobs/present.ts';
import { readJob } from '../../../jobs/read/read.ts';
import type { HttpServices } from '../../../http/services.ts';
import type { Viewer } from '../../../http/session/viewer.ts';
import type { Project } from '../../../projects/project.ts';
import { admit } from '../../pull-requests/admit.ts';

export interface JobParams {
  projectId: string;
  jobId: string;
}

/** Returns the viewer, the project, and the job that the address names. @throws CopydeskError as {@link admit} does. */
export async function admitToJob(
  services: HttpServices,
  request: FastifyRequest<{ Params: JobParams }>,
  scope: Scope,
): Promise<{ viewer: Viewer; project: Project; job: StoredJob }> {
  const { viewer, project } = await admit(services, request, scope);
  const { jobId } = request.params;
  const job = JobId.safeParse(jobId).success ? await readJob(services.db, project.id, jobId) : undefined;
  if (job === undefined) throw jobNotFound();
  return { viewer, project, job };
}
