import type { FastifyRequest } from 'fastify';
import type { Project } from '../../projects/project.ts';
import { visibleProject } from '../../http/checks/visibility.ts';
import type { HttpServices } from '../../http/services.ts';
import { requireEditor, requireViewer, requireViewerScope } from '../../http/session/viewer.ts';
import type { Viewer } from '../../http/session/viewer.ts';

/** The parameters in the address of a project's page. */
export type ProjectRoute = { Params: { projectId: string } };

type ProjectRequest = FastifyRequest<ProjectRoute>;

/**
 * Returns the viewer and the project, if they may see it. A project that does not exist and one that belongs to others
 * give the same error.
 *
 * @throws CopydeskError `credentials_required`, `invalid_token`, `insufficient_scope`, `not_found`.
 */
export async function admitToProject(
  services: HttpServices,
  request: ProjectRequest,
): Promise<{ viewer: Viewer; project: Project }> {
  const viewer = await requireViewer(services, request);
  requireViewerScope(viewer, 'agent:read');
  return { viewer, project: await visibleProject(services, viewer, request.params.projectId) };
}

/** Does the same as {@link admitToProject} for the settings, which not everybody may see. */
export async function admitToSettings(
  services: HttpServices,
  request: ProjectRequest,
): Promise<{ viewer: Viewer; project: Project }> {
  const viewer = await requireViewer(services, request);
  requireEditor(viewer);
  return { viewer, project: await visibleProject(services, viewer, request.params.projectId) };
}

/**
 * Does the same as {@link admitToSettings} for a form, which must be one of this server's own. @throws CopydeskError
 * also `forbidden_origin`
 */
export async function admitForm(
  services: HttpServices,
  request: ProjectRequest,
): Promise<{ viewer: Viewer; project: Project }> {
  const viewer = await requireViewer(services, request);
  viewer.requireOwnForm(request);
  requireEditor(viewer);
  return { viewer, project: await visibleProject(services, viewer, request.params.projectId) };
}
