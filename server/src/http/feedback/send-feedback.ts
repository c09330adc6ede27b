import { FeedbackRequest } from '@copydesk/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { pagePath } from '../../analytics/collect/page-path.ts';
import { storeFeedback } from '../../feedback/store.ts';
import { jobNotFound } from '../../jobs/not-found.ts';
import { ulid } from '../../jobs/job-id.ts';
import { addApiRoute } from '../api-route.ts';
import { admitTogether, parameter } from '../checks/admit.ts';
import { readBody } from '../checks/body.ts';
import { checkFields } from '../checks/fields.ts';
import { keylessBounds } from '../checks/json-bounds.ts';
import { parseJson } from '../checks/json.ts';
import { requireJson } from '../checks/media-type.ts';
import { browserMediaTypes } from '../collect/collecting.ts';
import { admitOrigin, preflightHeaders, showRefusal } from '../collect/cross-origin.ts';
import { openRateLimit } from '../collect/rate-limit.ts';
import { countRefusal } from '../collect/refusals.ts';
import type { Sender, SetHeaders } from '../collect/sending.ts';
import type { RouteServices } from '../routes/route-services.ts';
import { addressOf, networkOf } from '../session/address.ts';

const Sent = z.object({ body: FeedbackRequest });

/** No honest reader sends more than this; a comment counts as two, with its vote. */
const perMinute = 20;

/** `POST /v1/collect/{projectId}/feedback`, and the preflight request of browsers. */
export function addSendFeedback(app: FastifyInstance, services: RouteServices): void {
  const { db, now, limits, collecting } = services;
  const admitServer = admitTogether(services);
  const rate = openRateLimit(perMinute, services, { policy: 'feedback', what: 'feedbacks' });

  const admitBrowser = async (projectId: string, request: FastifyRequest, setHeaders: SetHeaders): Promise<Sender> => {
    const project = await collecting.projects(projectId);
    showRefusal(setHeaders);
    if (project === undefined) throw jobNotFound();
    const address = addressOf(request);
    try {
      admitOrigin(project, request.headers.origin ?? '', setHeaders);
      rate.take(address, 1, setHeaders);
    } catch (error) {
      throw countRefusal(services, project, error);
    }
    return { project, source: 'browser', name: networkOf(address) };
  };

  addApiRoute(app, {
    endpoint: 'sendFeedback',
    config: { room: 'collection' },
    async admit(endpoint, request, reply): Promise<Sender> {
      const { authorization, origin } = request.headers;
      if (authorization === undefined && origin !== undefined) {
        return await admitBrowser(parameter(request, 'projectId'), request, setHeadersOf(reply));
      }
      const { project, caller } = await admitServer(endpoint, request, reply);
      return { project, source: 'server', name: caller.id };
    },
    async answer({ project, source }, request) {
      const isBrowser = source === 'browser';
      requireJson(request.headers, isBrowser ? browserMediaTypes : undefined);
      const body = await readBody(request.raw, { ...limits, bodyBytes: Math.min(limits.bodyBytes, mostBytes) });
      const { body: sent } = checkFields(Sent, { body: parseJson(body, isBrowser ? keylessBounds : undefined) });
      const at = now();
      const feedback = {
        projectId: project.id,
        id: `fbk_${ulid(at)}`,
        path: pathOf(sent),
        request: sent,
        sentBy: source,
        now: at,
      };
      return { status: 202, value: await storeFeedback(db, feedback) };
    },
  });

  app.options('/v1/collect/:projectId/feedback', { config: { room: 'collection' } }, async (request, reply) => {
    const project = await collecting.projects(parameter(request, 'projectId'));
    return reply.status(204).headers(preflightHeaders(project, request.headers.origin)).send();
  });
}

/** All fields at their maximum length, each character written as six. */
const mostBytes = 128 * 1024;

function setHeadersOf(reply: FastifyReply): SetHeaders {
  return (more) => void reply.headers(more);
}

/** Returns the page in the form that page views use; undefined when it is not a page. */
function pathOf({ url, path }: FeedbackRequest): string | undefined {
  const address = url == null ? undefined : URL.parse(url);
  if (address === null || (address !== undefined && !/^https?:$/.test(address.protocol))) return undefined;
  const page = pagePath(address?.pathname ?? path ?? '');
  return 'drop' in page ? undefined : page.path;
}
