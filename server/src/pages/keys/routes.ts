import { createHash, randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { CopydeskError, KeyId, isCopydeskError, keyStates } from '@copydesk/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { makeKey } from '../../desk/key/create-key.ts';
import type { Once } from '../../desk/made-once.ts';
import { revokeKeyAs } from '../../desk/key/revoke-key.ts';
import { rotateKeyAs } from '../../desk/key/rotate-key.ts';
import { noSuchKey, readKey } from '../../projects/key/read-keys.ts';
import type { ApiKey } from '../../projects/key/read-keys.ts';
import { projectOfText } from '../../projects/project-names.ts';
import { keyManagerOf } from '../../http/session/caller.ts';
import { field } from '../../http/session/form.ts';
import { requireViewer, requireViewerScope } from '../../http/session/viewer.ts';
import type { Viewer } from '../../http/session/viewer.ts';
import type { HttpServices } from '../../http/services.ts';
import { sendPage } from '../view/page-replies.ts';
import { shellOf } from '../view/shell.ts';
import type { Site } from '../view/site.ts';
import { confirmMain } from './confirm.ts';
import { faultsOf, readDraft, requestOf } from './draft.ts';
import type { KeyDraft } from './draft.ts';
import { gatherKeys } from './gather.ts';
import type { KeysQuery } from './gather.ts';
import { keysMain } from './page.ts';
import type { KeysView, Made } from './view.ts';

type KeyParams = { Params: { keyId: string } };

/**
 * Adds the page of API keys. The reply to the form contains the new key, which is stored nowhere, not even for the
 * moment of a redirect. That is why only this form is answered without a redirect.
 */
export function addKeysPages(app: FastifyInstance, services: HttpServices, site: Site): void {
  const pages = { ...services, site };
  app.get('/keys', async (request, reply) => answer(pages, reply, await admit(services, request), queryOf(request)));
  app.post('/keys', (request, reply) => create(pages, request, reply));
  for (const act of ['revoke', 'rotate'] as const) {
    app.get<KeyParams>(`/keys/:keyId/${act}`, async (request, reply) => {
      const viewer = await admit(services, request);
      const key = await visibleKey(services, viewer, request.params.keyId);
      return sendConfirmation(pages, reply, viewer, { act, key });
    });
  }
  app.post<KeyParams>('/keys/:keyId/revoke', (request, reply) => revoke(pages, request, reply));
  app.post<KeyParams>('/keys/:keyId/rotate', (request, reply) => rotate(pages, request, reply));
}

type KeyServices = HttpServices & { site: Site };

async function admit(services: HttpServices, request: FastifyRequest): Promise<Viewer> {
  const viewer = await requireViewer(services, request);
  requireViewerScope(viewer, 'admin');
  return viewer;
}

async function answer(
  services: KeyServices,
  reply: FastifyReply,
  viewer: Viewer,
  query: KeysQuery,
  shown: Partial<Pick<KeysView, 'draft' | 'faults' | 'refusal'>> & { made?: Made } = {},
): Promise<FastifyReply> {
  const { site } = services;
  const view = await gatherKeys(services, site, viewer, { query, ...shown });
  return sendPage(reply, site, {
    title: 'API keys',
    viewer: shellOf(viewer),
    section: 'keys',
    notice: query.done === 'revoked' ? 'The key was revoked. It is refused from now on.' : undefined,
    main: keysMain(view),
  });
}

function queryOf({ query }: { query: unknown }): KeysQuery {
  const asked = field(query, 'state') ?? 'valid';
  return {
    state: keyStates.find((one) => one === asked) ?? (asked === 'all' ? 'all' : 'valid'),
    cursor: field(query, 'cursor'),
    project: field(query, 'project'),
    done: field(query, 'done'),
  };
}

async function create(services: KeyServices, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { db } = services;
  const viewer = await admitForm(services, request);
  const draft = readDraft(request.body);
  try {
    const projectId = await projectOf(services, viewer, draft);
    const { allowedAddresses, ...asked } = requestOf(draft, projectId, services.now());
    const settings = { ...asked, allowedAddresses: allowedAddresses ?? [] };
    const now = services.now();
    const once = onceOf(draft);
    const { key, token } = await whenFree(() => makeKey(db, keyManagerOf(viewer), settings, { now, once }));
    return await answer(services, reply.status(201), viewer, {}, { made: { key, token, rotated: false } });
  } catch (error) {
    if (!isCopydeskError(error) || error.status >= 500) throw error;
    const faults = faultsOf(error);
    const refusal = Object.keys(faults).length === 0 ? error.message : undefined;
    return await answer(services, reply.status(error.status), viewer, {}, { draft, faults, refusal });
  }
}

async function admitForm(services: HttpServices, request: FastifyRequest): Promise<Viewer> {
  const viewer = await requireViewer(services, request);
  viewer.requireOwnForm(request);
  requireViewerScope(viewer, 'admin');
  return viewer;
}

/** Finds a project by what was typed; undefined for the project of the viewer's own key. */
async function projectOf(
  { db }: HttpServices,
  viewer: Viewer,
  { project }: KeyDraft,
): Promise<string | null | undefined> {
  if (viewer.projectId !== null) return undefined;
  if (project === '') return null;
  const { organisationId, projectId: boundTo } = viewer;
  const found = await projectOfText(db, { organisationId, boundTo }, project);
  if (found !== undefined) return found.id;
  const detail = 'is neither the name nor the id of a project';
  throw new CopydeskError('invalid_request', `"${project}" ${detail}.`, {
    errors: [{ pointer: '/projectId', detail }],
  });
}

/**
 * Returns the idempotency key of a form. A form that is sent again carries the same hidden id. With other fields it
 * counts as a new form, since the person went back and edited it. The key contains a blank, so that it never equals a
 * key of the API.
 */
function onceOf({ once, ...asked }: KeyDraft): Once {
  const requestHash = createHash('sha256').update(JSON.stringify(asked)).digest();
  const id = /^[\w-]{8,64}$/.test(once) ? once : randomUUID();
  return { key: `form ${id} ${requestHash.toString('base64url')}`, requestHash };
}

/** Makes the second of two clicks wait for the first, for as long as a person would. */
async function whenFree<T>(make: () => Promise<T>, attempts = 20): Promise<T> {
  try {
    return await make();
  } catch (error) {
    if (attempts === 0 || !isCopydeskError(error, 'idempotency_key_in_flight')) throw error;
    await setTimeout(100);
    return await whenFree(make, attempts - 1);
  }
}

async function visibleKey(
  { db }: HttpServices,
  { organisationId, projectId: boundTo }: Viewer,
  keyId: string,
): Promise<ApiKey> {
  if (!KeyId.safeParse(keyId).success) throw noSuchKey();
  return await readKey(db, { organisationId, keyId, boundTo });
}

/** Asks whether to revoke or rotate a key. */
function sendConfirmation(
  { site, now }: KeyServices,
  reply: FastifyReply,
  viewer: Viewer,
  { act, key, refusal }: { act: 'revoke' | 'rotate'; key: ApiKey; refusal?: string },
): FastifyReply {
  const { formToken } = viewer;
  return sendPage(reply, site, {
    title: act === 'revoke' ? 'Revoke a key' : 'Rotate a key',
    viewer: shellOf(viewer),
    section: 'keys',
    main: confirmMain(site, act, { key, formToken, now: now(), refusal }),
  });
}

async function revoke(
  services: KeyServices,
  request: FastifyRequest<KeyParams>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const viewer = await admitForm(services, request);
  const { id: keyId } = await visibleKey(services, viewer, request.params.keyId);
  await revokeKeyAs(services.db, keyManagerOf(viewer), { keyId, now: services.now() });
  return reply.redirect(services.site.href('/keys?done=revoked'), 303);
}

async function rotate(
  services: KeyServices,
  request: FastifyRequest<KeyParams>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { db, now } = services;
  const viewer = await admitForm(services, request);
  const old = await visibleKey(services, viewer, request.params.keyId);
  try {
    const { key, token } = await rotateKeyAs(db, keyManagerOf(viewer), { keyId: old.id, now: now() });
    return await answer(services, reply.status(201), viewer, {}, { made: { key, token, rotated: true } });
  } catch (error) {
    if (!isCopydeskError(error, 'key_ended')) throw error;
    const refused = { act: 'rotate', key: old, refusal: error.message } as const;
    return sendConfirmation(services, reply.status(error.status), viewer, refused);
  }
}
