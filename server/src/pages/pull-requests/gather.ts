import { isCopydeskError } from '@copydesk/contract';
import type { CopydeskError } from '@copydesk/contract';
import { listPrompts } from '../../jobs/prompts.ts';
import { readJob } from '../../jobs/read.ts';
import type { Project } from '../../projects/project.ts';
import { readChange } from '../../pull-requests/change.ts';
import type { Change } from '../../pull-requests/change.ts';
import type { PullRequest } from '../../pull-requests/pull-request.ts';
import type { HttpServices } from '../../http/services.ts';
import type { DiffView } from '../diff/rows.ts';
import { cloneUrlOf } from '../../http/git/clone-url.ts';
import type { PageNeeds } from '../needs.ts';
import type { Site } from '../view/site.ts';
import { hasScope } from '../../http/session/caller.ts';
import type { Viewer } from '../../http/session/viewer.ts';
import type { PullRequestView } from './view.ts';

/** What the address of a pull request's page asks for. */
export interface PullRequestQuery {
  diffView: DiffView;
  onlyFile: string | undefined;
}

/** Collects what the page of a pull request shows. A repository that cannot be read takes nothing else away. */
export async function gatherView(
  services: HttpServices & PageNeeds,
  site: Site,
  shown: {
    viewer: Viewer;
    project: Project;
    pullRequest: PullRequest;
    query: PullRequestQuery;
    refusal?: CopydeskError;
  },
): Promise<PullRequestView> {
  const { viewer, project, pullRequest, query, refusal } = shown;
  const { jobId } = pullRequest;
  const [job, prompts, change] = await Promise.all([
    jobId === null ? undefined : readJob(services.db, project.id, jobId),
    jobId === null ? [] : listPrompts(services.db, jobId),
    changeOrReason(services, project, pullRequest),
  ]);
  const address = site.href(`/projects/${project.id}/pulls/${pullRequest.number}`);
  return {
    project,
    pullRequest,
    job,
    prompts,
    change,
    ...query,
    cloneUrl: cloneUrlOf(services.baseUrl, project),
    formToken: hasScope(viewer, 'agent:write') ? viewer.formToken : undefined,
    refusal,
    href: (suffix = '', parameters = {}) => address + suffix + queryString(parameters),
  };
}

async function changeOrReason(
  services: PageNeeds,
  project: Project,
  pullRequest: PullRequest,
): Promise<Change | CopydeskError> {
  try {
    return await readChange(await services.repository(project), pullRequest);
  } catch (error) {
    if (isCopydeskError(error)) return error;
    throw error;
  }
}

function queryString(parameters: Record<string, string | undefined>): string {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) given.set(name, value);
  }
  return given.size === 0 ? '' : `?${given.toString()}`;
}
