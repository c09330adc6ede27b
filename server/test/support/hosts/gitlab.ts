import { addNote } from './gitlab-state.ts';
import type { GitLabNote, GitLabState } from './gitlab-state.ts';
import { startStandIn } from './stand-in.ts';
import type { StandIn } from './stand-in.ts';
import { gitlabRoutes } from './gitlab-routes.ts';

export interface GitLabStandIn extends StandIn {
  state: GitLabState;
  /** Includes the API path: `origin/api/v4`. */
  apiUrl: string;
  merge: (iid: number) => Promise<void>;
  close: (iid: number) => Promise<void>;
  /** Somebody comments; on a line of a file when `position` is given. */
  say: (note: { on: number; author: string; body: string; position?: GitLabNote['position'] }) => GitLabNote;
}

/**
 * GitLab as its documentation says that it answers (https://docs.gitlab.com/api/), as far as Copydesk uses it: one
 * project, whose git is served elsewhere.
 */
export async function startGitLab(change: Partial<GitLabState> = {}): Promise<GitLabStandIn> {
  const state: GitLabState = {
    id: 42,
    path: 'acme/handbook/docs',
    formerPath: undefined,
    archived: false,
    mergeRequestsEnabled: true,
    defaultBranch: 'main',
    protectedBranches: [{ name: 'main', push_access_levels: [{ access_level: 40 }] }],
    version: '18.4.1-ee',
    users: [
      { id: 7, username: 'project_42_bot_1', accessLevel: 30 },
      { id: 8, username: 'wren', accessLevel: 40 },
      { id: 9, username: 'guest', accessLevel: 10 },
    ],
    tokens: new Map([['glpat-test', { username: 'project_42_bot_1', scopes: ['api'], expiresAt: '2027-06-01' }]]),
    mergeRequests: [],
    notes: [],
    automation: { isOn: true, pipelines: [], jobs: [], statuses: [], deployments: [], traces: new Map() },
    merges: undefined,
    lastNote: 1000,
    head: (branch) => Promise.resolve(branch === 'main' ? 'b'.repeat(40) : 'a'.repeat(40)),
    now: () => new Date(),
    ...change,
  };
  const standIn = await startStandIn('/api/v4', (asked) => gitlabRoutes(state, asked, () => standIn.origin));
  return Object.assign(standIn, {
    state,
    apiUrl: `${standIn.origin}/api/v4`,
    merge: (iid: number) => end(state, iid, 'merged'),
    close: (iid: number) => end(state, iid, 'closed'),
    say: ({ on, author, body, position = null }: Parameters<GitLabStandIn['say']>[0]) =>
      addNote(state, { on, author, body, position }),
  });
}

async function end(state: GitLabState, iid: number, how: 'merged' | 'closed'): Promise<void> {
  const found = state.mergeRequests.find((one) => one.iid === iid);
  if (!found) throw new Error(`There is no merge request !${iid}.`);
  Object.assign(found, { state: how, sha: (await state.head(found.source_branch)) ?? null, updatedAt: state.now() });
}
