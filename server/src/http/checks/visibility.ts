import { JobId, ProjectId } from '@copydesk/contract';
import type { Job } from '@copydesk/contract';
import { jobNotFound } from '../../jobs/not-found.ts';
import { findJob } from '../../jobs/read.ts';
import { findProject } from '../../projects/project.ts';
import type { Project } from '../../projects/project.ts';
import type { HttpServices } from '../services.ts';
import type { Caller } from './authenticate.ts';

/**
 * 404: the project, as far as the caller may see it. What is absent and what is somebody else's run the same query
 * and get the same answer.
 *
 * @throws CopydeskError `not_found`.
 */
export async function visibleProject(
  services: Pick<HttpServices, 'db'>,
  caller: Caller,
  projectId: string,
): Promise<Project> {
  if (!ProjectId.safeParse(projectId).success) throw jobNotFound();
  const { organisationId, projectId: keyProjectId } = caller;
  const project = await findProject(services.db, { organisationId, projectId, keyProjectId });
  if (project === undefined) throw jobNotFound();
  return project;
}

/**
 * 404: a job of a project, as far as the caller may see it. The job's row knows its organisation, so the project's is
 * not asked for: this is the path of the clients that poll.
 *
 * @throws CopydeskError `not_found`.
 */
export async function visibleJob(
  services: Pick<HttpServices, 'db'>,
  caller: Caller,
  { projectId, jobId }: { projectId: string; jobId: string },
): Promise<Job> {
  if (!ProjectId.safeParse(projectId).success || !JobId.safeParse(jobId).success) throw jobNotFound();
  const job = await findJob(services.db, { organisationId: caller.organisationId, projectId, jobId });
  const isBoundElsewhere = caller.projectId !== null && caller.projectId !== projectId;
  if (job === undefined || isBoundElsewhere) throw jobNotFound();
  return job;
}
