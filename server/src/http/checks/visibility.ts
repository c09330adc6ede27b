import { JobId, ProjectId } from '@copydesk/contract';
import type { Job } from '@copydesk/contract';
import { jobNotFound } from '../../jobs/not-found.ts';
import { readJob } from '../../jobs/read.ts';
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

/** 404: the project and one of its jobs, read at the same time. @throws CopydeskError `not_found`. */
export async function visibleJob(
  services: Pick<HttpServices, 'db'>,
  caller: Caller,
  ids: { projectId: string; jobId: string },
): Promise<{ project: Project; job: Job }> {
  if (!ProjectId.safeParse(ids.projectId).success || !JobId.safeParse(ids.jobId).success) throw jobNotFound();
  const [project, job] = await Promise.all([
    visibleProject(services, caller, ids.projectId),
    readJob(services.db, ids.projectId, ids.jobId),
  ]);
  if (job === undefined) throw jobNotFound();
  return { project, job };
}
