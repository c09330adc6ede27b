import { findPages } from '../../analytics/read/page/find-pages.ts';
import { findJobs } from '../../jobs/read/find.ts';
import { findProjects } from '../../projects/project-names.ts';
import type { HttpServices } from '../../http/services.ts';
import { hasScope } from '../../http/session/caller.ts';
import type { Viewer } from '../../http/session/viewer.ts';
import type { Site } from '../view/site.ts';

/** One search result, with the address of its page. */
export interface Hit {
  kind: 'project' | 'job' | 'page';
  title: string;
  /** Distinguishes results of the same title. */
  detail: string;
  href: string;
}

export interface Found {
  hits: Hit[];
  /** Whether pages were left out because searching for them took too long. */
  isPartial: boolean;
}

const longestText = 200;
const longestTitle = 120;

/** Finds projects by name, jobs by words or id, and pages by path, limited to what the viewer may see. */
export async function find(
  { db }: Pick<HttpServices, 'db'>,
  site: Site,
  viewer: Viewer,
  { text: asked, limit }: { text: string; limit: number },
): Promise<Found> {
  const text = asked.trim().slice(0, longestText).toWellFormed();
  if (text === '') return { hits: [], isPartial: false };
  const scope = { organisationId: viewer.organisationId, boundTo: viewer.projectId };
  const mayReadJobs = hasScope(viewer, 'agent:read');
  const mayReadViews = hasScope(viewer, 'analytics:read');
  const [projects, jobs, pages] = await Promise.all([
    mayReadJobs || mayReadViews ? findProjects(db, scope, { text, limit }) : [],
    mayReadJobs ? findJobs(db, scope, { text, limit }) : [],
    mayReadViews ? findPages(db, scope, { text, limit }) : [],
  ]);
  const part = mayReadJobs ? '' : '/readers';
  const hits: Hit[] = [
    ...projects.map(({ id, name }) => hit('project', name, id, site.href(`/projects/${id}${part}`))),
    ...jobs.map(({ id, projectId, project, status, summary }) =>
      hit('job', firstLine(summary) || id, `${project} · ${status}`, site.href(`/projects/${projectId}/jobs/${id}`)),
    ),
    ...(pages ?? []).map(({ projectId, project, path }) => {
      const query = new URLSearchParams({ path }).toString();
      return hit('page', path, project, site.href(`/projects/${projectId}/readers/page?${query}`));
    }),
  ];
  return { hits, isPartial: pages === undefined };
}

function hit(kind: Hit['kind'], title: string, detail: string, href: string): Hit {
  const shown = title.length <= longestTitle ? title : `${title.slice(0, longestTitle - 1).toWellFormed()}…`;
  return { kind, title: shown, detail, href };
}

function firstLine(text: string): string {
  return text.trim().split('\n', 1)[0]?.trim() ?? '';
}
