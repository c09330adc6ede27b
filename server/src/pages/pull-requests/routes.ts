import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { acceptsHtml } from '../../http/replies/accept-html.ts';
import type { HttpServices } from '../../http/services.ts';
import { field } from '../../http/session/form.ts';
import { openChangeCache } from '../../pull-requests/changes.ts';
import type { PullRequest, PullRequestState } from '../../pull-requests/pull-request.ts';
import { countPullRequests, listPullRequests } from '../../pull-requests/read.ts';
import { notFound } from '../../pull-requests/refusals.ts';
import type { Project } from '../../projects/project.ts';
import type { PageNeeds } from '../needs.ts';
import { sendPage, sendPart } from '../view/page-replies.ts';
import type { Site } from '../view/site.ts';
import { addActRoutes } from './act-routes.ts';
import { admit, admitTo } from './admit.ts';
import { sectionsRequest } from './gather.ts';
import { imagePaths, readImage } from './images.ts';
import { presentJson } from './json.ts';
import { listMain } from './list.ts';
import { filePart, filesFrom } from './sections.ts';
import { frameOf, pageQuery, pullRequestPath, showPullRequest } from './show-pull-request.ts';
import type { PullRequestPageServices, PullRequestRequest } from './show-pull-request.ts';

type ProjectRequest = FastifyRequest<{ Params: { projectId: string } }>;

const pageLength = 30;

const large = { config: { isLarge: true } } as const;

/**
 * Adds the pull requests of a project, and the page of each with its diff, Merge, Close and Ready. Clients get JSON.
 */
export function addPullRequestPages(app: FastifyInstance, services: HttpServices & PageNeeds, site: Site): void {
  const pages = { ...services, site, changes: openChangeCache() };
  app.get('/projects/:projectId/pulls', (request: ProjectRequest, reply) => sendList(pages, request, reply));
  app.get(pullRequestPath, large, async (request: PullRequestRequest, reply) =>
    showPullRequest(pages, reply, { request, ...(await admitTo(services, request, 'agent:read')) }),
  );
  app.get(`${pullRequestPath}/part`, large, (request: PullRequestRequest, reply) => sendFile(pages, request, reply));
  app.get(`${pullRequestPath}/files`, large, (request: PullRequestRequest, reply) => sendFiles(pages, request, reply));
  app.get(`${pullRequestPath}/image`, (request: PullRequestRequest, reply) => sendImageOf(pages, request, reply));
  addActRoutes(app, pages);
}

async function sendList(
  services: PullRequestPageServices,
  request: ProjectRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { db, site, baseUrl } = services;
  const { viewer, project } = await admit(services, request, 'agent:read');
  const query = listQuery(request);
  const [page, counts] = await Promise.all([
    listPullRequests(db, project.id, { ...query, limit: pageLength }),
    countPullRequests(db, project.id),
  ]);
  if (!acceptsHtml(request)) {
    const pullRequests = page.pullRequests.map((one) => presentJson(baseUrl, one));
    return reply.header('vary', 'Accept').send({ pullRequests, nextBefore: page.nextBefore ?? null });
  }
  const main = listMain({ site, project, ...query, ...page, counts });
  return sendPage(reply, site, { title: 'Pull requests', ...frameOf(viewer, project), main });
}

const states: readonly PullRequestState[] = ['open', 'merged', 'closed'];

function listQuery({ query }: { query: unknown }): { state: PullRequestState | undefined; before: number | undefined } {
  const state = states.find((one) => one === field(query, 'state'));
  const before = Number(field(query, 'before'));
  return { state, before: Number.isSafeInteger(before) && before > 0 && before < 2 ** 31 ? before : undefined };
}

/** Sends one file of the change, which the page loads when it is opened. */
async function sendFile(
  services: PullRequestPageServices,
  request: PullRequestRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const shown = { ...(await admitTo(services, request, 'agent:read')), query: pageQuery(request) };
  const { change, repository } = await changeAt(services, shown, request);
  const file = change?.files.find(({ path }) => path === field(request.query, 'file'));
  if (change === undefined || file === undefined) throw notFound();
  const sections = await sectionsRequest(services, services.site, shown, change);
  return sendPart(reply, await filePart({ ...sections, repository }, file));
}

/** Sends the files of the change from one on, which the page loads when it is scrolled to. */
async function sendFiles(
  services: PullRequestPageServices,
  request: PullRequestRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const shown = { ...(await admitTo(services, request, 'agent:read')), query: pageQuery(request) };
  const { change } = await changeAt(services, shown, request);
  if (change === undefined) throw notFound();
  const sections = await sectionsRequest(services, services.site, shown, change);
  return sendPart(reply, await filesFrom(sections, change.files));
}

/** Returns the change that the page showed, if it is still that of the pull request. */
async function changeAt(
  services: PullRequestPageServices,
  { project, pullRequest }: { project: Project; pullRequest: PullRequest },
  { query }: FastifyRequest,
) {
  const repository = await services.repository(project);
  const change = await services.changes.readAt(repository, pullRequest, field(query, 'head') ?? '');
  return { change, repository };
}

async function sendImageOf(
  services: PullRequestPageServices,
  request: PullRequestRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const shown = await admitTo(services, request, 'agent:read');
  const { change, repository } = await changeAt(services, shown, request);
  const paths = imagePaths(
    field(request.query, 'source') ?? '',
    field(request.query, 'page') ?? '',
    shown.project.docsFolder,
  );
  const image = change && (await readImage(repository, change.headCommit, paths));
  if (image === undefined) throw notFound();
  return sendImage(reply, image);
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
