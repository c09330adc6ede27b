export interface GiteaStatus {
  sha: string;
  /** A counter of the commit's statuses. */
  id: number;
  status: string;
  context: string;
  target_url: string;
  description: string;
}

/** What the automation of a repository reported, oldest first; logs by the number of their job. */
export interface GiteaAutomation {
  statuses: GiteaStatus[];
  /** Gitea has these from 1.24 on. Undefined stands for Forgejo, which has no such lists. */
  runs: { id: number; head_sha: string; jobs: { id: number; name: string }[] }[] | undefined;
  logs: Map<number, string>;
  /** Whether the page of a job is named by its number, as from Gitea 1.26 on, and not by its position in the run. */
  hasNumberedPages?: boolean;
}
