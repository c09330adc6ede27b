import type { FastifyInstance } from 'fastify';
import { BoundedMap } from '../../analytics/bounded-map.ts';
import { readViews } from '../../analytics/read/page/views.ts';
import { addressOf } from '../../http/session/address.ts';
import { field } from '../../http/session/form.ts';
import type { HttpServices } from '../../http/services.ts';
import { openPageRate } from '../readers/page-rate.ts';
import { badgeSvg } from './badge-svg.ts';
import { sharedProject } from './public.ts';

const dayMilliseconds = 86_400_000;

/** How long a count is cached: thousands may look at the README with a badge, so it is counted once a minute. */
const keptMilliseconds = 60_000;

/**
 * `GET /badge/{token}.svg`: the views of a project, or of one page, of the last days (UTC, including today), as a small
 * image for other sites. An unread page has 0 views. A revoked link answers 404, with an image that says
 * so.
 */
export function addBadges(app: FastifyInstance, services: HttpServices): void {
  const rate = openPageRate(services, 'badge');
  const counted = new BoundedMap<string, { at: number; total: number }>(2_000);

  app.get<{ Params: { file: string } }>('/badge/:file', async (request, reply) => {
    rate.take(addressOf(request), (headers) => void reply.headers(headers));
    const asked = readBadgeQuery(request.query);
    const found = await sharedProject(services, request.params.file.replace(/\.svg$/, ''));
    reply
      .type('image/svg+xml; charset=utf-8')
      .header('access-control-allow-origin', '*')
      .header('cross-origin-resource-policy', 'cross-origin');
    if (found === undefined) {
      return reply.status(404).header('cache-control', 'public, max-age=60').send(badgeSvg(asked.label, undefined));
    }
    const total = await totalOf(found.shareId, found.project.number, asked);
    return reply.header('cache-control', 'public, max-age=300').send(badgeSvg(asked.label, total));
  });

  async function totalOf(shareId: string, projectId: number, { days, path }: BadgeQuery): Promise<number> {
    const now = services.now();
    const key = JSON.stringify([shareId, days, path]);
    const known = counted.get(key);
    if (known !== undefined && now.getTime() - known.at < keptMilliseconds) return known.total;
    const tomorrow = (Math.floor(now.getTime() / dayMilliseconds) + 1) * dayMilliseconds;
    const [dateFrom, dateTo] = [new Date(tomorrow - days * dayMilliseconds), new Date(tomorrow)];
    const site = { projectId, now, retentionMonths: services.views.retentionMonths };
    const query = { dateFrom, dateTo, exactPath: path, limit: 1, offset: 0 };
    const { total } = (await readViews(services.db, site, query)).result.totals;
    counted.set(key, { at: now.getTime(), total });
    return total;
  }
}

interface BadgeQuery {
  /** The path of one page; all pages when absent. */
  path: string | undefined;
  label: string;
  days: number;
}

/** Invalid values count as absent: an image has no room for an explanation. */
function readBadgeQuery(query: unknown): BadgeQuery {
  const [path, days] = [field(query, 'path'), Number(field(query, 'days') ?? '30')];
  return {
    path: path === undefined || path === '' || path.includes('\0') ? undefined : path.toWellFormed().slice(0, 4_096),
    label: field(query, 'label') ?? 'views',
    days: Number.isSafeInteger(days) && days >= 1 && days <= 366 ? days : 30,
  };
}
