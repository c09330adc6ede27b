import type { IncomingMessage, ServerResponse } from 'node:http';
import type { GithubApp } from './github-apps.ts';
import type { GithubFault, GithubRequest } from './github-faults.ts';
import type { GithubAccount, GithubComment, GithubRepository } from './github-state.ts';

/** GitHub's API as it is documented, as far as Copydesk asks it, on a loopback port. */
export interface GithubStandIn extends AsyncDisposable {
  /** Without a slash at the end. Another one when it is served by another server. */
  apiUrl: string;
  /** Answers a request that another server was asked, such as one with TLS. */
  handle(incoming: IncomingMessage, response: ServerResponse): Promise<boolean>;
  /** By token. Change it, and the token can do less or nothing from then on. */
  accounts: Map<string, GithubAccount>;
  app: GithubApp | undefined;
  repositories: GithubRepository[];
  add(name: string, options?: Partial<GithubRepository>): GithubRepository;
  /** Decides about each request before it is answered; undefined lets it pass. */
  rule: ((request: GithubRequest) => GithubFault | undefined) | undefined;
  /** What was asked, oldest first. */
  requests: GithubRequest[];
  /** How many were answered with `304`. */
  unchanged: number;
  /** Where webhooks go to. */
  webhook: { url: string; secret: string } | undefined;
  /** Each of these does what somebody does at the page of GitHub, and resolves when its webhook is answered. */
  merge(repository: GithubRepository, number: number): Promise<void>;
  close(repository: GithubRepository, number: number): Promise<void>;
  say(
    repository: GithubRepository,
    comment: Partial<GithubComment> & Pick<GithubComment, 'number' | 'body'>,
  ): Promise<GithubComment>;
  pushed(repository: GithubRepository, branch: string): Promise<void>;
}
