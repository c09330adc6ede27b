import { FeedbackFixRequest, FeedbackPatch, FeedbackStatus, isCopydeskError } from '@copydesk/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { readViewsOfPaths } from '../../analytics/read/page/views-of-paths.ts';
import { changeFeedback, startFix } from '../../desk/job/feedback.ts';
import { readFeedbackPages } from '../../feedback/pages.ts';
import { fixPrompt } from '../../feedback/prompt.ts';
import { listFeedback } from '../../feedback/read.ts';
import { checkFields } from '../../http/checks/fields.ts';
import { idempotencyOf } from '../../http/checks/prompt.ts';
import { withQuota } from '../../http/replies/quota-headers.ts';
import type { HttpServices } from '../../http/services.ts';
import { actorOf } from '../../http/session/caller.ts';
import { field } from '../../http/session/form.ts';
import { jobNotFound } from '../../jobs/not-found.ts';
import { waitForFirst } from '../jobs/new/accept-prompt.ts';
import { modelHref as modelHrefOf } from '../jobs/places.ts';
import { admit } from '../pull-requests/admit.ts';
import { sendPage } from '../view/page-replies.ts';
import { shellOf } from '../view/shell.ts';
import type { Site } from '../view/site.ts';
import { audienceOf } from './audience-of.ts';
import type { Audience } from './audience.ts';
import { feedbackMain } from './view/feedback-view.ts';
import type { FeedbackView, PageFeedback } from './view/feedback-view.ts';
import { boundsOf } from './gather.ts';
import type { PageRate } from './page-rate.ts';
import { readQuery } from './query.ts';
import type { ReadersQuery } from './query.ts';
import { rangeOf } from './range.ts';

type Of = { Params: { projectId: string } };
type OfOne = { Params: { projectId: string; feedbackId: string } };

const address = '/projects/:projectId/readers/feedback';

/**
 * Adds the pages of readers' feedback. Only the project's people see them: they contain strangers' texts, and how to
 * reach some of them.
 */
export function addFeedbackPages(app: FastifyInstance, services: HttpServices, site: Site, rate: PageRate): void {
  app.get<Of>(address, async (request, reply) => {
    const { viewer, project } = await admit(services, request, 'analytics:read');
    rate.take(viewer.id, (headers) => void reply.headers(headers));
    const audience = audienceOf(services, site, viewer, project);
    const query = readQuery(request.query);
    const asked = {
      status: FeedbackStatus.safeParse(field(request.query, 'status')).data,
      refused: field(request.query, 'refused') === undefined ? undefined : refusedWords,
    };
    const { model } = services.jobDefaults(project);
    const canFix = await services.followsPrompt(model, fixPrompt([], { prompt: undefined, votes: 0 }));
    const modelHref = canFix ? undefined : modelHrefOf(site, project);
    const read = await gather(services, audience, query, { ...asked, cursor: field(request.query, 'cursor') });
    return sendPage(reply, site, {
      title: 'What readers say',
      main: feedbackMain({ audience, query, asked, modelHref, ...read }),
      viewer: shellOf(viewer),
      section: 'projects',
      project: { id: project.id, name: project.name, tab: 'readers' },
    });
  });
  addFix(app, services, site);
  addChange(app, services, site);
}

const refusedWords = 'None of it is pending any more: somebody else works on it, or it is resolved or dismissed.';

const pagesShown = 50;
const itemsShown = 30;

async function gather(
  { db }: HttpServices,
  { project, site, now }: Audience,
  query: ReadersQuery,
  { status, cursor }: { status: FeedbackStatus | undefined; cursor: string | undefined },
): Promise<Pick<FeedbackView, 'pages' | 'counts' | 'feedback' | 'nextCursor'>> {
  const bounds = boundsOf(rangeOf(query, now));
  const counts = await readFeedbackPages(db, project.id, { ...bounds, limit: pagesShown, offset: 0 });
  const paths = counts.pages.map(({ path }) => path);
  const since = { dateFrom: bounds.dateFrom ?? new Date(0), paths };
  const views = paths.length === 0 ? new Map() : await readViewsOfPaths(db, site, since);
  const pages = counts.pages.map((page) => ({ ...page, ...(views.get(page.path) ?? { human: 0, ai: 0 }) }));
  const { path } = query;
  const listed = await listFeedback(db, project.id, { ...bounds, status, path, cursor, limit: itemsShown });
  return { counts, pages: pages.sort((a, b) => weightOf(b) - weightOf(a)), ...listed };
}

/**
 * Returns how many people read a page, times the share who did not like it. For a page without counted views, only its
 * votes matter.
 */
function weightOf({ human, helpful, notHelpful }: PageFeedback): number {
  return ((human + 1) * notHelpful) / Math.max(1, helpful + notHelpful);
}

const ToFix = z.object({ body: FeedbackFixRequest });

/** Adds the form that lets the agent fix one comment, or all comments on a page. */
function addFix(app: FastifyInstance, services: HttpServices, site: Site): void {
  app.post<Of>(`${address}/fix`, async (request, reply) => {
    const { viewer, project } = await admit(services, request, 'agent:write');
    viewer.requireOwnForm(request);
    const [id, path] = [field(request.body, 'id'), field(request.body, 'path')];
    const { body } = checkFields(ToFix, { body: id === undefined ? { path } : { ids: [id] } });
    const asked = { endpoint: 'fixFeedback', projectId: project.id, prompt: JSON.stringify(body) } as const;
    const once = `${field(request.body, 'once')?.slice(0, 64)} ${(id ?? path ?? '').length} ${id ?? ''}`;
    const idempotency = idempotencyOf(`form ${once}`, asked);
    try {
      const { job } = await waitForFirst(
        async () =>
          await withQuota(services, 'create', project.id, reply, async (quota) => {
            const draft = { project, ...services.jobDefaults(project), idempotency, quota, now: services.now() };
            return await startFix(services.db, actorOf(viewer), draft, body, services.followsPrompt);
          }),
      );
      return await reply.redirect(site.href(`/projects/${project.id}/jobs/${job.id}`), 303);
    } catch (error) {
      if (!isCopydeskError(error, 'nothing_to_fix')) throw error;
      return await reply.redirect(site.href(`/projects/${project.id}/readers/feedback?refused=1`), 303);
    }
  });
}

const ToChange = z.object({ body: FeedbackPatch });

function addChange(app: FastifyInstance, services: HttpServices, site: Site): void {
  app.post<OfOne>(`${address}/:feedbackId`, async (request, reply) => {
    const { viewer, project } = await admit(services, request, 'agent:write');
    viewer.requireOwnForm(request);
    const { body } = checkFields(ToChange, { body: { status: field(request.body, 'status') } });
    const change = { projectId: project.id, id: request.params.feedbackId, ...body, now: services.now() };
    const changed = await changeFeedback(services.db, actorOf(viewer), change);
    if (changed === undefined) throw jobNotFound();
    return await reply.redirect(site.href(`/projects/${project.id}/readers/feedback`), 303);
  });
}
