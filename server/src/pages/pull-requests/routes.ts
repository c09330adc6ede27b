import { isCopydeskError } from '@copydesk/contract';
import type { CopydeskError } from '@copydesk/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { closePullRequest, mergePullRequest } from '../../pull-requests/end.ts';
import type { PullRequest, PullRequestState } from '../../pull-requests/pull-request.ts';
import { markReady } from '../../pull-requests/ready.ts';
import { countPullRequests, listPullRequests } from '../../pull-requests/read.ts';
import type { PageNeeds } from '../needs.ts';
import type { Project } from '../../projects/project.ts';
import type { HttpServices } from '../../http/services.ts';
import { acceptsHtml } from '../../http/accept-html.ts';
import { field } from '../../http/session/form.ts';
import { sendPage } from '../view/page-replies.ts';
import { listMain } from './list.ts';
import { pullRequestMain } from './page.ts';
import { presentJson } from './json.ts';
import { gatherView } from './gather.ts';
import type { PullRequestQuery } from './gather.ts';
import { admit, admitTo } from './admit.ts';
import { shellOf } from '../view/shell.ts';
import type { Shell } from '../view/shell.ts';
import type { Site } from '../view/site.ts';
import { requireViewerScope } from '../../http/session/viewer.ts';
import type { Viewer } from '../../http/session/viewer.ts';

const pageLength = 30;

/** The pull requests of a project, and each of them with its diff, Merge, Close and Ready; JSON for clients of the API. */
export function addPullRequestPages(app: FastifyInstance, services: HttpServices & PageNeeds, site: Site): void {
  app.get<{ Params: { projectId: string } }>('/projects/:projectId/pulls', async (request, reply) => {
    const { viewer, project } = await admit(services, request, 'agent:read');
    const query = listQuery(request);
    const [page, counts] = await Promise.all([
      listPullRequests(services.db, project.id, { ...query, limit: pageLength }),
      countPullRequests(services.db, project.id),
    ]);
    if (!acceptsHtml(request)) {
      const pullRequests = page.pullRequests.map((one) => presentJson(services.baseUrl, one));
      return reply.header('vary', 'Accept').send({ pullRequests, nextBefore: page.nextBefore ?? null });
    }
    const main = listMain({ site, project, ...query, ...page, counts });
    return sendPage(reply, site, { title: 'Pull requests', ...frameOf(viewer, project), main });
  });

  app.get<{ Params: PullRequestParams }>('/projects/:projectId/pulls/:number', async (request, reply) => {
    const { viewer, project, pullRequest } = await admitTo(services, request, 'agent:read');
    return await answer(reply, { request, viewer, project, pullRequest });
  });

  app.post<{ Params: PullRequestParams }>('/projects/:projectId/pulls/:number/merge', async (request, reply) => {
    const admitted = await admitToChange(request);
    const { viewer, project, pullRequest } = admitted;
    return await decide(reply, { request, ...admitted }, async () =>
      mergePullRequest(services.db, await services.repository(project), {
        projectId: project.id,
        number: pullRequest.number,
        headCommit: field(request.body, 'head'),
        by: { name: viewer.name, email: `${viewer.id}@noreply.invalid` },
        at: services.now(),
      }),
    );
  });

  app.post<{ Params: PullRequestParams }>('/projects/:projectId/pulls/:number/close', async (request, reply) => {
    const admitted = await admitToChange(request);
    const { viewer, project, pullRequest } = admitted;
    return await decide(reply, { request, ...admitted }, () =>
      closePullRequest(services.db, {
        projectId: project.id,
        number: pullRequest.number,
        by: { name: viewer.name },
      }),
    );
  });

  app.post<{ Params: PullRequestParams }>('/projects/:projectId/pulls/:number/ready', async (request, reply) => {
    const admitted = await admitToChange(request);
    const { project, pullRequest } = admitted;
    return await decide(reply, { request, ...admitted }, () =>
      markReady(services.db, { projectId: project.id, number: pullRequest.number }),
    );
  });

  async function admitToChange(request: FastifyRequest<{ Params: PullRequestParams }>) {
    const admitted = await admitTo(services, request, 'agent:read');
    admitted.viewer.requireOwnForm(request);
    requireViewerScope(admitted.viewer, 'agent:write');
    return admitted;
  }

  /** Does it, and goes back to the page; what speaks against it is told on the page, with the error's status. */
  async function decide(reply: FastifyReply, shown: Shown, act: () => Promise<PullRequest>): Promise<FastifyReply> {
    const { request, project, pullRequest } = shown;
    try {
      const changed = await act();
      if (!acceptsHtml(request)) return await reply.send(presentJson(services.baseUrl, changed));
      const query = field(request.body, 'view') === 'split' ? '?view=split' : '';
      return await reply.redirect(site.href(`/projects/${project.id}/pulls/${pullRequest.number}${query}`), 303);
    } catch (error) {
      if (!acceptsHtml(request) || !isCopydeskError(error) || error.code === 'database_unavailable') throw error;
      request.log.info({ code: error.code }, 'a pull request was not merged, closed or marked as ready');
      const { pullRequest: now } = await admitTo(services, request, 'agent:read');
      return await answer(reply.status(error.status), { ...shown, pullRequest: now, refusal: error });
    }
  }

  async function answer(reply: FastifyReply, shown: Shown): Promise<FastifyReply> {
    const { request, viewer, project, pullRequest } = shown;
    if (!acceptsHtml(request)) {
      return reply.header('vary', 'Accept').send(presentJson(services.baseUrl, pullRequest));
    }
    const view = await gatherView(services, site, { ...shown, query: pageQuery(request) });
    return sendPage(reply, site, {
      title: `${pullRequest.title} · #${pullRequest.number}`,
      ...frameOf(viewer, project),
      main: pullRequestMain(view),
    });
  }
}

function frameOf(viewer: Viewer, { id, name }: Project): Shell {
  return { viewer: shellOf(viewer), section: 'projects', project: { id, name, tab: 'pulls' } };
}

interface PullRequestParams {
  projectId: string;
  number: string;
}

interface Shown {
  request: FastifyRequest<{ Params: PullRequestParams }>;
  viewer: Viewer;
  project: Project;
  pullRequest: PullRequest;
  refusal?: CopydeskError;
}

function pageQuery({ query, body }: Shown['request']): PullRequestQuery {
  const view = field(query, 'view') ?? field(body, 'view');
  return { diffView: view === 'split' ? 'split' : 'unified', onlyFile: field(query, 'file') };
}

const states: readonly PullRequestState[] = ['open', 'merged', 'closed'];

function listQuery({ query }: { query: unknown }): { state: PullRequestState | undefined; before: number | undefined } {
  const state = states.find((one) => one === field(query, 'state'));
  const before = Number(field(query, 'before'));
  return { state, before: Number.isSafeInteger(before) && before > 0 && before < 2 ** 31 ? before : undefined };
}
