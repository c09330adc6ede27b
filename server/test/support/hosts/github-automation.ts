export interface GithubCheckRun {
  id: number;
  name: string;
  head_sha: string;
  status: string;
  conclusion: string | null;
  html_url: string;
  details_url: string;
  output: { title: string | null; summary: string | null; text: string | null; annotations_count: number };
  app: { slug: string };
  annotations: object[];
  /** For a job of Actions. */
  workflow: { run: number; id: number };
}

export interface GithubStatus {
  sha: string;
  context: string;
  state: 'success' | 'pending' | 'failure' | 'error';
  description: string | null;
  target_url: string | null;
  updated_at: string;
}

/** What the automation of a repository reported; logs by the number of their job. */
export interface GithubAutomation {
  runs: GithubCheckRun[];
  statuses: GithubStatus[];
  deployments: { id: number; sha: string; environment: string; statuses: object[] }[];
  logs: Map<number, string>;
}

export function checkRun(change: Partial<GithubCheckRun> & Pick<GithubCheckRun, 'id'>): GithubCheckRun {
  return {
    name: 'build',
    head_sha: 'b'.repeat(40),
    status: 'completed',
    conclusion: 'success',
    html_url: `https://github.com/acme/docs/runs/${change.id}`,
    details_url: `https://ci.example/${change.id}`,
    output: { title: null, summary: null, text: null, annotations_count: change.annotations?.length ?? 0 },
    app: { slug: 'github-actions' },
    annotations: [],
    workflow: { run: 900, id: 1 },
    ...change,
  };
}
