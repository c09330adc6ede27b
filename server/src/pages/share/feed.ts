import type { FastifyInstance } from 'fastify';
import type { Report } from '@copydesk/contract';
import { BoundedMap } from '../../analytics/bounded-map.ts';
import { entityTag, namesTag } from '../../http/replies/conditional.ts';
import { shareAddresses } from '../../http/routes/person/create-share.ts';
import type { HttpServices } from '../../http/services.ts';
import { addressOf } from '../../http/session/address.ts';
import type { Project } from '../../projects/project.ts';
import { atomFeed } from '../../reports/atom-feed.ts';
import { readFeedReports } from '../../reports/feed-reports.ts';
import type { KeptReport } from '../../reports/kept-reports.ts';
import { openPageRate } from '../readers/page-rate.ts';
import { noSuchLink, sharedProject } from './public.ts';

/** How long a feed is cached: its reports do not change, and a new one may come a little later. */
const keptMilliseconds = 10 * 60_000;

interface Made {
  at: number;
  body: Promise<string>;
}

/**
 * `GET /feed/{token}.atom`: the weekly and monthly reports of a share link, as an Atom feed. As on its pages, only the
 * numbers of readers: nothing of jobs, and nothing that readers said.
 */
export function addShareFeed(app: FastifyInstance, services: HttpServices): void {
  const rate = openPageRate(services, 'feed');
  const made = new BoundedMap<string, Made>(500);

  // A strong entity tag identifies exact bytes, and a compressed reply has other bytes.
  const options = { compress: false as const };
  app.get<{ Params: { file: string } }>('/feed/:file', options, async (request, reply) => {
    rate.take(addressOf(request), (headers) => void reply.headers(headers));
    const token = /^(.*)\.atom$/.exec(request.params.file)?.[1] ?? '';
    const found = await sharedProject(services, token);
    if (found === undefined) throw noSuchLink();
    const body = await feedOf(found, token);
    const tag = entityTag(body);
    reply
      .header('etag', tag)
      .header('cache-control', 'public, max-age=300')
      .header('x-robots-tag', 'noindex, nofollow');
    if (namesTag(request.headers['if-none-match'], tag)) return reply.status(304).send();
    return reply.type('application/atom+xml; charset=utf-8').send(body);
  });

  async function feedOf({ shareId, project }: { shareId: string; project: Project }, token: string): Promise<string> {
    const now = services.now().getTime();
    const known = made.get(shareId);
    if (known !== undefined && now - known.at < keptMilliseconds) return await known.body;
    // All that come meanwhile wait for the same one; a failure is not kept.
    const body = makeFeed(services, project, token);
    made.set(shareId, { at: now, body });
    return await body.catch((error: unknown) => {
      made.set(shareId, { at: Number.NEGATIVE_INFINITY, body });
      throw error;
    });
  }
}

async function makeFeed(services: HttpServices, project: Project, token: string): Promise<string> {
  const { db, now, views, jobLimits, baseUrl } = services;
  const site = { projectId: project.number, now: now(), retentionMonths: views.retentionMonths };
  const work = { prices: jobLimits.prices, baseUrl };
  const reports = await readFeedReports(db, { id: project.id, site }, work);
  const { url, feed } = shareAddresses(baseUrl, token);
  return atomFeed(
    {
      projectId: project.id,
      projectName: project.name,
      self: feed,
      page: url,
      pageOf: ({ from, to }) => `${url}?from=${from.slice(0, 10)}&to=${lastDay(to)}`,
      createdAt: project.createdAt,
    },
    reports.map(onlyReaders),
  );
}

function onlyReaders({ report, madeAt }: KeptReport): KeptReport {
  const feedback: Report['feedback'] = { helpful: 0, notHelpful: 0, comments: 0, pages: [] };
  return { report: { ...report, work: null, feedback }, madeAt };
}

function lastDay(to: string): string {
  return new Date(Date.parse(to) - 1).toISOString().slice(0, 10);
}
