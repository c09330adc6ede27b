import { CopydeskError } from '@copydesk/contract';
import type { Scope } from '@copydesk/contract';
import type { FastifyRequest } from 'fastify';
import { authenticateKey } from '../../projects/authenticate.ts';
import { placeOf } from '../rooms/places.ts';
import type { HttpServices } from '../services.ts';
import { addressOf } from './address.ts';
import { callerOfKey, hasScope, mayEdit } from './caller.ts';
import type { Caller } from './caller.ts';
import { headerCredentials } from './credentials.ts';
import { formTokenOf, requireFormToken, requireOwnOrigin } from './forgery.ts';
import { field } from './form.ts';
import { callerOfSession } from './session-caller.ts';

/** Who looks at a page: a person, or whoever holds an API key. */
export interface Viewer extends Caller {
  /** Whether a session says so; else a header of the request. */
  hasSession: boolean;
  /** What must come with a form; undefined when no browser can be made to send these credentials from elsewhere. */
  formToken: string | undefined;
  /** Refuses a form that was not made for this viewer. @throws CopydeskError `forbidden_origin` */
  requireOwnForm(request: FastifyRequest): void;
}

type ViewerServices = Pick<HttpServices, 'db' | 'now' | 'baseUrl'>;

/**
 * Who sent a request.
 *
 * @throws CopydeskError `credentials_required` for nobody, `invalid_token`, `address_not_allowed`.
 */
export async function requireViewer(services: ViewerServices, request: FastifyRequest): Promise<Viewer> {
  const viewer = await findViewer(services, request);
  if (viewer !== undefined) return viewer;
  throw new CopydeskError(
    'credentials_required',
    'Sign in, or send an API key: "Authorization: Bearer <key>", or as the password of Basic.',
  );
}

/** Who sent a request, where a page is shown to everybody; undefined for nobody. */
export async function findViewer(services: ViewerServices, request: FastifyRequest): Promise<Viewer | undefined> {
  const viewer = (await viewerOfHeader(services, request)) ?? (await viewerOfSession(services, request));
  if (viewer === undefined) return undefined;
  placeOf(request.raw)?.belongTo(viewer.id);
  found.set(request, viewer);
  return viewer;
}

const found = new WeakMap<FastifyRequest, Viewer>();

/** Who was found to have sent a request, without looking again: what an error is answered by asks nothing that may fail. */
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

/** Editors may change the settings of projects, as owners and admin keys do. @throws CopydeskError `insufficient_scope`. */
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

/** Browsers send cookies and Basic by themselves, also for forms of other sites; Bearer they never do. */
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
