import { CopydeskError } from '@copydesk/contract';
import type { FastifyInstance } from 'fastify';
import { addressOf as addressOfClient } from '../../http/session/address.ts';
import type { HttpServices } from '../../http/services.ts';
import { readProject } from '../../projects/project.ts';
import type { Project } from '../../projects/project.ts';
import { findSharedProject } from '../../projects/share-links.ts';
import { answerPart } from '../readers/answers.ts';
import type { Audience } from '../readers/audience.ts';
import { openPageRate } from '../readers/page-rate.ts';
import { readQuery } from '../readers/query.ts';
import { parts } from '../readers/routes.ts';
import { html } from '../view/html.ts';
import { sendPage } from '../view/page-replies.ts';
import type { Site } from '../view/site.ts';

/** Adds a project's readers for everybody who has a share link: the same pages, and nothing else of the project. */
export function addSharedReaders(app: FastifyInstance, services: HttpServices, site: Site): void {
  const rate = openPageRate(services, 'share');
  for (const part of parts) {
    app.get<{ Params: { token: string } }>(`/share/:token${part}`, async (request, reply) => {
      rate.take(addressOfClient(request), (headers) => void reply.headers(headers));
      const { token } = request.params;
      const found = await sharedProject(services, token);
      if (found === undefined) throw noSuchLink();
      const audience = audienceOf(services, found.project, site.href(`/share/${token}`));
      const shown = { audience, query: readQuery(request.query), beside: async () => ({ empty: nothingHere }) };
      const { title, main } = await answerPart(services.db, part, shown);
      reply.header('x-robots-tag', 'noindex, nofollow');
      return sendPage(reply, site, {
        title: `${title} · ${found.project.name}`,
        main: html`<p class="shared meta">
            <bdi>${found.project.name}</bdi> shares who reads its docs.
            <a href="${site.href(`/feed/${token}.atom`)}">Weekly and monthly, as a feed</a>
          </p>
          ${main}`,
      });
    });
  }
}

/** Returns the project of a valid share link. */
export async function sharedProject(
  { db, now }: Pick<HttpServices, 'db' | 'now'>,
  token: string,
): Promise<{ shareId: string; project: Project } | undefined> {
  const share = await findSharedProject(db, token, now());
  const project = share && (await readProject(db, share.projectId));
  return share && project && { shareId: share.shareId, project };
}

/** Without the API and the jobs: a link shows only numbers. */
function audienceOf({ now, views }: HttpServices, project: Project, base: string): Audience {
  const at = now();
  const site = { projectId: project.number, now: at, retentionMonths: views.retentionMonths };
  return { project, site, now: at, base, api: undefined, jobs: undefined };
}

const nothingHere = html`<div class="empty">
  <h2>No views here</h2>
  <p>Nothing was counted in this range with these filters.</p>
</div>`;

/** The same error for a link that never existed and one that was revoked. */
export function noSuchLink(): CopydeskError {
  return new CopydeskError(
    'not_found',
    'This link does not work, or no longer works. Ask the person who gave it to you for a new one.',
  );
}
