import type { CodeHost, PullRequest, PullRequestDraft } from './code-host.ts';

/** Where the local code host stores the pull requests of one project; main.ts passes in the database's. */
export interface LocalStore {
  /** Returns the newest pull request of a branch, in any state. */
  newest(headRef: string): Promise<LocalPullRequest | undefined>;
  read(number: number): Promise<LocalPullRequest | undefined>;
  /** Opens a pull request, or returns the existing one for the same change. */
  open(draft: PullRequestDraft): Promise<LocalPullRequest>;
  /** @throws CopydeskError `pull_request_not_open`, `not_found` */
  update(number: number, draft: PullRequestDraft): Promise<LocalPullRequest>;
}

type LocalPullRequest = Omit<PullRequest, 'link' | 'mergeCommit'> & { mergeCommit?: string | null };

/**
 * The code host that is part of Copydesk, for repositories without a hosted one: a pull request is a row with a number,
 * and `link` returns the address of its page.
 */
export function localCodeHost(options: { store: LocalStore; link: (number: number) => string }): CodeHost {
  const { store, link } = options;
  const present = ({ number, state, headRef, baseRef, headCommit, mergeCommit }: LocalPullRequest): PullRequest => ({
    number,
    link: link(number),
    state,
    headRef,
    baseRef,
    headCommit,
    ...(mergeCommit && { mergeCommit }),
  });
  const presentFound = (found: LocalPullRequest | undefined) => found && present(found);
  return {
    find: async (headRef) => presentFound(await store.newest(headRef)),
    open: async (draft) => present(await store.open(draft)),
    update: async (number, draft) => present(await store.update(number, draft)),
    read: async (number) => presentFound(await store.read(number)),
  };
}
