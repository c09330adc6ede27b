import { Readable } from 'node:stream';
import { AuditQuery, isCopydeskError } from '@copydesk/contract';
import type { FieldError } from '@copydesk/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { tableText } from '../../analytics/export/table-text.ts';
import { readAudit, readWholeAudit } from '../../audit/read.ts';
import { auditColumns } from '../../http/audit-columns.ts';
import { requireWholeOrganisation } from '../../http/checks/admit-organisation.ts';
import { checkFields } from '../../http/checks/fields.ts';
import type { HttpServices } from '../../http/services.ts';
import { requireViewer, requireViewerScope } from '../../http/session/viewer.ts';
import type { Viewer } from '../../http/session/viewer.ts';
import { listPeople } from '../../people/people.ts';
import { listProjects } from '../../projects/project.ts';
import { sendPage } from '../view/page-replies.ts';
import { shellOf } from '../view/shell.ts';
import type { Site } from '../view/site.ts';
import { auditMain } from './view.ts';

const Parts = z.object({ query: AuditQuery });

/** A reader that takes nothing for so long has gone. */
const idleMilliseconds = 60_000;

/** Who did what, when and from where. */
export function addAuditPages(app: FastifyInstance, services: HttpServices, site: Site): void {
  const { db, now } = services;

  app.get('/audit', async (request, reply) => {
    const viewer = await requireReader(request);
    const { organisationId } = viewer;
    const { query, errors } = filterOf(request);
    const [list, people, projects] = await Promise.all([
      readAudit(db, organisationId, query),
      listPeople(db, organisationId),
      listProjects(db, organisationId),
    ]);
    const main = auditMain(site, list, { query, errors, people, projects, now: now() });
    const status = errors.length === 0 ? 200 : 400;
    return sendPage(reply.status(status), site, {
      title: 'Audit log',
      viewer: shellOf(viewer),
      section: 'audit',
      main,
    });
  });

  app.get('/audit.csv', async (request, reply) => {
    const { organisationId } = await requireReader(request);
    const { query } = checkFields(Parts, { query: withoutBlanks(request.query) });
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

/** What the address asks for; all there is where that makes no sense, with what is wrong. */
function filterOf({ query: given }: FastifyRequest): { query: AuditQuery; errors: FieldError[] } {
  try {
    return { ...checkFields(Parts, { query: withoutBlanks(given) }), errors: [] };
  } catch (error) {
    if (!isCopydeskError(error, 'invalid_request')) throw error;
    return { ...checkFields(Parts, { query: {} }), errors: error.errors };
  }
}

/** A form sends its empty fields too. */
function withoutBlanks(query: unknown): Record<string, unknown> {
  const entries: [string, unknown][] = typeof query === 'object' && query !== null ? Object.entries(query) : [];
  return Object.fromEntries(entries.filter(([, value]) => value !== ''));
}
