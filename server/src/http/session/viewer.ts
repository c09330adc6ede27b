import { CopydeskError } from '@copydesk/contract';
import type { Scope } from '@copydesk/contract';
import type { FastifyRequest } from 'fastify';
import { authenticateKey } from '../../projects/key/authenticate.ts';
import { placeOf } from '../rooms/places.ts';
import type { HttpServices } from '../services.ts';
import { addressOf } from './address.ts';
import { callerOfKey, hasScope, mayEdit } from './caller.ts';
import type { Caller } from './caller.ts';
import { headerCredentials } from './credentials.ts';
import { formTokenOf, requireFormToken, requireOwnOrigin } from './forgery.ts';
import { field } from './form.ts';
import { callerOfSession } from './session-caller.ts';

/** The viewer of a page: a person, or the holder of an API key. */
export interface Viewer extends Caller {
  /** Whether a session identifies the viewer; otherwise a header of the request does. */
  hasSession: boolean;
  /** The token that a form must contain; undefined when no other site can make a browser send these credentials. */
  formToken: string | undefined;
  /** Refuses a form that was not made for this viewer. @throws CopydeskError `forbidden_origin` */
  requireOwnForm(request: FastifyRequest): void;
}

type ViewerServices = Pick<HttpServices, 'db' | 'now' | 'baseUrl'>;

/**
 * Returns the sender of a request.
 *
 * @throws CopydeskError `credentials_required` when there is none, `invalid_token`, `address_not_allowed`.
 */
export async function requireViewer(services: ViewerServices, request: FastifyRequest): Promise<Viewer> {
  const viewer = await findViewer(services, request);
  if (viewer !== undefined) return viewer;
  throw new CopydeskError(
    'credentials_required',
    'Sign in, or send an API key: "Authorization: Bearer <key>", or as the password of Basic.',
  );
}

/** Returns the sender of a request for a page that is shown to everybody; undefined when there is none. */
export async function findViewer(services: ViewerServices, request: FastifyRequest): Promise<Viewer | undefined> {
  const viewer = (await viewerOfHeader(services, request)) ?? (await viewerOfSession(services, request));
  if (viewer === undefined) return undefined;
  placeOf(request.raw)?.belongTo(viewer.id);
  found.set(request, viewer);
  return viewer;
}

const found = new WeakMap<FastifyRequest, Viewer>();

/**
 * Returns the sender that was found before, without a new lookup: the reply to an error must not depend on what may
 * fail.
 */
export function viewerFound(request: FastifyRequest): Viewer | undefined {
  return found.get(request);
}

/** @throws CopydeskError `insufficient_scope`. */
export function requireViewerScope(viewer: Viewer, scope: Scope): void {
  if (hasScope(viewer, scope)) return;
  const { role } = viewer;
  throw new CopydeskError(
    'insufficient_scope',
    role === null
      ? `This needs an API key with the scope "${scope}".`
      : `You are ${role === 'viewer' ? 'a viewer' : 'an editor'} here, and may not do this. An owner can change your role.`,
  );
}

/**
 * Allows editors to change the settings of projects, as owners and admin keys may.
 * @throws CopydeskError `insufficient_scope`.
 */
export function requireEditor(viewer: Viewer): void {
  if (!mayEdit(viewer)) requireViewerScope(viewer, 'admin');
}

async function viewerOfHeader(services: ViewerServices, request: FastifyRequest): Promise<Viewer | undefined> {
  const credentials = headerCredentials(request);
  if (credentials === undefined) return undefined;
  const address = addressOf(request);
  const key = await authenticateKey(services.db, credentials.key, { address, now: services.now() });
  const secret = credentials.scheme === 'basic' ? credentials.key : undefined;
  return { ...callerOfKey(key, address), hasSession: false, ...formGuard(services, secret) };
}

async function viewerOfSession(services: ViewerServices, request: FastifyRequest): Promise<Viewer | undefined> {
  const session = await callerOfSession(services, request);
  return session && { ...session.caller, hasSession: true, ...formGuard(services, session.secret) };
}

/**
 * Browsers send cookies and Basic credentials by themselves, also with forms of other sites; they never do so with
 * Bearer.
 */
function formGuard(
  { baseUrl }: ViewerServices,
  secret: string | undefined,
): Pick<Viewer, 'formToken' | 'requireOwnForm'> {
  if (secret === undefined) return { formToken: undefined, requireOwnForm: () => {} };
  return {
    formToken: formTokenOf(secret),
    requireOwnForm(request) {
      requireOwnOrigin(request, baseUrl);
      requireFormToken(field(request.body, 'token'), secret);
    },
  };
}
