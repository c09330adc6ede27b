import { CopydeskError } from '@copydesk/contract';
import { z } from 'zod';
import type { HostAccess } from '../access.ts';
import type { App, Installation } from './app.ts';
import { checksPermissions, missingPermissions, neededPermissions } from './permissions.ts';

/** Tokens of one installation for one repository. */
export interface InstallationTokens {
  /** One that is good for some minutes at the least. */
  token(): Promise<string>;
  /** Lets go of one that was refused; false when another is in its place already, or none. */
  forget(token: string): boolean;
}

interface Issued {
  token: string;
  expiresAt: number;
}

/** They last for an hour; one is made for all that need it at the same time. Nothing of them is stored. */
const issued = new Map<string, { pending: Promise<Issued>; done: Issued | undefined }>();

/** A clone of a large repository may begin with a token of this age. */
const reserveMilliseconds = 5 * 60_000;

/** @param name tells the App and its key apart from others. */
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
    issued.set(key, entry);
    try {
      return (entry.done = await entry.pending);
    } catch (error) {
      if (issued.get(key) === entry) issued.delete(key);
      throw error;
    }
  };

  return {
    token: async () => {
      const { done, pending } = issued.get(key) ?? {};
      // Between this look and the making of another lies no wait, so that one is made and not one for each.
      return (await (pending !== undefined && (done === undefined || isGood(done)) ? pending : make())).token;
    },
    forget: (token) => {
      if (issued.get(key)?.done?.token !== token) return false;
      return issued.delete(key);
    },
  };
}

const Token = z.object({ token: z.string().min(1), expires_at: z.string() });

/** For the one repository and with no more permissions than are needed, whatever else the installation may do. */
async function issue(access: HostAccess, app: App, withTeams: boolean): Promise<Issued> {
  const installation = await app.installation();
  usable(installation, access, app);
  const [, repo = ''] = access.repository.split('/');
  // Asking a team for a review takes a look at the organisation's members: without it, users can be asked still.
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

function usable({ suspended_at: suspendedAt, permissions }: Installation, access: HostAccess, app: App): void {
  if (suspendedAt !== null && suspendedAt !== undefined) {
    const detail = `The installation of the GitHub App ${app.id} for ${access.repository} is suspended since ${suspendedAt}. Have its owner unsuspend it at GitHub.`;
    throw new CopydeskError('code_host_forbidden', detail);
  }
  const missing = missingPermissions(permissions);
  if (missing.length === 0) return;
  const detail = `The installation of the GitHub App ${app.id} for ${access.repository} lacks ${missing.join(' and ')}. Add that to the App's permissions, and accept them at the installation.`;
  throw new CopydeskError('code_host_forbidden', detail);
}
