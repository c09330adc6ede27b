import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Provider } from 'oidc-provider';
import { anyPort } from '../support/server-process.ts';

/** The claims of an account at the provider. */
export interface HostAccount {
  email?: string;
  email_verified?: boolean;
  name?: string;
  groups?: string[];
}

/**
 * A real OpenID provider on this machine. Whoever types the name of an account into its page is signed in as that
 * account.
 */
export interface OpenIdHost extends AsyncDisposable {
  issuer: string;
  accounts: Map<string, HostAccount>;
  /** Runs before the provider, unless undefined. Returns true when it has answered. */
  before: ((request: IncomingMessage, response: ServerResponse) => boolean) | undefined;
}

/** @param redirectUri the URL to which it may send browsers back. */
export async function openIdHost(redirectUri: string): Promise<OpenIdHost> {
  const port = await anyPort();
  const issuer = `http://127.0.0.1:${port}`;
  const accounts = new Map<string, HostAccount>();
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'copydesk',
        client_secret: 'a-secret-of-a-test-and-nothing-else',
        redirect_uris: [redirectUri],
      },
    ],
    cookies: { keys: ['a-key-of-a-test'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'], groups: ['groups'] },
    scopes: ['openid', 'profile', 'email', 'groups'],
    pkce: { required: () => true },
    findAccount: (_context, accountId) => {
      const account = accounts.get(accountId);
      return account && { accountId, claims: () => ({ sub: accountId, ...account }) };
    },
  });
  const handle = provider.callback();
  const host: OpenIdHost = {
    issuer,
    accounts,
    before: undefined,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  const server = createServer((request, response) => {
    if (host.before?.(request, response) !== true) void handle(request, response);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return host;
}
