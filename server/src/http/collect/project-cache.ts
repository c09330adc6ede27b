import { ProjectId } from '@copydesk/contract';
import { BoundedMap } from '../../analytics/bounded-map.ts';
import { readProject } from '../../projects/project.ts';
import type { Project } from '../../projects/project.ts';
import type { HttpServices } from '../services.ts';

/** Projects by their id, for requests that come from browsers by the thousand. */
export type ProjectCache = (projectId: string) => Promise<Project | undefined>;

/** A project's origins take effect within this time. */
const freshMilliseconds = 1_000;

const rememberedProjects = 10_000;

/** One read a project and second, however many ask, also for ids that belong to nothing. */
export function cacheProjects({ db, now }: Pick<HttpServices, 'db' | 'now'>): ProjectCache {
  const cache = new BoundedMap<string, { project: Promise<Project | undefined>; until: number }>(rememberedProjects);
  const read = (projectId: string, at: number): Promise<Project | undefined> => {
    const entry = { project: readProject(db, projectId), until: at + freshMilliseconds };
    cache.set(projectId, entry);
    // The next request asks again, rather than being told of this failure.
    entry.project.catch(() => void (entry.until = 0));
    return entry.project;
  };
  return (projectId) => {
    const at = now().getTime();
    const cached = cache.get(projectId);
    if (cached !== undefined && cached.until > at && cached.until <= at + freshMilliseconds) return cached.project;
    return ProjectId.safeParse(projectId).success ? read(projectId, at) : Promise.resolve(undefined);
  };
}
