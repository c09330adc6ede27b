import { CopydeskError, isCopydeskError } from '@copydesk/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { closeAs, mergeAs, readyAs } from '../../desk/job/pull-requests.ts';
import type { PullRequest, PullRequestState } from '../../pull-requests/pull-request.ts';
import { countPullRequests, listPullRequests } from '../../pull-requests/read.ts';
import type { PageNeeds } from '../needs.ts';
import type { Project } from '../../projects/project.ts';
import type { HttpServices } from '../../http/services.ts';
import { acceptsHtml } from '../../http/replies/accept-html.ts';
import { field } from '../../http/session/form.ts';
import { sendPage, sendPart } from '../view/page-replies.ts';
import { listMain } from './list.ts';
import { pullRequestMain } from './page.ts';
import { presentJson } from './json.ts';
import { gatherView, hrefOf, sectionsRequest } from './gather.ts';
import { openChangeCache } from '../../pull-requests/changes.ts';
import type { Change } from '../../pull-requests/change.ts';
import { markViewed } from '../../pull-requests/viewed.ts';
import type { FileLayout } from './file-body.ts';
import { anchorOf, contentOf } from './files.ts';
import { imagePaths, readImage } from './images.ts';
import { filePart, filesFrom } from './sections.ts';
import { actorOf } from '../../http/session/caller.ts';
import { notFound } from '../../pull-requests/refusals.ts';
import type { PullRequestQuery } from './gather.ts';
import { admit, admitTo } from './admit.ts';
import { shellOf } from '../view/shell.ts';
import type { Shell } from '../view/shell.ts';
import type { Site } from '../view/site.ts';
import type { Viewer } from '../../http/session/viewer.ts';

const pageLength = 30;

const large = { config: { isLarge: true } } as const;

/**
 * Adds the pull requests of a project, and the page of each with its diff, Merge, Close and Ready. Clients get JSON.
 */
export function addPullRequestPages(app: FastifyInstance, services: HttpServices & PageNeeds, site: Site): void {
  const changes = openChangeCache();
  const pageServices = { ...services, changes };

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

  app.get<{ Params: PullRequestParams }>('/projects/:projectId/pulls/:number', large, async (request, reply) => {
    const { viewer, project, pullRequest } = await admitTo(services, request, 'agent:read');
    return await answer(reply, { request, viewer, project, pullRequest });
  });

  app.get<{ Params: PullRequestParams }>('/projects/:projectId/pulls/:number/part', large, async (request, reply) => {
    const shown = { ...(await admitTo(services, request, 'agent:read')), query: pageQuery(request) };
    const { change, repository } = await changeAt(shown, request);
    const file = change?.files.find(({ path }) => path === field(request.query, 'file'));
    if (change === undefined || file === undefined) throw notFound();
    const part = await filePart({ ...(await sectionsRequest(pageServices, site, shown, change)), repository }, file);
    return sendPart(reply, part);
  });

  app.get<{ Params: PullRequestParams }>('/projects/:projectId/pulls/:number/files', large, async (request, reply) => {
    const shown = { ...(await admitTo(services, request, 'agent:read')), query: pageQuery(request) };
    const { change } = await changeAt(shown, request);
    if (change === undefined) throw notFound();
    return sendPart(reply, await filesFrom(await sectionsRequest(pageServices, site, shown, change), change.files));
  });

  app.get<{ Params: PullRequestParams }>('/projects/:projectId/pulls/:number/image', async (request, reply) => {
    const shown = await admitTo(services, request, 'agent:read');
    const { change, repository } = await changeAt(shown, request);
    const paths = imagePaths(
      field(request.query, 'source') ?? '',
      field(request.query, 'page') ?? '',
      shown.project.docsFolder,
    );
    const image = change && (await readImage(repository, change.headCommit, paths));
    if (image === undefined) throw notFound();
    return sendImage(reply, image);
  });

  app.post<{ Params: PullRequestParams }>('/projects/:projectId/pulls/:number/merge', async (request, reply) => {
    const admitted = await admitToChange(request);
    const { viewer, project, pullRequest } = admitted;
    return await decide(reply, { request, ...admitted }, async () =>
      mergeAs(services.db, actorOf(viewer), await services.repository(project), {
        projectId: project.id,
        number: pullRequest.number,
        headCommit: field(request.body, 'head'),
        at: services.now(),
      }),
    );
  });

  app.post<{ Params: PullRequestParams }>('/projects/:projectId/pulls/:number/close', async (request, reply) => {
    const admitted = await admitToChange(request);
    const { viewer, project, pullRequest } = admitted;
    const ids = { projectId: project.id, number: pullRequest.number };
    return await decide(reply, { request, ...admitted }, () => closeAs(services.db, actorOf(viewer), ids));
  });

  app.post<{ Params: PullRequestParams }>('/projects/:projectId/pulls/:number/ready', async (request, reply) => {
    const admitted = await admitToChange(request);
    const { viewer, project, pullRequest } = admitted;
    const ids = { projectId: project.id, number: pullRequest.number };
    return await decide(reply, { request, ...admitted }, () => readyAs(services.db, actorOf(viewer), ids));
  });

  app.post<{ Params: PullRequestParams }>('/projects/:projectId/pulls/:number/viewed', async (request, reply) => {
    const { viewer, project, pullRequest } = await admitTo(services, request, 'agent:read');
    viewer.requireOwnForm(request);
    const { projectId, number } = pullRequest;
    const mark = markOf(await changes.read(await services.repository(project), pullRequest), request.body);
    await markViewed(services.db, { projectId, number, viewerId: viewer.id }, mark);
    const { path, isViewed } = mark;
    if (!acceptsHtml(request)) return await reply.send({ path, viewed: isViewed });
    const { layout, from } = pageQuery({ query: undefined, body: request.body });
    const view = layout === 'unified' ? undefined : layout;
    const address = hrefOf(site, pullRequest)('', { view, from: from === 0 ? undefined : String(from) });
    return await reply.redirect(`${address}#${anchorOf(path)}`, 303);
  });

  /** Returns the change that the page showed, if it is still that of the pull request. */
  async function changeAt(shown: { project: Project; pullRequest: PullRequest }, request: FastifyRequest) {
    const repository = await services.repository(shown.project);
    const change = await changes.readAt(repository, shown.pullRequest, field(request.query, 'head') ?? '');
    return { change, repository };
  }

  async function admitToChange(request: FastifyRequest<{ Params: PullRequestParams }>) {
    const admitted = await admitTo(services, request, 'agent:merge');
    admitted.viewer.requireOwnForm(request);
    return admitted;
  }

  /** Runs an action, and redirects to the page. A refusal is shown on the page, with the error's status. */
  async function decide(reply: FastifyReply, shown: Shown, act: () => Promise<PullRequest>): Promise<FastifyReply> {
    const { request, project, pullRequest } = shown;
    try {
      const changed = await act();
      if (!acceptsHtml(request)) return await reply.send(presentJson(services.baseUrl, changed));
      const layout = layoutOf(field(request.body, 'view'));
      const query = layout === 'unified' ? '' : `?view=${layout}`;
      return await reply.redirect(site.href(`/projects/${project.id}/pulls/${pullRequest.number}${query}`), 303);
    } catch (error) {
      if (!acceptsHtml(request) || !isCopydeskError(error) || error.code === 'database_unavailable') throw error;
      request.log.info({ code: error.code }, 'a pull request was not merged, closed or marked as ready');
      const { pullRequest: now } = await admitTo(services, request, 'agent:merge');
      return await answer(reply.status(error.status), { ...shown, pullRequest: now, refusal: error });
    }
  }

  async function answer(reply: FastifyReply, shown: Shown): Promise<FastifyReply> {
    const { request, viewer, project, pullRequest } = shown;
    if (!acceptsHtml(request)) {
      return reply.header('vary', 'Accept').send(presentJson(services.baseUrl, pullRequest));
    }
    const view = await gatherView(pageServices, site, { ...shown, query: pageQuery(request) });
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

function pageQuery({ query, body }: { query: unknown; body: unknown }): PullRequestQuery {
  return {
    layout: layoutOf(field(query, 'view') ?? field(body, 'view')),
    onlyFile: field(query, 'file'),
    wholeFile: field(query, 'lines') === 'all',
    from: placeOf(field(query, 'from') ?? field(body, 'from')),
  };
}

function layoutOf(view: string | undefined): FileLayout {
  return view === 'split' || view === 'preview' ? view : 'unified';
}

function placeOf(text = ''): number {
  return /^\d{1,6}$/.test(text) ? Number(text) : 0;
}

/**
 * Reads a mark that the page offers, `yes <content> <path>`. Anything else is refused, since it would be stored for
 * nothing.
 * @throws CopydeskError `invalid_request`, `pull_request_moved`
 */
function markOf(change: Change, body: unknown): { path: string; content: string; isViewed: boolean } {
  const [, answer, seen, path] = /^(yes|no) (\S+) (.+)$/s.exec(field(body, 'mark') ?? '') ?? [];
  const file = change.files.find((one) => one.path === path);
  if (file === undefined) {
    throw new CopydeskError('invalid_request', 'Send the mark of a file that the pull request changes.');
  }
  const content = contentOf(file);
  if (seen !== content) {
    throw new CopydeskError('pull_request_moved', 'The file has changed since. Load the page again, and look at it.');
  }
  return { path: file.path, content, isViewed: answer === 'yes' };
}

/** Sends an image so that it can do nothing when opened by itself: the images of a repository come from others. */
function sendImage(reply: FastifyReply, { type, content }: { type: string; content: Uint8Array }): FastifyReply {
  return reply
    .headers({
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'cache-control': 'private, max-age=86400, immutable',
      'x-content-type-options': 'nosniff',
    })
    .type(type)
    .send(Buffer.from(content));
}

const states: readonly PullRequestState[] = ['open', 'merged', 'closed'];

function listQuery({ query }: { query: unknown }): { state: PullRequestState | undefined; before: number | undefined } {
  const state = states.find((one) => one === field(query, 'state'));
  const before = Number(field(query, 'before'));
  return { state, before: Number.isSafeInteger(before) && before > 0 && before < 2 ** 31 ? before : undefined };
}
