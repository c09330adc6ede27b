/** One result that a code host's automation reports for a commit: a check run, a status, a pipeline's job. */
export interface CommitCheck {
  /**
   * Identifies it among the checks of its commit, for the host's `logOf`: `check-run 123`, `status ci/build`, `job 77`.
   */
  key: string;
  /** The name that people see: one line, cleaned, at most 200 characters. */
  name: string;
  /** `skipped`: neutral, skipped, cancelled by people, allowed to fail or manual, so neither good nor bad. */
  state: 'running' | 'passed' | 'failed' | 'skipped';
  /** Its page at the host, if that is an http(s) address. */
  link: string | undefined;
  /** The host's further explanation, cleaned: one paragraph. */
  summary: string | undefined;
}

export interface CommitChecks {
  checks: CommitCheck[];
  /**
   * Addresses where a deployment of this commit can be viewed (deployment statuses, environments, the links of known
   * preview statuses).
   */
  previews: { name: string; link: string }[];
  /** False when there were more than were read. */
  isWhole: boolean;
}

export type Preview = CommitChecks['previews'][number];
