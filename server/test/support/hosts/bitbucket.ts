import { bitbucketRoutes } from './bitbucket-routes.ts';
import { addComment, bot, guest, wren } from './bitbucket-state.ts';
import type { BitbucketComment, BitbucketPullRequest, BitbucketState } from './bitbucket-state.ts';
import { startStandIn } from './stand-in.ts';
import type { StandIn } from './stand-in.ts';

export interface BitbucketStandIn extends StandIn {
  state: BitbucketState;
  /** Includes the API path: `origin/2.0`. */
  apiUrl: string;
  merge: (number: number) => Promise<void>;
  close: (number: number) => Promise<void>;
  /** Somebody comments on a pull request. */
  say: (said: Parameters<typeof addComment>[1]) => BitbucketComment;
}

export const allScopes = [
  'repository',
  'repository:write',
  'repository:admin',
  'pullrequest',
  'pullrequest:write',
  'pipeline',
];

/**
 * Bitbucket Cloud as its description says that it answers (https://developer.atlassian.com/cloud/bitbucket/rest/), as
 * far as Copydesk uses it: one repository, whose git is served elsewhere.
 */
export async function startBitbucket(change: Partial<BitbucketState> = {}): Promise<BitbucketStandIn> {
  const state: BitbucketState = {
    path: 'acme/docs',
    formerPath: undefined,
    mainBranch: 'main',
    accounts: [
      { uuid: bot, nickname: 'copydesk token', type: 'app_user', permission: 'write' },
      { uuid: wren, nickname: 'wren', type: 'user', permission: 'write' },
      { uuid: guest, nickname: 'wren', type: 'user', permission: 'read' },
    ],
    tokens: new Map([['bitbucket-token', { uuid: bot, scopes: allScopes }]]),
    defaultReviewers: [],
    pullRequests: [],
    comments: [],
    statuses: [],
    pipelines: [],
    indexed: new Map(),
    commits: new Set(),
    lastId: 70,
    head: (branch) => Promise.resolve(branch === 'main' ? 'b'.repeat(40) : 'a'.repeat(40)),
    now: () => new Date(),
    ...change,
  };
  const standIn = await startStandIn('/2.0', (asked) => bitbucketRoutes(state, asked, standIn.origin));
  return Object.assign(standIn, {
    state,
    apiUrl: `${standIn.origin}/2.0`,
    merge: async (number: number) => await end(state, number, 'MERGED'),
    close: async (number: number) => await end(state, number, 'DECLINED'),
    say: (said: Parameters<typeof addComment>[1]) => addComment(state, said),
  });
}

async function end(state: BitbucketState, number: number, how: 'MERGED' | 'DECLINED'): Promise<void> {
  const found = pullRequestIn(state, number);
  found.endedWith = await state.head(found.headRef);
  if (how === 'MERGED') found.mergeCommit = await state.head(found.baseRef);
  Object.assign(found, { state: how, updatedAt: state.now() });
}

export function pullRequestIn(state: BitbucketState, number: number): BitbucketPullRequest {
  const found = state.pullRequests.find((one) => one.id === number);
  if (!found) throw new Error(`There is no pull request #${number}.`);
  return found;
}
