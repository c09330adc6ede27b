import type { HostAccess, HostCredential } from './access.ts';
import type { HostAnswer } from './requests/host-http.ts';
import type { HostModule } from './host-module.ts';

/** Everything that a kind of code host with an API must have. `kinds.ts` lists the kinds. */
export interface HostedKind {
  /** The product's name, such as `GitLab`. */
  name: string;
  /** The kinds of credentials that it accepts. */
  credentials: readonly HostCredential['kind'][];
  /**
   * Loads its client when a project uses such a host, because clients take time and memory. Kinds with the same API
   * have the same function, and each accepts the webhooks of the others.
   */
  client: () => Promise<HostModule>;
  detection: Detection;
  webhook: WebhookForm;
}

/** A git server without an API that Copydesk knows. */
export interface PlainGitKind {
  name: string;
  credentials: readonly HostCredential['kind'][];
  client: undefined;
  /** The user name that is sent with a bare token; most servers accept any. */
  tokenUser: string;
  /** Returns the value of the `Authorization` header for git. */
  gitAuthorization: (access: HostAccess) => string;
}

/** How a repository's address reveals its host, and what it says about the repository. */
export interface Detection {
  /** The names of the hosts that are certainly of this kind; `.example.com` stands for each name below it. */
  hostNames: readonly string[];
  /** Other names under which the API of these hosts is. */
  apiHostNames: readonly string[];
  /** Returns the usual base address of the API for a repository's address, without a trailing slash. */
  apiUrl: (repository: URL) => string;
  /** How servers of other names are recognised; undefined when there are none, because it cannot be installed. */
  selfHosted: SelfHosted | undefined;
  /** Returns the names of owner and repository at the beginning of a path, such as that of a folder on a branch. */
  repositoryOf: (path: readonly string[]) => readonly string[];
  /** Whether git needs the `.git` at the end of an address, because the host redirects without it. */
  needsGitSuffix: boolean;
}

export interface SelfHosted {
  /** The product's name when somebody runs it: `GitHub Enterprise`. */
  name: string;
  /** The end of the API's usual address: `/api/v4`. */
  apiPath: string;
  /** The path below the server's address that reveals the kind to anybody. */
  versionPath: string;
  /** Whether the reply to it, or the refusal, is that of this kind. */
  fits: (answer: HostAnswer) => boolean;
  /** Another kind whose test such a server passes too. */
  alsoFits?: string;
}

/** How the webhooks of a kind are recognised, and what a person enters at the host. */
export interface WebhookForm {
  /** @param headers by lower-case name. */
  isSender: (headers: Readonly<Record<string, string | undefined>>) => boolean;
  /** Where the form is, such as `GitLab under Settings, Webhooks`. */
  place: string;
  /** The names of the events, as in the form. */
  events: string;
  /** The content type to choose; undefined when the form does not ask. */
  format: string | undefined;
}
