import type { GitLabAutomation } from './gitlab-pipelines.ts';

export interface GitLabUser {
  id: number;
  username: string;
  /** In the project: 30 is Developer; 0 for no member. */
  accessLevel: number;
}

export interface GitLabToken {
  username: string;
  scopes: string[];
  expiresAt: string | null;
}

export interface GitLabMergeRequest {
  iid: number;
  state: 'opened' | 'closed' | 'merged' | 'locked';
  source_branch: string;
  target_branch: string;
  source_project_id: number;
  title: string;
  description: string;
  labels: string[];
  reviewers: number[];
  author: string;
  /** Of one that has ended; of an open one the branch is asked. */
  sha: string | null;
  updatedAt: Date;
}

export interface GitLabNote {
  id: number;
  merge_request: number;
  discussion: string;
  author: string;
  body: string;
  system: boolean;
  createdAt: Date;
  position: { new_path: string; old_path: string; new_line: number | null; old_line: number | null } | null;
}

/** All that a stand-in knows; a test changes it as people at the host would. */
export interface GitLabState {
  id: number;
  path: string;
  /** The path that it had before; reads of that redirect. */
  formerPath: string | undefined;
  archived: boolean;
  mergeRequestsEnabled: boolean;
  defaultBranch: string;
  protectedBranches: { name: string; push_access_levels: { access_level: number }[] }[];
  version: string;
  users: GitLabUser[];
  tokens: Map<string, GitLabToken>;
  mergeRequests: GitLabMergeRequest[];
  notes: GitLabNote[];
  automation: GitLabAutomation;
  /** Numbers are not given twice, also when notes are deleted. */
  lastNote: number;
  /** The commit of a branch; undefined when there is none. A real repository may answer. */
  head: (branch: string) => Promise<string | undefined>;
  now: () => Date;
}

/** A note in a new thread, or in one that is there. */
export function addNote(
  state: GitLabState,
  note: { on: number; author: string; body: string; position?: GitLabNote['position']; discussion?: string },
): GitLabNote {
  const { on, author, body, position = null } = note;
  state.lastNote += 1;
  const id = state.lastNote;
  const discussion = note.discussion ?? `6a9c1750b37d513a43987b574953fceb50b03c${id}`;
  const added = {
    id,
    merge_request: on,
    discussion,
    author,
    body,
    system: false,
    createdAt: state.now(),
    position,
  };
  state.notes.push(added);
  const mergeRequest = state.mergeRequests.find(({ iid }) => iid === on);
  if (mergeRequest) mergeRequest.updatedAt = state.now();
  return added;
}
