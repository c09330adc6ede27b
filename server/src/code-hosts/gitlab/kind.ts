import type { HostedKind } from '../kind.ts';
import { refusesWith, hasVersion } from '../requests/known-answers.ts';

/** GitLab, as gitlab.com or self-hosted. */
export const gitlab: HostedKind = {
  name: 'GitLab',
  credentials: ['token'],
  client: async () => (await import('./gitlab.ts')).gitlab,
  detection: {
    hostNames: ['gitlab.com'],
    apiHostNames: [],
    apiUrl: ({ origin }) => `${origin}/api/v4`,
    selfHosted: {
      name: 'GitLab',
      apiPath: '/api/v4',
      versionPath: '/api/v4/version',
      fits: (answer) =>
        answer.headers.has('x-gitlab-meta') || hasVersion(answer) || refusesWith(answer, /unauthorized|forbidden/i),
    },
    /** A project may be in groups of groups; `-` separates it from the page, as in `acme/team/docs/-/tree/main`. */
    repositoryOf(path) {
      const end = path.indexOf('-');
      return path.slice(0, end < 0 ? undefined : end);
    },
    // It redirects addresses without `.git`, and git does not follow redirects here.
    needsGitSuffix: true,
  },
  webhook: {
    isSender: (headers) => headers['x-gitlab-event'] !== undefined,
    place: 'GitLab under Settings, Webhooks',
    events: 'Push events, Comments, Merge request events, Job events, Pipeline events, Deployment events',
    format: undefined,
  },
};
