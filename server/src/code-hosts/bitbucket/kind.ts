import type { HostedKind } from '../kind.ts';

/** Bitbucket Cloud. Bitbucket Data Center, which companies run themselves, has another API. */
export const bitbucket: HostedKind = {
  name: 'Bitbucket',
  credentials: ['token', 'password'],
  client: async () => (await import('./bitbucket.ts')).bitbucket,
  detection: {
    hostNames: ['bitbucket.org', 'www.bitbucket.org'],
    apiHostNames: ['api.bitbucket.org'],
    apiUrl: () => 'https://api.bitbucket.org/2.0',
    selfHosted: undefined,
    repositoryOf: (path) => path.slice(0, 2),
    needsGitSuffix: false,
  },
  webhook: {
    isSender: (headers) => headers['x-event-key'] !== undefined,
    place: 'Bitbucket under Repository settings, Webhooks',
    events: 'Push, Build status created, Build status updated, Pull request merged, declined, comment created',
    format: undefined,
  },
};
