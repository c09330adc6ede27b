import type { HostMerges } from './host-merges.ts';
import type { GitLabAutomation } from './gitlab-pipelines.ts';

export interface GitLabUser {
  id: number;
  username: string;
  /** In the project: 30 is Developer; 0 means no member. */
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
  /** The last commit after the end; while it is open, the branch decides. */
  sha: string | null;
  /** The account that merged it by the API. */
  mergedBy?: string;
  mergeCommit?: string;
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

/** The state of a stand-in; a test changes it as people at the host would. */
export interface GitLabState {
  id: number;
  path: string;
  /** Its former path; reads of that are redirected. */
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
  /** How it merges. */
  merges: HostMerges | undefined;
  /** Numbers are never reused, even after notes are deleted. */
  lastNote: number;
  /** The commit of a branch; undefined when the branch does not exist. A real repository may answer. */
  head: (branch: string) => Promise<string | undefined>;
  now: () => Date;
}

/** Adds a note to a new thread or to an existing one. */
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
