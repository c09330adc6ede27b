import type { HostAccess } from './access.ts';
import type { HostedCodeHost } from './code-host.ts';
import type { ReadWebhook } from './host-event.ts';

/** The implementation for one kind of host. */
export interface HostModule {
  open: (access: HostAccess) => HostedCodeHost;
  /**
   * Returns the value of the `Authorization` header for git. It is called before each transfer, since the value may be
   * short-lived.
   */
  gitAuthorization: (access: HostAccess) => Promise<string>;
  /** Drops a value that was refused when git used it; returns whether another one can be created. */
  renewGitAuthorization?: (access: HostAccess, refused: string) => boolean;
  readWebhook: ReadWebhook;
  /**
   * Returns the pull request that brought a commit to its branch; undefined when none did.
   * @throws CopydeskError `code_host_*`, `repository_*`
   */
  pullRequestOf: (access: HostAccess, commit: string) => Promise<MergedPullRequest | undefined>;
}

/** A pull request of any repository, with the fields that show what a change is about. */
export interface MergedPullRequest {
  number: number;
  title: string;
  /** Markdown. */
  body: string;
  labels: string[];
  link: string;
  headRef: string;
}
