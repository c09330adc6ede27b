import { createHash, randomUUID } from 'node:crypto';
import { ProjectRequest } from '@copydesk/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { requireWholeOrganisation } from '../../../http/checks/admit-organisation.ts';
import { checkFields } from '../../../http/checks/fields.ts';
import { actorOf } from '../../../http/session/caller.ts';
import { field } from '../../../http/session/form.ts';
import type { Viewer } from '../../../http/session/viewer.ts';
import type { Html } from '../../view/html.ts';
import { connectionOf, typedConnection } from '../connection-form.ts';
import { isShownInForm } from '../../view/fields.ts';
import { placeFaultsOf } from '../place-faults.ts';
import { userRemoved, withoutUser } from '../without-user.ts';
import { admit, answer, answerCounting } from './answer.ts';
import type { StepServices } from './answer.ts';
import { foundMain, startMain } from './page.ts';
import type { Choice, NewView } from './page.ts';

/** Sends the first step, or what was found at the address that was chosen in it. */
export async function sendFirstStep(
  services: StepServices,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { site } = services;
  const viewer = await admit(services, request);
  requireWholeOrganisation(viewer);
  const choice = choiceOf(request.query);
  if (hasUser(request.query)) return await reply.redirect(site.href(`/projects/new?${withoutSecret(choice)}`), 303);
  const view = { site, formToken: viewer.formToken, choice, faults: {}, typed: {} };
  if (field(request.query, 'removed') === 'user') {
    const main = startMain({ ...view, faults: { '/repository': userRemoved } });
    return answer(services, reply.status(400), viewer, main);
  }
  if (choice.repository === '') return answer(services, reply, viewer, startMain(view));
  const read = await readRepository(services, viewer, choice, reply);
  return answer(services, reply, viewer, placeMain({ ...view, ...read }));
}

/** Creates the project that was chosen, and continues with the next step. */
export async function createChosen(
  services: StepServices,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { site } = services;
  const viewer = await admit(services, request, 'form');
  requireWholeOrganisation(viewer);
  const choice = choiceOf(request.body);
  if (hasUser(request.body)) return await reply.redirect(site.href(`/projects/new?${withoutSecret(choice)}`), 303);
  const asksCredential = field(request.body, 'kind') !== undefined;
  const typed = asksCredential ? typedConnection(request.body) : {};
  try {
    const made = await create(services, viewer, choice, asksCredential ? request.body : undefined);
    const { project, webhookSecret: secret } = made;
    if (secret !== undefined) return answerCounting(services, reply, { viewer, project }, { secret });
    const next = project.repositoryKind === 'url' && !asksCredential ? 'connect' : 'counting';
    return await reply.redirect(site.href(`/projects/new/${next}?project=${project.id}`), 303);
  } catch (error) {
    if (!isShownInForm(error)) throw error;
    const view: NewView = { site, formToken: viewer.formToken, choice, error, faults: placeFaultsOf(error), typed };
    reply.status(error.status);
    if (choice.repository === '') return answer(services, reply, viewer, startMain(view));
    const { found } = asksCredential ? {} : await readRepository(services, viewer, choice, undefined);
    return answer(services, reply, viewer, placeMain({ ...view, found }));
  }
}

/** Creates the project once, however often its form is sent. @param credential the form, when it has a credential. */
async function create({ projects }: StepServices, viewer: Viewer, choice: Choice, credential: unknown) {
  const { repository, ref, docsFolder, name, once } = choice;
  const place = repository === '' ? {} : { repository, ref: ref || undefined, docsFolder };
  const connection = credential === undefined ? {} : { connection: connectionOf(credential) };
  const sent = { name, ...place, ...connection };
  const { body } = checkFields(z.object({ body: ProjectRequest }), { body: sent });
  const requestHash = createHash('sha256').update(JSON.stringify(sent)).digest();
  return await projects.create(actorOf(viewer), body, { key: `form ${once}`, requestHash });
}

/** Reads the repository. When that fails, returns the error and gives the reply its status. */
async function readRepository(
  { projects }: StepServices,
  viewer: Viewer,
  { repository, ref, docsFolder }: Choice,
  reply: FastifyReply | undefined,
): Promise<Pick<NewView, 'found' | 'error' | 'faults'>> {
  try {
    const place = { repository, docsFolder, ...(ref !== '' && { ref }) };
    const found = await projects.lookAtRepository(viewer, 'paths', place);
    return { found, faults: {} };
  } catch (error) {
    if (!isShownInForm(error)) throw error;
    reply?.status(error.status);
    return { error, faults: placeFaultsOf(error) };
  }
}

/** Asks for the address again when nothing was found there. */
function placeMain(view: NewView): Html {
  const { found, faults, typed } = view;
  const isNowhere = found === undefined && faults['/repository'] !== undefined && typed.kind === undefined;
  return isNowhere ? startMain(view) : foundMain(view);
}

function choiceOf(sent: unknown): Choice {
  const text = (name: string) => (field(sent, name) ?? '').trim().slice(0, 2_000);
  return {
    repository: withoutUser(text('repository')),
    ref: text('ref'),
    docsFolder: text('docs'),
    name: text('name'),
    once: text('once') || randomUUID(),
  };
}

function hasUser(sent: unknown): boolean {
  const typed = field(sent, 'repository') ?? '';
  return withoutUser(typed) !== typed;
}

/**
 * Returns the query of the page that says what was removed. A secret must not stay in an address, nor in the browser's
 * history.
 */
function withoutSecret({ repository, ref, docsFolder, name }: Choice): string {
  return new URLSearchParams({ repository, ref, docs: docsFolder, name, removed: 'user' }).toString();
}
