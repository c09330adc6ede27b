import type { Scope } from '@copydesk/contract';

/** Describes what a key with each scope may do, in the words of the person who creates one. */
export const scopeWords: Record<Scope, { name: string; allows: string }> = {
  'agent:read': { name: 'Read jobs', allows: 'Follow jobs: their state, transcript, changes and cost.' },
  'agent:write': { name: 'Start jobs', allows: 'Give jobs to the agent, send it messages, archive them.' },
  'agent:merge': {
    name: 'Decide about pull requests',
    allows: 'Merge and close pull requests that are here, and mark drafts as ready.',
  },
  'git:push': {
    name: 'Push by git',
    allows:
      'Push own branches to repositories that Copydesk keeps. The base branch and tags need a key with the scope admin.',
  },
  'analytics:read': { name: 'Read page views', allows: 'See how many people and AI agents read which page.' },
  ingest: { name: 'Send page views', allows: 'For your web server or edge: report who read what.' },
  admin: {
    name: 'Everything',
    allows:
      'All of this, and settings, webhooks, connections and API keys. Use it only if a smaller scope is not enough.',
  },
};

/** The scopes that most keys need. */
export const usualScopes: readonly Scope[] = ['agent:read', 'agent:write', 'analytics:read'];
