import { CopydeskError } from '@copydesk/contract';
import type { Scope } from '@copydesk/contract';
import type { FastifyRequest } from 'fastify';
import { readKeySession } from '../../projects/key-sessions.ts';
import { authenticateKey } from '../../projects/authenticate.ts';
import { readSession } from '../../projects/people.ts';
import { addressOf } from '../checks/authenticate.ts';
import type { HttpServices } from '../services.ts';
import { headerCredentials } from './credentials.ts';
import { formTokenOf, requireFormToken, requireOwnOrigin } from './forgery.ts';
import { field } from './form.ts';
import { readSessionCookie } from './session-cookie.ts';

/** Who looks at a page: a person, or whoever holds an API key. */
export interface Viewer {
  id: string;
  name: string;
  organisationId: string;
  /** The one project that a key is for; null for all of the organisation. */
  projectId: string | null;
  /** A person may do everything in the organisation; a key what its scopes say. */
  scopes: readonly string[];
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
  const viewer = (await viewerOfHeader(services, request)) ?? (await viewerOfSession(services, request));
  if (viewer !== undefined) return viewer;
  throw new CopydeskError(
    'credentials_required',
    'Sign in, or send an API key: "Authorization: Bearer <key>", or as the password of Basic.',
  );
}

/** @throws CopydeskError `insufficient_scope`. */
export function requireViewerScope(viewer: Viewer, scope: Scope): void {
  if (mayViewer(viewer, scope)) return;
  throw new CopydeskError('insufficient_scope', `This needs an API key with the scope "${scope}".`);
}

export function mayViewer({ scopes }: Viewer, scope: Scope): boolean {
  return scopes.includes(scope) || scopes.includes('admin');
}

async function viewerOfHeader(services: ViewerServices, request: FastifyRequest): Promise<Viewer | undefined> {
  const credentials = headerCredentials(request);
  if (credentials === undefined) return undefined;
  const key = await authenticateKey(services.db, credentials.key, { address: addressOf(request), now: services.now() });
  const secret = credentials.scheme === 'basic' ? credentials.key : undefined;
  return { ...key, hasSession: false, ...formGuard(services, secret) };
}

async function viewerOfSession(services: ViewerServices, request: FastifyRequest): Promise<Viewer | undefined> {
  const cookie = readSessionCookie(request, services.baseUrl.startsWith('https:'));
  if (cookie === undefined) return undefined;
  const guard = { hasSession: true, ...formGuard(services, cookie.token) };
  if (cookie.kind === 'key') {
    const asked = { address: addressOf(request), now: services.now() };
    const key = await readKeySession(services.db, cookie.token, asked);
    return key && { ...key, ...guard };
  }
  const person = await readSession(services.db, cookie.token, { now: services.now() });
  if (person === undefined) return undefined;
  const { personId: id, name, organisationId } = person;
  return { id, name, organisationId, projectId: null, scopes: ['admin'], ...guard };
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
