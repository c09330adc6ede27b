import type { HostedKind } from '../kind.ts';
import { refusesWith, hasVersion } from '../requests/known-answers.ts';

/** Gitea, as gitea.com or self-hosted. */
export const gitea: HostedKind = {
  name: 'Gitea',
  credentials: ['token'],
  client: loadClient,
  detection: {
    hostNames: ['gitea.com'],
    apiHostNames: [],
    apiUrl: ({ origin }) => `${origin}/api/v1`,
    selfHosted: {
      name: 'Gitea',
      apiPath: '/api/v1',
      versionPath: '/api/v1/version',
      fits: (answer) => hasVersion(answer) || refusesWith(answer, /signed in|token/i),
    },
    repositoryOf: (path) => path.slice(0, 2),
    needsGitSuffix: false,
  },
  webhook: {
    isSender,
    place: 'Gitea under Settings, Webhooks, Add webhook, Gitea',
    events:
      'Push, Delete, Issue comment, Pull request, Pull request comment, Pull request reviewed, Statuses, ' +
      'Workflow Run, Workflow Jobs',
    format: 'application/json',
  },
};

/** Forgejo, as Codeberg or self-hosted: it began as Gitea, and its API is still the same here. */
export const forgejo: HostedKind = {
  ...gitea,
  name: 'Forgejo',
  detection: {
    ...gitea.detection,
    hostNames: ['codeberg.org'],
    selfHosted: {
      name: 'Forgejo',
      apiPath: '/api/v1',
      versionPath: '/api/forgejo/v1/version',
      fits: hasVersion,
      alsoFits: 'gitea',
    },
  },
  webhook: {
    isSender,
    place: 'Forgejo under Settings, Webhooks, Add webhook, Forgejo',
    events: 'Push, Delete, Issue comment, Pull request, Pull request comment, Pull request reviewed',
    format: 'application/json',
  },
};

async function loadClient() {
  return (await import('./gitea.ts')).gitea;
}

/** Newer versions of Forgejo send both headers. */
function isSender(headers: Readonly<Record<string, string | undefined>>): boolean {
  return headers['x-gitea-event'] !== undefined || headers['x-forgejo-event'] !== undefined;
}
