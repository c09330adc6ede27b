import { isCopydeskError } from '@copydesk/contract';
import type { CopydeskError } from '@copydesk/contract';
import { mustAnotherMerge } from '../../desk/job/another-merges.ts';
import { listPrompts } from '../../jobs/request/prompts.ts';
import { readJob } from '../../jobs/read/read.ts';
import type { Project } from '../../projects/project.ts';
import type { Change } from '../../pull-requests/change.ts';
import type { PullRequest } from '../../pull-requests/pull-request.ts';
import type { HttpServices } from '../../http/services.ts';
import { cloneUrlOf } from '../../http/git/clone-url.ts';
import type { PageNeeds } from '../needs.ts';
import type { Site } from '../view/site.ts';
import { hasScope } from '../../http/session/caller.ts';
import type { Viewer } from '../../http/session/viewer.ts';
import type { Changes } from '../../pull-requests/changes.ts';
import type { FileLayout } from './file-body.ts';
import { wasViewed } from './files.ts';
import { filesForm } from './sections.ts';
import type { SectionsRequest } from './sections.ts';
import type { PullRequestView } from './view.ts';
import { listViewed } from '../../pull-requests/viewed.ts';

/** What the address of a pull request's page asks for. */
export interface PullRequestQuery {
  layout: FileLayout;
  onlyFile: string | undefined;
  /** Whether all lines of that file are shown. */
  wholeFile: boolean;
  /** The index of the first file that is shown. */
  from: number;
}

/** What the pages of a pull request are gathered for. */
export interface Shown {
  viewer: Viewer;
  project: Project;
  pullRequest: PullRequest;
  query: PullRequestQuery;
  refusal?: CopydeskError;
}

/** What the pages of pull requests need. */
export type PullRequestServices = HttpServices & PageNeeds & { changes: Changes };

/**
 * Collects what the page of a pull request shows. When the repository cannot be read, everything else is still shown.
 */
export async function gatherView(services: PullRequestServices, site: Site, shown: Shown): Promise<PullRequestView> {
  const { viewer, project, pullRequest, query, refusal } = shown;
  const { jobId } = pullRequest;
  const [job, prompts, anotherMerges, { change, files, viewed }] = await Promise.all([
    jobId === null ? undefined : readJob(services.db, project.id, jobId),
    jobId === null ? [] : listPrompts(services.db, jobId),
    mustAnotherMerge(services.db, viewer, pullRequest),
    gatherChange(services, site, shown),
  ]);
  return {
    project,
    pullRequest,
    job,
    prompts,
    change,
    files,
    viewed,
    ...query,
    cloneUrl: cloneUrlOf(services.baseUrl, project),
    formToken: hasScope(viewer, 'agent:merge') ? viewer.formToken : undefined,
    anotherMerges,
    refusal,
    jobHref: (id) => site.href(`/projects/${project.id}/jobs/${id}`),
    href: hrefOf(site, pullRequest),
  };
}

/** Collects what the files of a change are shown with. */
export async function sectionsRequest(
  services: PullRequestServices,
  site: Site,
  { viewer, project, pullRequest, query }: Shown,
  change: Change,
): Promise<SectionsRequest> {
  const viewedBy = { projectId: project.id, number: pullRequest.number, viewerId: viewer.id };
  return {
    repository: await services.repository(project),
    change,
    docsFolder: project.docsFolder,
    ...query,
    viewed: await listViewed(services.db, viewedBy),
    formToken: viewer.formToken,
    href: hrefOf(site, pullRequest),
  };
}

async function gatherChange(
  services: PullRequestServices,
  site: Site,
  shown: Shown,
): Promise<Pick<PullRequestView, 'change' | 'files' | 'viewed'>> {
  try {
    const change = await services.changes.read(await services.repository(shown.project), shown.pullRequest);
    const request = await sectionsRequest(services, site, shown, change);
    const viewed = change.files.filter((file) => wasViewed(request.viewed, file)).length;
    return { change, files: await filesForm(request), viewed };
  } catch (error) {
    if (isCopydeskError(error)) return { change: error, files: undefined, viewed: 0 };
    throw error;
  }
}

/** Returns the addresses of a pull request's page and its parts. */
export function hrefOf(site: Site, { projectId, number }: PullRequest): SectionsRequest['href'] {
  const address = site.href(`/projects/${projectId}/pulls/${number}`);
  return (suffix = '', parameters = {}) => address + suffix + queryString(parameters);
}

function queryString(parameters: Record<string, string | undefined>): string {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) given.set(name, value);
  }
  return given.size === 0 ? '' : `?${given.toString()}`;
}
