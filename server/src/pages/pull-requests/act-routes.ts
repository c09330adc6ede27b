import { CopydeskError, isCopydeskError } from '@copydesk/contract';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { closeAs, mergeAs, readyAs } from '../../desk/job/pull-requests.ts';
import { acceptsHtml } from '../../http/replies/accept-html.ts';
import { actorOf } from '../../http/session/caller.ts';
import { field } from '../../http/session/form.ts';
import type { Change } from '../../pull-requests/change.ts';
import type { PullRequest } from '../../pull-requests/pull-request.ts';
import { markViewed } from '../../pull-requests/viewed.ts';
import { admitTo } from './admit.ts';
import { anchorOf, contentOf } from './files.ts';
import { hrefOf } from './gather.ts';
import { presentJson } from './json.ts';
import { layoutOf, pageQuery, pullRequestPath, showPullRequest } from './show-pull-request.ts';
import type { PullRequestPageServices, PullRequestRequest, Visit } from './show-pull-request.ts';

/** Adds what people do with a pull request: merge or close it, mark it as ready, and mark its files as viewed. */
export function addActRoutes(app: FastifyInstance, services: PullRequestPageServices): void {
  app.post(`${pullRequestPath}/merge`, (request: PullRequestRequest, reply) => merge(services, request, reply));
  app.post(`${pullRequestPath}/close`, (request: PullRequestRequest, reply) =>
    changeState(services, closeAs, request, reply),
  );
  app.post(`${pullRequestPath}/ready`, (request: PullRequestRequest, reply) =>
    changeState(services, readyAs, request, reply),
  );
  app.post(`${pullRequestPath}/viewed`, (request: PullRequestRequest, reply) => markFile(services, request, reply));
}

async function merge(
  services: PullRequestPageServices,
  request: PullRequestRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const visit = await admitToChange(services, request);
  const { viewer, project, pullRequest } = visit;
  return await decide(services, reply, visit, async () =>
    mergeAs(services.db, actorOf(viewer), await services.repository(project), {
      projectId: project.id,
      number: pullRequest.number,
      headCommit: field(request.body, 'head'),
      at: services.now(),
    }),
  );
}

/** Does what needs nothing but the pull request: closes it, or marks it as ready. */
async function changeState(
  services: PullRequestPageServices,
  act: typeof closeAs | typeof readyAs,
  request: PullRequestRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const visit = await admitToChange(services, request);
  const ids = { projectId: visit.project.id, number: visit.pullRequest.number };
  return await decide(services, reply, visit, () => act(services.db, actorOf(visit.viewer), ids));
}

async function admitToChange(services: PullRequestPageServices, request: PullRequestRequest): Promise<Visit> {
  const admitted = await admitTo(services, request, 'agent:merge');
  admitted.viewer.requireOwnForm(request);
  return { request, ...admitted };
}

/** Runs an action, and redirects to the page. A refusal is shown on the page, with the error's status. */
async function decide(
  services: PullRequestPageServices,
  reply: FastifyReply,
  visit: Visit,
  act: () => Promise<PullRequest>,
): Promise<FastifyReply> {
  const { request, project, pullRequest } = visit;
  try {
    const changed = await act();
    if (!acceptsHtml(request)) return await reply.send(presentJson(services.baseUrl, changed));
    const layout = layoutOf(field(request.body, 'view'));
    const query = layout === 'unified' ? '' : `?view=${layout}`;
    const address = `/projects/${project.id}/pulls/${pullRequest.number}${query}`;
    return await reply.redirect(services.site.href(address), 303);
  } catch (error) {
    if (!acceptsHtml(request) || !isCopydeskError(error) || error.code === 'database_unavailable') throw error;
    request.log.info({ code: error.code }, 'a pull request was not merged, closed or marked as ready');
    const { pullRequest: now } = await admitTo(services, request, 'agent:merge');
    return await showPullRequest(services, reply.status(error.status), { ...visit, pullRequest: now, refusal: error });
  }
}

async function markFile(
  services: PullRequestPageServices,
  request: PullRequestRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { db, site, changes } = services;
  const { viewer, project, pullRequest } = await admitTo(services, request, 'agent:read');
  viewer.requireOwnForm(request);
  const { projectId, number } = pullRequest;
  const mark = markOf(await changes.read(await services.repository(project), pullRequest), request.body);
  await markViewed(db, { projectId, number, viewerId: viewer.id }, mark);
  const { path, isViewed } = mark;
  if (!acceptsHtml(request)) return await reply.send({ path, viewed: isViewed });
  const { layout, from } = pageQuery({ query: undefined, body: request.body });
  const view = layout === 'unified' ? undefined : layout;
  const address = hrefOf(site, pullRequest)('', { view, from: from === 0 ? undefined : String(from) });
  return await reply.redirect(`${address}#${anchorOf(path)}`, 303);
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
