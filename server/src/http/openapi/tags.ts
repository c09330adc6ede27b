import type { Endpoint } from '@copydesk/contract';

const groups = [
  { prefix: '/v2/agent/', name: 'Agent jobs', description: 'Prompts that are carried out in the background' },
  {
    prefix: '/v1/agent/',
    name: 'Agent jobs (v1)',
    description: 'The same for clients of the older version; new ones use v2',
  },
  { prefix: '/v1/analytics/', name: 'Page views', description: 'Who read what, people and AI apart' },
  { prefix: '/v1/effect/', name: 'Page views', description: 'Who read what, people and AI apart' },
  { prefix: '/v1/reports/', name: 'Reports', description: 'What a week or a month was for the docs' },
  { prefix: '/v1/questions/', name: 'Questions', description: 'What the docs must answer' },
  { prefix: '/v1/readability/', name: 'Readability', description: 'How well AI readers can read the docs' },
  { prefix: '/v1/collect/', name: 'Collection', description: 'Where page views come from' },
  { prefix: '/v1/webhooks/', name: 'Webhooks', description: 'Addresses that are notified when a job has ended' },
  { prefix: '/v1/keys', name: 'API keys', description: 'What lets programs in' },
  { prefix: '/v1/people', name: 'People', description: 'Who may sign in, and what they may do' },
  { prefix: '/v1/me', name: 'Me', description: 'Who sends the request, and their own account' },
  { prefix: '/v1/audit', name: 'Audit log', description: 'Who did what, when and from where' },
  {
    prefix: '/v1/projects/{projectId}/triggers',
    name: 'Triggers',
    description: 'Addresses with which other programs start jobs',
  },
  { prefix: '/v1/automations/', name: 'Automations', description: 'What begins jobs by itself' },
  { prefix: '/v1/triggers/', name: 'Triggers', description: 'Addresses with which other programs start jobs' },
  {
    prefix: '/v1/projects/{projectId}/connection',
    name: 'Connections',
    description: 'How projects reach their code hosts',
  },
  { prefix: '/v1/projects', name: 'Projects', description: 'Repositories of docs and their settings' },
  { prefix: '/v1/repositories/', name: 'Repositories', description: 'What could become a project' },
  { prefix: '/v1/health', name: 'Health', description: 'How the server is' },
  { prefix: '/v1/code-host/', name: 'Code hosts', description: 'Webhooks of code hosts' },
];

/** The tags of the document, in their order. */
export const tags = [...new Map(groups.map(({ name, description }) => [name, { name, description }])).values()];

/** Returns the tag of an endpoint. @throws TypeError for a path that belongs to no group: add it to one. */
export function tagOf({ path }: Endpoint): string {
  const group = groups.find(({ prefix }) => path.startsWith(prefix));
  if (group === undefined) throw new TypeError(`${path} is of no group in openapi/tags.ts`);
  return group.name;
}
