import type { Scope } from '@copydesk/contract';
import { ProjectId } from '@copydesk/contract';
import type { FastifyRequest } from 'fastify';
import { findProject } from '../../projects/project.ts';
import type { Project } from '../../projects/project.ts';
import type { PullRequest } from '../../pull-requests/pull-request.ts';
import { readPullRequest } from '../../pull-requests/read.ts';
import { notFound } from '../../pull-requests/refusals.ts';
import type { HttpServices } from '../../http/services.ts';
import { requireViewer, requireViewerScope } from '../../http/session/viewer.ts';
import type { Viewer } from '../../http/session/viewer.ts';

/**
 * Returns the viewer and the project, if they may see it. A project that does not exist and one that belongs to others
 * give the same error.
 *
 * @throws CopydeskError `credentials_required`, `invalid_token`, `address_not_allowed`, `insufficient_scope`,
 *   `not_found`.
 */
export async function admit(
  services: HttpServices,
  request: FastifyRequest<{ Params: { projectId: string } }>,
  scope: Scope,
): Promise<{ viewer: Viewer; project: Project }> {
  const viewer = await requireViewer(services, request);
  requireViewerScope(viewer, scope);
  const { projectId } = request.params;
  if (!ProjectId.safeParse(projectId).success) throw notFound();
  const { organisationId, projectId: keyProjectId } = viewer;
  const project = await findProject(services.db, { organisationId, projectId, keyProjectId });
  if (project === undefined) throw notFound();
  return { viewer, project };
}

/** Does the same as {@link admit}, and returns the pull request that the address names. */
export async function admitTo(
  services: HttpServices,
  request: FastifyRequest<{ Params: { projectId: string; number: string } }>,
  scope: Scope,
): Promise<{ viewer: Viewer; project: Project; pullRequest: PullRequest }> {
  const { viewer, project } = await admit(services, request, scope);
  const number = /^[1-9]\d{0,8}$/.test(request.params.number) ? Number(request.params.number) : undefined;
  const pullRequest = number === undefined ? undefined : await readPullRequest(services.db, project.id, number);
  if (pullRequest === undefined) throw notFound();
  return { viewer, project, pullRequest };
}
