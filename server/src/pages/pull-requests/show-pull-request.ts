import type { CopydeskError } from '@copydesk/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptsHtml } from '../../http/replies/accept-html.ts';
import { field } from '../../http/session/form.ts';
import type { Viewer } from '../../http/session/viewer.ts';
import type { Project } from '../../projects/project.ts';
import type { PullRequest } from '../../pull-requests/pull-request.ts';
import { sendPage } from '../view/page-replies.ts';
import { shellOf } from '../view/shell.ts';
import type { Shell } from '../view/shell.ts';
import type { Site } from '../view/site.ts';
import type { FileLayout } from './file-body.ts';
import { gatherView } from './gather.ts';
import type { PullRequestQuery, PullRequestServices } from './gather.ts';
import { presentJson } from './json.ts';
import { pullRequestMain } from './page.ts';

/** What the routes of pull requests need. */
export type PullRequestPageServices = PullRequestServices & { site: Site };

export type PullRequestRequest = FastifyRequest<{ Params: { projectId: string; number: string } }>;

/** A pull request to show, to whom, and why what they asked for was refused. */
export interface Visit {
  request: PullRequestRequest;
  viewer: Viewer;
  project: Project;
  pullRequest: PullRequest;
  refusal?: CopydeskError;
}

/** The path of a pull request's page. */
export const pullRequestPath = '/projects/:projectId/pulls/:number';

/** Sends the page of a pull request; JSON to a client. */
export async function showPullRequest(
  services: PullRequestPageServices,
  reply: FastifyReply,
  visit: Visit,
): Promise<FastifyReply> {
  const { request, viewer, project, pullRequest } = visit;
  const { site, baseUrl } = services;
  if (!acceptsHtml(request)) return reply.header('vary', 'Accept').send(presentJson(baseUrl, pullRequest));
  const view = await gatherView(services, site, { ...visit, query: pageQuery(request) });
  return sendPage(reply, site, {
    title: `${pullRequest.title} · #${pullRequest.number}`,
    ...frameOf(viewer, project),
    main: pullRequestMain(view),
  });
}

/** Returns what surrounds the pages of a project's pull requests. */
export function frameOf(viewer: Viewer, { id, name }: Project): Shell {
  return { viewer: shellOf(viewer), section: 'projects', project: { id, name, tab: 'pulls' } };
}

/** Reads what the address or the form of a page asks for. */
export function pageQuery({ query, body }: { query: unknown; body: unknown }): PullRequestQuery {
  return {
    layout: layoutOf(field(query, 'view') ?? field(body, 'view')),
    onlyFile: field(query, 'file'),
    wholeFile: field(query, 'lines') === 'all',
    from: placeOf(field(query, 'from') ?? field(body, 'from')),
  };
}

export function layoutOf(view: string | undefined): FileLayout {
  return view === 'split' || view === 'preview' ? view : 'unified';
}

function placeOf(text = ''): number {
  return /^\d{1,6}$/.test(text) ? Number(text) : 0;
}
