import type { HostedKind } from '../kind.ts';
import { fieldOf } from '../requests/known-answers.ts';

/** GitHub, GitHub Enterprise Server, and GitHub Enterprise Cloud with data residency. */
export const github: HostedKind = {
  name: 'GitHub',
  credentials: ['token', 'app'],
  client: async () => (await import('./github.ts')).github,
  detection: {
    hostNames: ['github.com', 'www.github.com', '.ghe.com'],
    apiHostNames: ['api.github.com'],
    apiUrl({ hostname, origin }) {
      if (/^(www\.)?github\.com$/.test(hostname)) return 'https://api.github.com';
      // GitHub Enterprise Cloud with data residency has its API at another name; Enterprise Server at the same.
      return hostname.endsWith('.ghe.com') ? `https://api.${hostname}` : `${origin}/api/v3`;
    },
    selfHosted: {
      name: 'GitHub Enterprise',
      apiPath: '/api/v3',
      versionPath: '/api/v3/meta',
      fits: ({ status, headers, json }) =>
        headers.has('x-github-request-id') ||
        headers.has('x-github-media-type') ||
        (status === 200 && typeof fieldOf(json, 'verifiable_password_authentication') === 'boolean'),
    },
    repositoryOf: (path) => path.slice(0, 2),
    needsGitSuffix: false,
  },
  webhook: {
    // Gitea and Forgejo send the headers of GitHub besides their own.
    isSender: (headers) =>
      headers['x-github-event'] !== undefined &&
      headers['x-gitea-event'] === undefined &&
      headers['x-forgejo-event'] === undefined,
    place: 'GitHub under Settings, Webhooks (of an App: in its own settings)',
    events:
      'Issue comments, Pull requests, Pull request reviews, Pull request review comments, Pushes, Check runs, ' +
      'Check suites, Statuses, Workflow runs, Deployment statuses',
    format: 'application/json',
  },
};
