export interface GiteaStatus {
  sha: string;
  /** Counts the statuses of the commit. */
  id: number;
  status: string;
  context: string;
  target_url: string;
  description: string;
}

/** What the automation of a repository has said, oldest first; logs by the number of their job. */
export interface GiteaAutomation {
  statuses: GiteaStatus[];
  /** Of Gitea from 1.24 on. Forgejo, which has no such lists, is one without. */
  runs: { id: number; head_sha: string; jobs: { id: number; name: string }[] }[] | undefined;
  logs: Map<number, string>;
  /** Whether the page of a job is called by its number, as from Gitea 1.26 on, and not by its place in the run. */
  hasNumberedPages?: boolean;
}
