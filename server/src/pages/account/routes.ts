import { PersonName, isCopydeskError } from '@copydesk/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { changePersonOf } from '../../desk/person/change-person.ts';
import { endOwnSessions } from '../../desk/sessions/end-own-sessions.ts';
import { setOwnPassword } from '../../desk/sessions/set-own-password.ts';
import { checkFields } from '../../http/checks/fields.ts';
import { requirePerson } from '../../http/checks/scope.ts';
import { actorOf } from '../../http/session/caller.ts';
import { addressOf } from '../../http/session/address.ts';
import { field } from '../../http/session/form.ts';
import { readSessionCookie } from '../../http/session/session-cookie.ts';
import { requireViewer } from '../../http/session/viewer.ts';
import type { Viewer } from '../../http/session/viewer.ts';
import { readPerson } from '../../people/people.ts';
import { listSessions } from '../../people/sessions.ts';
import { nothingTyped } from '../people/fields.ts';
import type { Typed } from '../people/fields.ts';
import type { SigningServices } from '../sign-in/signing.ts';
import { sendPage } from '../view/page-replies.ts';
import { shellOf } from '../view/shell.ts';
import type { Site } from '../view/site.ts';
import { accountMain, keyAccountMain } from './view.ts';

const NameParts = z.object({ body: z.object({ name: PersonName }) });

/** Adds the pages of a person's own account: name, password, and sessions. */
export function addAccountPages(app: FastifyInstance, services: SigningServices, site: Site): void {
  const pages = { ...services, site };
  app.get('/account', async (request, reply) => {
    const viewer = await requireViewer(services, request);
    return await sendAccount(pages, request, reply, { viewer, notice: noticeOf(request) });
  });
  app.post('/account/name', (request, reply) => changeName(pages, request, reply));
  app.post('/account/password', (request, reply) => changePassword(pages, request, reply));
  app.post('/account/sessions/end', (request, reply) => endSessions(pages, request, reply));
}

type AccountServices = SigningServices & { site: Site };

async function changeName(
  services: AccountServices,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { viewer } = await requireOwnForm(services, request);
  const values = { name: field(request.body, 'name')?.trim() };
  try {
    const { body } = checkFields(NameParts, { body: values });
    await changePersonOf(services.db, actorOf(viewer), viewer.id, body);
  } catch (error) {
    return await refuse(services, request, reply, { viewer, error, part: 'name', values });
  }
  return redirectWithNotice(services, reply, 'name');
}

async function changePassword(
  services: AccountServices,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { db, now, passwords, attempts } = services;
  const { viewer, token } = await requireOwnForm(services, request);
  const typed = { current: field(request.body, 'current') ?? '', password: field(request.body, 'password') ?? '' };
  try {
    // Limits attempts: someone who finds a browser left open must not guess the password here either.
    const succeeded = attempts.begin({ address: addressOf(request), account: viewer.id }, now());
    await setOwnPassword(db, { actor: actorOf(viewer), personId: viewer.id, token }, { ...typed, passwords });
    succeeded();
  } catch (error) {
    return await refuse(services, request, reply, { viewer, error, part: 'password', values: {} });
  }
  return redirectWithNotice(services, reply, 'password');
}

async function endSessions(
  services: AccountServices,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { viewer, token } = await requireOwnForm(services, request);
  const id = field(request.body, 'session');
  await endOwnSessions(services.db, { actor: actorOf(viewer), personId: viewer.id, token }, id);
  return redirectWithNotice(services, reply, 'sessions');
}

/** Requires a person who is signed in by a session, since these changes affect only that person. */
async function requireOwnForm(
  services: AccountServices,
  request: FastifyRequest,
): Promise<{ viewer: Viewer; token: string }> {
  const viewer = await requireViewer(services, request);
  viewer.requireOwnForm(request);
  const cookie = readSessionCookie(request, services.site.secure);
  requirePerson(viewer);
  return { viewer, token: cookie?.token ?? '' };
}

async function refuse(
  services: AccountServices,
  request: FastifyRequest,
  reply: FastifyReply,
  refused: { viewer: Viewer; error: unknown; part: 'name' | 'password'; values: Typed['values'] },
): Promise<FastifyReply> {
  const { viewer, error, part, values } = refused;
  if (!isCopydeskError(error, 'invalid_request')) throw error;
  const typed = { [part]: { values, errors: error.errors } };
  return await sendAccount(services, request, reply.status(error.status), { viewer, typed });
}

async function sendAccount(
  { db, now, site }: AccountServices,
  request: FastifyRequest,
  reply: FastifyReply,
  shown: { viewer: Viewer; notice?: string; typed?: Partial<Record<'name' | 'password', Typed>> },
): Promise<FastifyReply> {
  const { viewer, notice, typed = {} } = shown;
  const frame = { viewer: shellOf(viewer), section: 'account' as const, title: 'Your account', notice };
  if (viewer.kind === 'key') return sendPage(reply, site, { ...frame, main: keyAccountMain(viewer) });
  const token = readSessionCookie(request, site.secure)?.token ?? '';
  const place = { organisationId: viewer.organisationId, personId: viewer.id };
  const [person, sessions] = await Promise.all([
    readPerson(db, place),
    listSessions(db, viewer.id, { token, now: now() }),
  ]);
  const forms = {
    name: typed.name ?? { values: { name: person.name }, errors: [] },
    password: typed.password ?? nothingTyped,
  };
  return sendPage(reply, site, {
    ...frame,
    main: accountMain(site, person, { sessions, viewer, forms, now: now() }),
  });
}

function redirectWithNotice({ site }: AccountServices, reply: FastifyReply, what: keyof typeof notices): FastifyReply {
  return reply.redirect(`${site.href('/account')}?done=${what}`, 303);
}

const notices = {
  name: 'Your name was changed.',
  password: 'Your password was set. Your other sessions have ended.',
  sessions: 'The other sessions have ended.',
} as const;

function noticeOf({ query }: FastifyRequest): string | undefined {
  const what = field(query, 'done');
  return what === 'name' || what === 'password' || what === 'sessions' ? notices[what] : undefined;
}
