import { randomUUID } from 'node:crypto';
import type { HttpServices } from '../../http/services.ts';
import { hasScope } from '../../http/session/caller.ts';
import type { Viewer } from '../../http/session/viewer.ts';
import type { Project } from '../../projects/project.ts';
import type { Site } from '../view/site.ts';
import type { Audience } from './audience.ts';

/** Returns the audience for one of the project's people, with what they may do. */
export function audienceOf({ now, views }: HttpServices, site: Site, viewer: Viewer, project: Project): Audience {
  const at = now();
  const { formToken } = viewer;
  const mayRepair = hasScope(viewer, 'agent:write') && formToken !== undefined;
  return {
    project,
    site: { projectId: project.number, now: at, retentionMonths: views.retentionMonths },
    now: at,
    base: site.href(`/projects/${project.id}/readers`),
    api: site.href(`/v1/analytics/${project.id}`),
    ...(mayRepair && { repair: { once: randomUUID(), formToken } }),
    jobs: hasScope(viewer, 'agent:read') ? site.href(`/projects/${project.id}/jobs`) : undefined,
  };
}
