import type { HostAccess } from './access.ts';
import type { HostedCodeHost } from './code-host.ts';
import type { ReadWebhook } from './host-event.ts';

/** What there is for one kind of host. */
export interface HostModule {
  open: (access: HostAccess) => HostedCodeHost;
  /** The value of the `Authorization` header for git; asked before each transfer, since it may be short-lived. */
  gitAuthorization: (access: HostAccess) => Promise<string>;
  /** Lets go of one that git was refused with; answers whether another can be made. */
  renewGitAuthorization?: (access: HostAccess, refused: string) => boolean;
  readWebhook: ReadWebhook;
  /** The pull request that brought a commit to its branch; undefined where none did. @throws CopydeskError `code_host_*`, `repository_*` */
  pullRequestOf: (access: HostAccess, commit: string) => Promise<MergedPullRequest | undefined>;
}

/** A pull request of any repository, as far as it tells what a change is about. */
export interface MergedPullRequest {
  number: number;
  title: string;
  /** Markdown. */
  body: string;
  labels: string[];
  link: string;
  headRef: string;
}
