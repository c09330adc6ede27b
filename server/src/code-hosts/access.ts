import { z } from 'zod';

/** The kinds of code hosts that Copydesk speaks with; `git` is a git server alone. */
export const HostKind = z.enum(['github', 'gitlab', 'gitea', 'forgejo', 'git']);

export type HostKind = z.infer<typeof HostKind>;

/** By what Copydesk is let in. It is stored sealed, and leaves this process only in requests to the host. */
export const HostCredential = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('token'), token: z.string().min(1) }),
  /** A GitHub App: `privateKey` in PEM; the installation is found by the repository when it is not given. */
  z.object({
    kind: z.literal('app'),
    appId: z.string().min(1),
    privateKey: z.string().min(1),
    installationId: z.int().optional(),
  }),
  /** Of a git server alone. */
  z.object({ kind: z.literal('password'), username: z.string(), password: z.string() }),
]);

export type HostCredential = z.infer<typeof HostCredential>;

/** Where a repository is at its host, and by what it is reached. */
export interface HostAccess {
  host: HostKind;
  /** The base address of its API, without a slash at the end, such as `https://api.github.com`; '' for `git`. */
  apiUrl: string;
  /** What the host calls the repository: `owner/name`. */
  repository: string;
  credential: HostCredential;
  /** The account that acts; null where it is not known. */
  login: string | null;
  /** How pull requests are opened. */
  draft: boolean;
  labels: string[];
  reviewers: string[];
  /** Milliseconds for one request. */
  timeoutMilliseconds: number;
  now: () => Date;
}
