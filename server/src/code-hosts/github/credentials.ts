import { createHash } from 'node:crypto';
import { CopydeskError } from '@copydesk/contract';
import type { HostAccess } from '../access.ts';
import { appOf } from './app.ts';
import type { App } from './app.ts';
import { installationTokens } from './installation-tokens.ts';

/** What a repository is reached by: a token as it was given, or one of an App's installation that lasts for an hour. */
export interface GithubCredential {
  /** Tells credentials apart without giving anything of them away. */
  name: string;
  /** The App, when it is one. */
  app: App | undefined;
  /** The token itself, for git. */
  token(): Promise<string>;
  /** The value of the `Authorization` header for the API. */
  authorization(): Promise<string>;
  /** Lets go of a token that was refused; false when there is none that could be made anew. */
  forget(authorization: string): boolean;
}

/** @throws CopydeskError `invalid_request` for a password, which GitHub does not take. */
export function credentialOf(access: HostAccess): GithubCredential {
  const { credential } = access;
  if (credential.kind === 'password') {
    throw new CopydeskError('invalid_request', 'GitHub takes no passwords: give a token, or a GitHub App.');
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
