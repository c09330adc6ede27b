import type { SeededDesk } from './seed.ts';

/** A page to measure. */
export interface BenchPage {
  name: string;
  path: string;
  /** The goal for the median on the server, in milliseconds. */
  atMost: number;
}

/** The goal for any page. A job of 500 steps may take twice as long. */
const atMost = 30;

/** Lists the pages of the desk, for a large one. */
export function benchPages({ projectId, longJobId, pullsProjectId }: SeededDesk): BenchPage[] {
  const project = `/projects/${projectId}`;
  return [
    page('projects', '/projects'),
    page('new project', '/projects/new'),
    page('overview', project),
    page('jobs', `${project}/jobs`),
    page('jobs by words', `${project}/jobs?q=heading`),
    page('jobs that failed', `${project}/jobs?status=failed`),
    page('new job', `${project}/jobs/new`),
    { name: 'job of 500 steps', path: `${project}/jobs/${longJobId}`, atMost: 60 },
    page('pull requests', `/projects/${pullsProjectId}/pulls`),
    page('change of 300 files', `/projects/${pullsProjectId}/pulls/1`),
    page('readers', `${project}/readers`),
    page('readers of a year', `${project}/readers?range=12m`),
    page('readers of a page', `${project}/readers/page?path=%2Fdocs%2Fsection-1%2Fpage-1`),
    page('agents', `${project}/readers/agents`),
    page('not found', `${project}/readers/not-found`),
    page('referrers', `${project}/readers/referrers`),
    page('left out', `${project}/readers/left-out`),
    page('set up counting', `${project}/counting`),
    page('settings', `${project}/settings`),
    page('API keys', '/keys'),
    page('people', '/people'),
    page('audit log', '/audit'),
    page('audit log by names', '/audit?actor=Person+4321&project=Project+4321'),
    page('health', '/health'),
    page('find', '/find?q=heading'),
  ];
}

function page(name: string, path: string): BenchPage {
  return { name, path, atMost };
}
