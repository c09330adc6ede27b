import { createHash } from 'node:crypto';
import { CopydeskError } from '@copydesk/contract';
import type { HostAccess } from '../../access.ts';
import { appOf } from './app.ts';
import type { App } from './app.ts';
import { installationTokens } from './installation-tokens.ts';

/** The credential for a repository: a fixed token, or an App's installation token that lasts for an hour. */
export interface GithubCredential {
  /** Distinguishes credentials without revealing anything of them. */
  name: string;
  /** The App, when the credential is one. */
  app: App | undefined;
  /** Returns the token itself, for git. */
  token(): Promise<string>;
  /** Returns the value of the `Authorization` header for the API. */
  authorization(): Promise<string>;
  /** Drops a token that was refused; returns false when no new one can be created. */
  forget(authorization: string): boolean;
}

/** @throws CopydeskError `invalid_request` for a password, which GitHub does not accept. */
export function credentialOf(access: HostAccess): GithubCredential {
  const { credential } = access;
  if (credential.kind === 'password') {
    throw new CopydeskError('invalid_request', 'GitHub accepts no passwords: give a token, or a GitHub App.');
  }
  if (credential.kind === 'token') {
    const { token } = credential;
    return {
      name: nameOf(token),
      app: undefined,
      token: async () => token,
      authorization: async () => `token ${token}`,
      forget: () => false,
    };
  }
  const name = nameOf(`${credential.appId} ${credential.privateKey}`);
  const app = appOf(access, credential);
  const tokens = installationTokens(access, app, name);
  return {
    name,
    app,
    token: async () => await tokens.token(),
    authorization: async () => `token ${await tokens.token()}`,
    forget: (authorization) => tokens.forget(authorization.replace('token ', '')),
  };
}

function nameOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex').slice(0, 24);
}
