import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { tableText } from '../../analytics/export/table-text.ts';
import { readAudit, readWholeAudit } from '../../audit/read.ts';
import { recentNames } from '../../audit/recent.ts';
import { auditColumns } from '../../http/replies/audit-columns.ts';
import { requireWholeOrganisation } from '../../http/checks/admit-organisation.ts';
import type { HttpServices } from '../../http/services.ts';
import { requireViewer, requireViewerScope } from '../../http/session/viewer.ts';
import type { Viewer } from '../../http/session/viewer.ts';
import { projectNames } from '../../projects/project-names.ts';
import { sendPage } from '../view/page-replies.ts';
import { shellOf } from '../view/shell.ts';
import type { Site } from '../view/site.ts';
import { readFilter, requireSense } from './filter.ts';
import { auditMain } from './view.ts';

/** How many names a field suggests at most. */
const mostSuggested = 50;

/** A client that reads nothing for this long counts as gone. */
const idleMilliseconds = 60_000;

/** Adds the pages of the audit log: who did what, when and from where. */
export function addAuditPages(app: FastifyInstance, services: HttpServices, site: Site): void {
  const { db, now } = services;

  app.get('/audit', async (request, reply) => {
    const viewer = await requireReader(request);
    const { organisationId } = viewer;
    const recent = await recentNames(db, organisationId, mostSuggested);
    const filter = await readFilter(db, organisationId, { query: request.query, recent });
    const isRead = filter.errors.length === 0;
    const list = isRead ? await readAudit(db, organisationId, filter.query) : { entries: [], nextCursor: null };
    const named = [filter.query.project, ...recent.projectIds, ...list.entries.map(({ projectId }) => projectId)];
    const names = await projectNames(
      db,
      named.filter((id) => typeof id === 'string'),
    );
    const main = auditMain(site, list, { filter, recent, projectNames: names, now: now() });
    const status = isRead ? 200 : 400;
    return sendPage(reply.status(status), site, {
      title: 'Audit log',
      viewer: shellOf(viewer),
      section: 'audit',
      main,
    });
  });

  app.get('/audit.csv', async (request, reply) => {
    const { organisationId } = await requireReader(request);
    const recent = await recentNames(db, organisationId, mostSuggested);
    const query = requireSense(await readFilter(db, organisationId, { query: request.query, recent }));
    const day = now().toISOString().slice(0, 10);
    reply.type('text/csv; charset=utf-8').header('content-disposition', `attachment; filename="audit-${day}.csv"`);
    if (request.method === 'HEAD') return reply.send(Readable.from([]));
    reply.raw.setTimeout(idleMilliseconds, () => reply.raw.destroy());
    const text = tableText('csv', auditColumns, readWholeAudit(db, organisationId, query));
    return reply.send(Readable.from(text, { objectMode: false }));
  });

  async function requireReader(request: FastifyRequest): Promise<Viewer> {
    const viewer = await requireViewer(services, request);
    requireViewerScope(viewer, 'admin');
    requireWholeOrganisation(viewer);
    return viewer;
  }
}
