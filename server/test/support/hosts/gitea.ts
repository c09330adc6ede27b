import { addComment, addReply, addReview } from './gitea-state.ts';
import type { GiteaComment, GiteaLine, GiteaReview, GiteaState, NewReview } from './gitea-state.ts';
import { giteaRoutes } from './gitea-routes.ts';
import { startStandIn } from './stand-in.ts';
import type { StandIn } from './stand-in.ts';

export interface GiteaStandIn extends StandIn {
  state: GiteaState;
  /** Includes the API path: `origin/api/v1`. */
  apiUrl: string;
  merge: (number: number) => Promise<void>;
  close: (number: number) => Promise<void>;
  /** Somebody comments on a pull request, or on an issue. */
  say: (said: { on: number; author: string; body: string }) => GiteaComment;
  /** Somebody reviews a pull request as it is now. */
  review: (said: NewReview) => Promise<GiteaReview>;
  /** Somebody answers in the first thread of a review. */
  reply: (to: GiteaReview, said: { author: string; body: string }) => GiteaLine;
}

/**
 * Gitea or Forgejo as their API descriptions and sources say that they answer (https://docs.gitea.com/api/,
 * routers/api/v1 of Gitea), as far as Copydesk uses them: one repository, whose git is served elsewhere.
 */
export async function startGitea(change: Partial<GiteaState> = {}): Promise<GiteaStandIn> {
  const state: GiteaState = {
    id: 5,
    path: 'acme/docs',
    formerPath: undefined,
    archived: false,
    hasPullRequests: true,
    mirror: false,
    defaultBranch: 'main',
    protections: [{ rule_name: 'main', enable_push: false }],
    version: '1.25.2',
    users: [
      { id: 2, login: 'copydesk-bot', permission: 'write' },
      { id: 3, login: 'wren', permission: 'write' },
      { id: 4, login: 'guest', permission: 'read' },
    ],
    tokens: new Map([
      ['gitea-token', { login: 'copydesk-bot', scopes: ['write:repository', 'write:issue', 'read:user'] }],
    ]),
    labels: [
      { id: 11, name: 'docs' },
      { id: 12, name: 'copydesk' },
    ],
    labelsOfOwner: [{ id: 90, name: 'all repositories' }],
    pullRequests: [],
    comments: [],
    reviews: [],
    automation: { statuses: [], runs: [], logs: new Map() },
    mergeMethods: ['merge', 'squash', 'rebase', 'rebase-merge'],
    merges: undefined,
    lastId: 70,
    head: (branch) => Promise.resolve(branch === 'main' ? 'b'.repeat(40) : 'a'.repeat(40)),
    now: () => new Date(),
    ...change,
  };
  const standIn = await startStandIn('/api/v1', (asked) => giteaRoutes(state, asked, standIn.origin));
  return Object.assign(standIn, {
    state,
    apiUrl: `${standIn.origin}/api/v1`,
    merge: (number: number) => end(state, number, true),
    close: (number: number) => end(state, number, false),
    say: (said: Parameters<GiteaStandIn['say']>[0]) => addComment(state, said),
    reply: (to: GiteaReview, said: { author: string; body: string }) => addReply(state, to, said),
    review: async (said: NewReview) => {
      const commit = (await state.head(pullRequest(state, said.on).headRef)) ?? '';
      return addReview(state, { ...said, commit });
    },
  });
}

async function end(state: GiteaState, number: number, merged: boolean): Promise<void> {
  const found = pullRequest(state, number);
  const endedWith = await state.head(found.headRef);
  const mergeCommit = merged ? await state.head(found.baseRef) : undefined;
  Object.assign(found, { state: 'closed', merged, mergeCommit, endedWith, updatedAt: state.now() });
}

function pullRequest(state: GiteaState, number: number): GiteaState['pullRequests'][0] {
  const found = state.pullRequests.find((one) => one.number === number);
  if (!found) throw new Error(`There is no pull request #${number}.`);
  return found;
}
