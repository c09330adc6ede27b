import { isCopydeskError, scopesOfRole } from '@copydesk/contract';
import type { Role, Scope } from '@copydesk/contract';
import type { FastifyRequest } from 'fastify';
import { readRoles } from '../../people/sessions.ts';
import type { HttpServices } from '../services.ts';
import { hasScope } from './caller.ts';
import { readSessionCookie } from './session-cookie.ts';
import { requireViewer, requireViewerScope } from './viewer.ts';

/** Checks repeatedly whether those who have something open may still see it. */
export interface ViewerWatch {
  /**
   * Calls `end` within about a second once the viewer who sent the request may no longer see it. Returns a function
   * that stops watching.
   */
  watch(request: FastifyRequest, end: () => void): () => void;
}

interface Watched {
  request: FastifyRequest;
  /** The token of a person's session, which most viewers have: all of these are checked with one query. */
  token: string | undefined;
  end: () => void;
}

/**
 * Runs one check a second for all viewers, and one at a time, so that sending does not have to wait for a check of each
 * receiver: 200 open pages cost one statement a second, and none when no page is open.
 */
export function watchViewers(
  services: Pick<HttpServices, 'db' | 'now' | 'baseUrl'>,
  scope: Scope,
  everyMilliseconds = 1_000,
): ViewerWatch {
  const watched = new Set<Watched>();
  const secure = services.baseUrl.startsWith('https:');
  let isAwake = false;

  const checkAll = async (): Promise<void> => {
    const all = [...watched];
    const tokens = new Set(all.flatMap(({ token }) => token ?? []));
    const roles = await readRoles(services.db, [...tokens], { now: services.now() });
    for (const { token, end } of all) if (token !== undefined && !mayStay(roles.get(token), scope)) end();
    for (const { token, request, end } of all) {
      if (token === undefined && (await isRefused(services, request, scope))) end();
    }
  };
  const rest = (): void => {
    isAwake = watched.size > 0;
    if (isAwake) setTimeout(goOn, everyMilliseconds).unref();
  };
  // While the database is unreachable nothing is sent, and no viewer counts as signed out.
  const goOn = (): void =>
    void checkAll()
      .catch(() => {})
      .finally(rest);

  return {
    watch(request, end) {
      const cookie = request.headers.authorization === undefined ? readSessionCookie(request, secure) : undefined;
      const one = { request, token: cookie?.kind === 'person' ? cookie.token : undefined, end };
      watched.add(one);
      if (!isAwake) rest();
      return () => void watched.delete(one);
    },
  };
}

function mayStay(role: Role | undefined, scope: Scope): boolean {
  return role !== undefined && hasScope({ scopes: scopesOfRole[role] }, scope);
}

async function isRefused(
  services: Parameters<typeof requireViewer>[0],
  request: FastifyRequest,
  scope: Scope,
): Promise<boolean> {
  try {
    requireViewerScope(await requireViewer(services, request), scope);
    return false;
  } catch (error) {
    return isCopydeskError(error) && error.status < 500;
  }
}
