import type { IncomingMessage, ServerResponse } from 'node:http';
import type { GithubApp } from './github-apps.ts';
import type { GithubFault, GithubRequest } from './github-faults.ts';
import type { GithubAccount, GithubComment, GithubRepository } from './github-state.ts';

/** GitHub's API as documented, as far as Copydesk uses it, on a loopback port. */
export interface GithubStandIn extends AsyncDisposable {
  /** Without a trailing slash. Set it when another server serves the API. */
  apiUrl: string;
  /** Answers a request that came to another server, such as one with TLS. */
  handle(incoming: IncomingMessage, response: ServerResponse): Promise<boolean>;
  /** By token. A change takes effect at once: the token can then do less or nothing. */
  accounts: Map<string, GithubAccount>;
  app: GithubApp | undefined;
  repositories: GithubRepository[];
  add(name: string, options?: Partial<GithubRepository>): GithubRepository;
  /** Decides about each request before it is answered; undefined lets the request pass. */
  rule: ((request: GithubRequest) => GithubFault | undefined) | undefined;
  /** The requests, oldest first. */
  requests: GithubRequest[];
  /** How many requests were answered with `304`. */
  unchanged: number;
  /** Where webhooks are sent. */
  webhook: { url: string; secret: string } | undefined;
  /** Each of these does what a person does on GitHub's page, and resolves when its webhook is answered. */
  merge(repository: GithubRepository, number: number): Promise<void>;
  close(repository: GithubRepository, number: number): Promise<void>;
  say(
    repository: GithubRepository,
    comment: Partial<GithubComment> & Pick<GithubComment, 'number' | 'body'>,
  ): Promise<GithubComment>;
  pushed(repository: GithubRepository, branch: string): Promise<void>;
}
