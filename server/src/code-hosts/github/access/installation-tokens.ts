import { CopydeskError } from '@copydesk/contract';
import { z } from 'zod';
import type { HostAccess } from '../../access.ts';
import type { App, Installation } from './app.ts';
import { checksPermissions, missingPermissions, neededPermissions } from './permissions.ts';

/** Tokens of one installation for one repository. */
export interface InstallationTokens {
  /** Returns a token that is valid for at least some minutes. */
  token(): Promise<string>;
  /** Drops a token that was refused; returns false when another has replaced it already, or there is none. */
  forget(token: string): boolean;
}

interface Issued {
  token: string;
  expiresAt: number;
}

/** They last for an hour; concurrent callers share one. They are never stored. */
const issuedTokens = new Map<string, { pending: Promise<Issued>; done: Issued | undefined }>();

/** A clone of a large repository may begin with a token that expires this soon. */
const reserveMilliseconds = 5 * 60_000;

/** @param name distinguishes the App and its key from others. */
export function installationTokens(access: HostAccess, app: App, name: string): InstallationTokens {
  const { installationId } = access.credential.kind === 'app' ? access.credential : {};
  const withTeams = access.reviewers.some((reviewer) => reviewer.includes('/'));
  const key = JSON.stringify([access.apiUrl, access.repository, name, installationId, withTeams]);

  const isGood = ({ expiresAt }: Issued): boolean => expiresAt - access.now().getTime() > reserveMilliseconds;

  const make = async (): Promise<Issued> => {
    const entry: { pending: Promise<Issued>; done: Issued | undefined } = {
      pending: issue(access, app, withTeams),
      done: undefined,
    };
    issuedTokens.set(key, entry);
    try {
      return (entry.done = await entry.pending);
    } catch (error) {
      if (issuedTokens.get(key) === entry) issuedTokens.delete(key);
      throw error;
    }
  };

  return {
    token: async () => {
      const { done, pending } = issuedTokens.get(key) ?? {};
      // There is no await between this check and the creation of a token, so that callers share one and do not create
      // one each.
      return (await (pending !== undefined && (done === undefined || isGood(done)) ? pending : make())).token;
    },
    forget: (token) => {
      if (issuedTokens.get(key)?.done?.token !== token) return false;
      return issuedTokens.delete(key);
    },
  };
}

const Token = z.object({ token: z.string().min(1), expires_at: z.string() });

/**
 * Creates a token for the one repository and with only the needed permissions, whatever else the installation may do.
 */
async function issue(access: HostAccess, app: App, withTeams: boolean): Promise<Issued> {
  const installation = await app.installation();
  requireUsable(installation, access, app);
  const [, repo = ''] = access.repository.split('/');
  // Requesting a team's review needs permission to read the organisation's members; without it, users can still be
  // requested.
  const members = withTeams && installation.permissions.members !== undefined ? { members: 'read' } : {};
  const checks = checksPermissions.filter((name) => installation.permissions[name] !== undefined);
  const read = Object.fromEntries(checks.map((name) => [name, 'read']));
  const permissions = { ...neededPermissions, ...read, ...members };
  const { token, expires_at: expiresAt } = await app.ask(
    Token,
    'POST /app/installations/{installation_id}/access_tokens',
    { installation_id: installation.id, repositories: [repo], permissions },
  );
  return { token, expiresAt: Date.parse(expiresAt) };
}

function requireUsable({ suspended_at: suspendedAt, permissions }: Installation, access: HostAccess, app: App): void {
  if (suspendedAt !== null && suspendedAt !== undefined) {
    const detail = `The installation of the GitHub App ${app.id} for ${access.repository} is suspended since ${suspendedAt}. Ask its owner to unsuspend it at GitHub.`;
    throw new CopydeskError('code_host_forbidden', detail);
  }
  const missing = missingPermissions(permissions);
  if (missing.length === 0) return;
  const detail = `The installation of the GitHub App ${app.id} for ${access.repository} lacks ${missing.join(' and ')}. Add that to the App's permissions, and accept them at the installation.`;
  throw new CopydeskError('code_host_forbidden', detail);
}
