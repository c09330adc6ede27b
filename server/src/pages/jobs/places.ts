import type { Viewer } from '../../http/session/viewer.ts';
import type { Project } from '../../projects/project.ts';
import { shellOf } from '../view/shell.ts';
import type { Shell } from '../view/shell.ts';
import type { Site } from '../view/site.ts';

/** Returns the address of a project's list of jobs. The address of a job is below it. */
export function jobsAddress(site: Site, { id }: Project): string {
  return site.href(`/projects/${id}/jobs`);
}

/** Returns the address of the setting of a project's model. */
export function modelHref(site: Site, { id }: Pick<Project, 'id'>): string {
  return site.href(`/projects/${id}/settings#agent`);
}

/** Returns what surrounds the pages of a project's jobs. */
export function jobsFrame(viewer: Viewer, { id, name }: Project): Shell {
  return { viewer: shellOf(viewer), section: 'projects', project: { id, name, tab: 'jobs' } };
}
