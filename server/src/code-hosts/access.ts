import type { CodeHostName } from '@copydesk/contract';
import { z } from 'zod';

/** The kinds of code hosts that Copydesk supports; `git` is a plain git server. */
export type HostKind = CodeHostName;

/** The kinds that have an API: all except a plain git server. */
export type HostedName = Exclude<HostKind, 'git'>;

/** The credential that Copydesk uses. It is stored encrypted, and leaves this process only in requests to the host. */
export const HostCredential = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('token'), token: z.string().min(1) }),
  /**
   * A GitHub App: `privateKey` is in PEM; when `installationId` is not given, the installation is found by the
   * repository.
   */
  z.object({
    kind: z.literal('app'),
    appId: z.string().min(1),
    privateKey: z.string().min(1),
    installationId: z.int().optional(),
  }),
  /** For hosts where a token belongs to a user name, and for plain git servers. */
  z.object({ kind: z.literal('password'), username: z.string(), password: z.string() }),
]);

export type HostCredential = z.infer<typeof HostCredential>;

/** Where a repository is at its host, and how it is accessed. */
export interface HostAccess {
  host: HostKind;
  /** The base address of its API, without a trailing slash, such as `https://api.github.com`; '' for `git`. */
  apiUrl: string;
  /** The host's name of the repository: `owner/name`. */
  repository: string;
  credential: HostCredential;
  /** The account that acts; null when it is not known. */
  login: string | null;
  /** Whether pull requests are opened as drafts. */
  draft: boolean;
  labels: string[];
  reviewers: string[];
  /** The timeout of one request. */
  timeoutMilliseconds: number;
  now: () => Date;
}
