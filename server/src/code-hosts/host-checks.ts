/** One thing that a code host's automation says of a commit: a check run, a status, a pipeline's job. */
export interface CommitCheck {
  /** Names it among the checks of its commit, for `logOf` of the host: `check-run 123`, `status ci/build`, `job 77`. */
  key: string;
  /** As people know it: one line, cleaned, 200 characters at the most. */
  name: string;
  /** `skipped`: neutral, skipped, cancelled by people, allowed to fail, manual: neither good nor bad. */
  state: 'running' | 'passed' | 'failed' | 'skipped';
  /** The host's page of it, where it is an http(s) address. */
  link: string | undefined;
  /** What the host says besides, cleaned: one paragraph. */
  summary: string | undefined;
}

export interface CommitChecks {
  checks: CommitCheck[];
  /** Addresses at which a deployment of this commit can be looked at (deployment statuses, environments, the links of known preview statuses). */
  previews: { name: string; link: string }[];
  /** False where there were more than were read. */
  isWhole: boolean;
}

export type Preview = CommitChecks['previews'][number];
