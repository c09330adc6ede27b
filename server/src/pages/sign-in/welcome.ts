import { EmailAddress, PersonName, isCopydeskError } from '@copydesk/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { welcomeFirstOwner } from '../../desk/person/make-first-owner.ts';
import { acceptsHtml } from '../../http/replies/accept-html.ts';
import { checkFields } from '../../http/checks/fields.ts';
import { addressOf } from '../../http/session/address.ts';
import { requireOwnOrigin } from '../../http/session/forgery.ts';
import { field } from '../../http/session/form.ts';
import { isOwnerLink } from '../../people/owner-link.ts';
import { nothingTyped } from '../people/fields.ts';
import { sendPage } from '../view/page-replies.ts';
import type { Site } from '../view/site.ts';
import { enter } from './signing.ts';
import type { SigningServices } from './signing.ts';
import { visitorOf } from './visitor.ts';
import { usedWelcomePage, welcomePage } from './welcome-view.ts';

const Parts = z.object({
  body: z.object({ name: PersonName, email: EmailAddress.nullable(), password: z.string().optional() }),
});

/** Adds the link that the server prints when its data folder has no people yet: it creates the first owner. */
export function addWelcomePages(app: FastifyInstance, services: SigningServices, site: Site): void {
  const { db, now, baseUrl, attempts, passwords } = services;

  app.get<{ Params: { token: string } }>('/welcome/:token', async (request, reply) => {
    const { token } = request.params;
    if (await isOwnerLink(db, token, now())) return sendPage(reply, site, welcomePage(site, token, nothingTyped));
    return sendPage(reply.status(401), site, usedWelcomePage(site));
  });

  app.post<{ Params: { token: string } }>('/welcome/:token', async (request, reply) => {
    requireOwnOrigin(request, baseUrl);
    const { token } = request.params;
    const succeeded = attempts.begin({ address: addressOf(request) }, now());
    const values = { name: field(request.body, 'name')?.trim(), email: field(request.body, 'email')?.trim() };
    try {
      const password = field(request.body, 'password') || undefined;
      const { body } = checkFields(Parts, { body: { ...values, email: values.email || null, password } });
      const visitor = await visitorOf(services, request, site);
      const draft = { ...body, password, passwords, now: now() };
      const session = await welcomeFirstOwner(db, visitor, token, draft);
      succeeded();
      return enter(reply, site, { kind: 'person', token: session }, site.href('/projects'));
    } catch (error) {
      if (!isCopydeskError(error) || !acceptsHtml(request)) throw error;
      if (error.code === 'invalid_token') return sendPage(reply.status(error.status), site, usedWelcomePage(site));
      if (error.code !== 'invalid_request') throw error;
      succeeded();
      const page = welcomePage(site, token, { values, errors: error.errors });
      return sendPage(reply.status(error.status), site, page);
    }
  });
}
