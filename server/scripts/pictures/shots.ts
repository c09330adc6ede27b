import type { Sample } from './furnish.ts';

/** A page to take a screenshot of. */
interface Shot {
  name: string;
  path: string;
  /** Whether README or docs show it. */
  inDocs?: true;
}

/** Returns the pages, by the names of their pictures. */
export function shots({ projectId, jobId, failedJobId, automationId }: Sample): Shot[] {
  const project = `/projects/${projectId}`;
  return [
    { name: 'projects', path: '/projects', inDocs: true },
    { name: 'new-project', path: '/projects/new' },
    { name: 'overview', path: project },
    { name: 'jobs', path: `${project}/jobs` },
    { name: 'new-job', path: `${project}/jobs/new` },
    { name: 'job', path: `${project}/jobs/${jobId}`, inDocs: true },
    { name: 'pulls', path: `${project}/pulls` },
    { name: 'pull-request', path: `${project}/pulls/1?view=preview#changes`, inDocs: true },
    { name: 'readers', path: `${project}/readers`, inDocs: true },
    { name: 'reader-page', path: `${project}/readers/page?path=%2Fget-started%2Fquickstart` },
    { name: 'agents', path: `${project}/readers/agents`, inDocs: true },
    { name: 'not-found-by-readers', path: `${project}/readers/not-found` },
    { name: 'feedback', path: `${project}/readers/feedback` },
    { name: 'referrers', path: `${project}/readers/referrers` },
    { name: 'left-out', path: `${project}/readers/left-out` },
    { name: 'automations', path: `${project}/automations` },
    { name: 'automation', path: `${project}/automations/${automationId}?dry-run=1` },
    { name: 'new-automation', path: `${project}/automations/new?kind=read_most` },
    { name: 'failed-job', path: `${project}/jobs/${failedJobId}` },
    { name: 'counting', path: `${project}/counting` },
    { name: 'settings', path: `${project}/settings` },
    { name: 'keys', path: '/keys', inDocs: true },
    { name: 'people', path: '/people' },
    { name: 'audit', path: '/audit' },
    { name: 'health', path: '/health' },
    { name: 'account', path: '/account' },
    { name: 'find', path: '/find?q=lumen' },
    { name: 'problem', path: '/problems/checks_failed' },
  ];
}
