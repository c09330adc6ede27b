import { CopydeskError } from '@copydesk/contract';
import type { HostAccess } from '../access.ts';
import { basic } from '../requests/basic-authorization.ts';

/**
 * Returns the value of the `Authorization` header for the API. An access token of a repository, project or workspace is
 * a bearer token; an API token belongs to a person and is sent with the e-mail address of the Atlassian account
 * (https://support.atlassian.com/bitbucket-cloud/docs/using-access-tokens/,
 * https://support.atlassian.com/bitbucket-cloud/docs/using-api-tokens/).
 */
export function apiAuthorization({ credential }: HostAccess): string {
  if (credential.kind === 'token') return `Bearer ${credential.token}`;
  if (credential.kind === 'password') return basic(credential.username, credential.password);
  throw notAnApp();
}

/** Returns the same for git, where a fixed name stands for each kind of token. */
export function gitAuthorization({ credential }: HostAccess): string {
  if (credential.kind === 'token') return basic('x-token-auth', credential.token);
  if (credential.kind === 'password') return basic('x-bitbucket-api-token-auth', credential.password);
  throw notAnApp();
}

/** Returns what no message may contain. */
export function secretOf({ credential }: HostAccess): string {
  if (credential.kind === 'token') return credential.token;
  if (credential.kind === 'password') return credential.password;
  throw notAnApp();
}

function notAnApp(): CopydeskError {
  return new CopydeskError(
    'invalid_request',
    'Bitbucket needs an access token of the repository, or an e-mail address and an API token: connect the project with ' +
      'one of them.',
  );
}
