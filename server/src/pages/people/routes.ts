import { createHash } from 'node:crypto';
import { EmailAddress, PersonId, PersonName, Role, isCopydeskError } from '@copydesk/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { changePersonOf } from '../../desk/person/change-person.ts';
import { invitePerson } from '../../desk/person/invite-person.ts';
import { listMadeBy } from '../../desk/made-by.ts';
import type { Once } from '../../desk/made-once.ts';
import { linkPerson } from '../../desk/person/link-person.ts';
import { removePersonOf } from '../../desk/person/remove-person.ts';
import { requireWholeOrganisation } from '../../http/checks/admit-organisation.ts';
import { parameter } from '../../http/checks/admit.ts';
import { checkFields } from '../../http/checks/fields.ts';
import { presentLink } from '../../http/present-person.ts';
import { actorOf } from '../../http/session/caller.ts';
import { field } from '../../http/session/form.ts';
import { requireViewer, requireViewerScope } from '../../http/session/viewer.ts';
import type { Viewer } from '../../http/session/viewer.ts';
import type { HttpServices } from '../../http/services.ts';
import { listPeoplePage } from '../../people/list.ts';
import { noSuchPerson, readPerson } from '../../people/people.ts';
import type { Person } from '../../people/people.ts';
import type { SignInLink } from '../../people/sign-in-links.ts';
import { sendPage } from '../view/page-replies.ts';
import { shellOf } from '../view/shell.ts';
import type { Site } from '../view/site.ts';
import { nothingTyped } from './fields.ts';
import type { Typed } from './fields.ts';
import { invitePage } from './invite.ts';
import { linkMain } from './link.ts';
import { peopleMain } from './list.ts';
import { personMain } from './person.ts';

const Details = z.object({
  body: z.object({ name: PersonName, role: Role, email: EmailAddress.nullable() }),
});

const pageLength = 50;

/** Adds the pages that list, invite, change and remove people. */
export function addPeoplePages(app: FastifyInstance, services: HttpServices, site: Site): void {
  const pages = { ...services, site };
  app.get('/people', (request, reply) => sendList(pages, request, reply));
  app.get('/people/new', async (request, reply) =>
    sendInvite(pages, reply, await requireKeeper(services, request), nothingTyped),
  );
  app.post('/people/new', (request, reply) => invite(pages, request, reply));
  app.get('/people/:personId', async (request, reply) => {
    const viewer = await requireKeeper(services, request);
    const person = await personOf(services, viewer, request);
    return await sendPerson(pages, reply, { viewer, person }, { notice: noticeOf(request) });
  });
  app.post('/people/:personId', (request, reply) => change(pages, request, reply));
  app.post('/people/:personId/link', (request, reply) => link(pages, request, reply));
  app.post('/people/:personId/remove', (request, reply) => remove(pages, request, reply));
}

type PeopleServices = HttpServices & { site: Site };

async function sendList(services: PeopleServices, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { db, now, site } = services;
  const viewer = await requireKeeper(services, request);
  const { organisationId } = viewer;
  const q = (field(request.query, 'q') ?? '').trim().slice(0, 200);
  const cursor = field(request.query, 'cursor');
  const wanted = { organisationId, cursor, limit: pageLength, ...(q !== '' && { q }) };
  const page = await listPeoplePage(db, wanted);
  const view = { ...page, q, isFirstPage: cursor === undefined, viewer, now: now() };
  const notice = noticeOf(request);
  return sendPage(reply, site, { ...frame(viewer), title: 'People', notice, main: peopleMain(site, view) });
}

function sendInvite({ site }: PeopleServices, reply: FastifyReply, viewer: Viewer, typed: Typed): FastifyReply {
  return sendPage(reply, site, { ...frame(viewer), title: 'Invite', main: invitePage(site, viewer, typed) });
}

async function invite(services: PeopleServices, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { db, now, site } = services;
  const viewer = await requireOwnForm(services, request);
  try {
    const { body } = checkFields(Details, { body: detailsOf(request) });
    const once = onceOf(request, body);
    const { person, link: made } = await invitePerson(db, actorOf(viewer), body, { now: now(), once });
    // The form was sent twice: only the first reply contains the link. A new one takes one click.
    if (made === null) return reply.redirect(`${site.href(`/people/${person.id}`)}?done=invited`, 303);
    return sendLink(services, reply, viewer, { person, link: made, what: 'invited' });
  } catch (error) {
    const typed = typedOf(error, request);
    return sendInvite(services, reply.status(400), viewer, typed);
  }
}

async function change(services: PeopleServices, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const viewer = await requireOwnForm(services, request);
  const person = await personOf(services, viewer, request);
  try {
    const { body } = checkFields(Details, { body: detailsOf(request) });
    const revision = Number(field(request.body, 'revision') ?? Number.NaN);
    const seen = Number.isSafeInteger(revision) ? { revision } : {};
    await changePersonOf(services.db, actorOf(viewer), person.id, { ...body, ...seen });
  } catch (error) {
    return await refusePerson(services, reply, { viewer, person }, { error, typed: typedOf(error, request) });
  }
  return reply.redirect(`${services.site.href(`/people/${person.id}`)}?done=changed`, 303);
}

async function link(services: PeopleServices, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const viewer = await requireOwnForm(services, request);
  const { id } = await personOf(services, viewer, request);
  const made = await linkPerson(services.db, actorOf(viewer), id, { now: services.now() });
  return sendLink(services, reply, viewer, { ...made, what: 'linked' });
}

async function remove(services: PeopleServices, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { db, now, site } = services;
  const viewer = await requireOwnForm(services, request);
  const person = await personOf(services, viewer, request);
  try {
    const revokesMade = field(request.body, 'revokeMade') === 'yes';
    await removePersonOf(db, actorOf(viewer), { personId: person.id, revokesMade, now: now() });
  } catch (error) {
    return await refusePerson(services, reply, { viewer, person }, { error, typed: nothingTyped });
  }
  return reply.redirect(`${site.href('/people')}?done=removed`, 303);
}

async function requireKeeper(services: HttpServices, request: FastifyRequest): Promise<Viewer> {
  const viewer = await requireViewer(services, request);
  requireViewerScope(viewer, 'admin');
  requireWholeOrganisation(viewer);
  return viewer;
}

async function requireOwnForm(services: HttpServices, request: FastifyRequest): Promise<Viewer> {
  const viewer = await requireKeeper(services, request);
  viewer.requireOwnForm(request);
  return viewer;
}

async function personOf({ db }: HttpServices, { organisationId }: Viewer, request: FastifyRequest): Promise<Person> {
  const personId = parameter(request, 'personId');
  if (!PersonId.safeParse(personId).success) throw noSuchPerson();
  return await readPerson(db, { organisationId, personId });
}

async function sendPerson(
  { db, now, site }: PeopleServices,
  reply: FastifyReply,
  { viewer, person }: { viewer: Viewer; person: Person },
  { notice, typed, refusal }: { notice?: string; typed?: Typed; refusal?: string },
): Promise<FastifyReply> {
  const { organisationId } = viewer;
  const made = await listMadeBy(db, { organisationId, personId: person.id, now: now() });
  const main = personMain(site, person, { viewer, now: now(), typed, refusal, made });
  return sendPage(reply, site, { ...frame(viewer), title: person.name, notice, main });
}

/** Shows the link in the reply itself: it is stored nowhere, so no other page could show it. */
function sendLink(
  { baseUrl, now, site }: PeopleServices,
  reply: FastifyReply,
  viewer: Viewer,
  { person, link: made, what }: { person: Person; link: SignInLink; what: 'invited' | 'linked' },
): FastifyReply {
  const { link: address } = presentLink(baseUrl, made);
  const main = linkMain(site, person, { link: address, expiresAt: made.expiresAt, now: now(), what });
  return sendPage(reply, site, { ...frame(viewer), title: 'A link', main });
}

/** Shows the page again with what was typed, beside the stored values. */
async function refusePerson(
  services: PeopleServices,
  reply: FastifyReply,
  { viewer, person: { id: personId } }: { viewer: Viewer; person: Person },
  { error, typed }: { error: unknown; typed: Typed },
): Promise<FastifyReply> {
  if (!isCopydeskError(error) || (error.status !== 409 && error.status !== 400)) throw error;
  const person = await readPerson(services.db, { organisationId: viewer.organisationId, personId });
  const refusal = error.status === 409 ? error.message : undefined;
  return await sendPerson(services, reply.status(error.status), { viewer, person }, { typed, refusal });
}

function frame(viewer: Viewer) {
  return { viewer: shellOf(viewer), section: 'people' as const };
}

function detailsOf({ body }: FastifyRequest) {
  const email = field(body, 'email')?.trim();
  return { name: field(body, 'name')?.trim(), role: field(body, 'role'), email: email || null };
}

function typedOf(error: unknown, { body }: FastifyRequest): Typed {
  if (!isCopydeskError(error) || error.status >= 500) throw error;
  const values = Object.fromEntries(['name', 'role', 'email', 'once'].map((name) => [name, field(body, name)]));
  return { values, errors: error.errors };
}

/** Returns the idempotency key from the form's one-time id, so that a form sent twice invites once. */
function onceOf({ body }: FastifyRequest, { name, role, email }: z.output<typeof Details>['body']): Once | undefined {
  const key = field(body, 'once');
  if (key === undefined || !/^[\w-]{10,100}$/.test(key)) return undefined;
  const requestHash = createHash('sha256')
    .update(JSON.stringify(['invite', name, role, email]))
    .digest();
  return { key, requestHash };
}

const notices = new Map([
  ['invited', 'The invitation was made already. Make a new link if you have lost the first one.'],
  ['removed', 'The person was removed. Their sessions and links have ended.'],
  ['changed', 'The change was saved.'],
]);

function noticeOf({ query }: FastifyRequest): string | undefined {
  return notices.get(field(query, 'done') ?? '');
}
