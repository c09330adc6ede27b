import { ProjectId } from '@copydesk/contract';
import { BoundedMap } from '../../analytics/bounded-map.ts';
import { readProject } from '../../projects/project.ts';
import type { Project } from '../../projects/project.ts';
import type { HttpServices } from '../services.ts';

/** Returns projects by their id, for thousands of requests from browsers. */
export type ProjectCache = (projectId: string) => Promise<Project | undefined>;

/** Changes to a project's origins take effect within this time. */
const freshMilliseconds = 1_000;

const rememberedProjects = 10_000;

/** Reads a project at most once a second, however many requests need it, also for ids that do not exist. */
export function cacheProjects({ db, now }: Pick<HttpServices, 'db' | 'now'>): ProjectCache {
  const cache = new BoundedMap<string, { project: Promise<Project | undefined>; until: number }>(rememberedProjects);
  const read = (projectId: string, at: number): Promise<Project | undefined> => {
    const entry = { project: readProject(db, projectId), until: at + freshMilliseconds };
    cache.set(projectId, entry);
    // A failure is not cached: the next request reads again.
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
