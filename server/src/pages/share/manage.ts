import { randomBytes } from 'node:crypto';
import { ShareRequest } from '@copydesk/contract';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { isCopydeskError } from '@copydesk/contract';
import { makeShare } from '../../desk/project/create-share.ts';
import { revokeShareAs } from '../../desk/project/revoke-share.ts';
import { shareAddresses } from '../../http/routes/person/create-share.ts';
import { actorOf } from '../../http/session/caller.ts';
import { field } from '../../http/session/form.ts';
import { requireEditor } from '../../http/session/viewer.ts';
import type { Viewer } from '../../http/session/viewer.ts';
import type { HttpServices } from '../../http/services.ts';
import type { Project } from '../../projects/project.ts';
import { listShareLinks, tokenOfForm } from '../../projects/share-links.ts';
import { admit } from '../pull-requests/admit.ts';
import { sendPage } from '../view/page-replies.ts';
import { shellOf } from '../view/shell.ts';
import type { Site } from '../view/site.ts';
import { sharesMain } from './manage-view.ts';
import type { ShareState } from './shares-view.ts';

/** Adds the pages that create and revoke the links by which everybody sees a project's readers. */
export function addShareManagement(app: FastifyInstance, services: HttpServices, site: Site): void {
  const base = '/projects/:projectId/readers/shares';
  app.get<{ Params: { projectId: string } }>(base, async (request, reply) => {
    const { viewer, project } = await admit(services, request, 'analytics:read');
    requireEditor(viewer);
    const notice = field(request.query, 'done') === 'revoked' ? 'The link was revoked.' : undefined;
    return await show(reply, viewer, project, { notice });
  });

  app.post<{ Params: { projectId: string } }>(base, async (request, reply) => {
    const { viewer, project } = await admit(services, request, 'analytics:read');
    viewer.requireOwnForm(request);
    requireEditor(viewer);
    const name = field(request.body, 'name') ?? '';
    const { data } = ShareRequest.safeParse({ name });
    if (data === undefined) return await show(reply.status(400), viewer, project, { name, wrong: tooLong });
    const once = field(request.body, 'once') ?? '';
    const token = /^[\w-]{43}$/.test(once) ? tokenOfForm(once) : undefined;
    try {
      const draft = { projectId: project.id, name: data.name, token };
      const made = await makeShare(services.db, actorOf(viewer), draft);
      const addresses = shareAddresses(services.baseUrl, made.token);
      return await show(reply, viewer, project, { made: { ...made.share, ...addresses } });
    } catch (error) {
      if (!isCopydeskError(error, 'too_many_shares')) throw error;
      return await show(reply.status(error.status), viewer, project, { name, wrong: error.message });
    }
  });

  app.post<{ Params: { projectId: string; shareId: string } }>(`${base}/:shareId/revoke`, async (request, reply) => {
    const { viewer, project } = await admit(services, request, 'analytics:read');
    viewer.requireOwnForm(request);
    requireEditor(viewer);
    const { shareId } = request.params;
    await revokeShareAs(services.db, actorOf(viewer), { projectId: project.id, shareId, now: services.now() });
    return reply.redirect(site.href(`/projects/${project.id}/readers/shares?done=revoked`), 303);
  });

  async function show(reply: FastifyReply, viewer: Viewer, project: Project, state: ShareState): Promise<FastifyReply> {
    const { notice, ...rest } = state;
    const shares = await listShareLinks(services.db, project.id);
    return sendPage(reply, site, {
      title: 'Share the readers',
      viewer: shellOf(viewer),
      section: 'projects',
      project: { id: project.id, name: project.name, tab: 'readers' },
      notice,
      main: sharesMain({
        base: site.href(`/projects/${project.id}/readers`),
        shares,
        now: services.now(),
        formToken: viewer.formToken,
        once: randomBytes(32).toString('base64url'),
        ...rest,
      }),
    });
  }
}

const tooLong = 'The name may have at most 100 characters, and only characters that can be stored.';
