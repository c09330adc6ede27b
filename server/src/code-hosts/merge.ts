import type { PullRequest } from './pull-request.ts';

/** What a code host knows of a pull request that decides whether it may be merged without a person. */
export interface MergeStanding {
  pullRequest: PullRequest;
  title: string;
  isDraft: boolean;
  labels: string[];
  /** False when the host finds a conflict; undefined while it works that out. */
  isMergeable: boolean | undefined;
  /** The accounts whose last word is that something must change. */
  changesRequestedBy: string[];
  /**
   * How many threads about lines people have open. GitHub's API of this kind does not report that: there, every
   * comment of a person on a line counts that is newer than the given time.
   */
  openThreads: number;
  /** When a person last wrote something there; undefined when no person has. */
  lastCommentAt: Date | undefined;
  /** For a merged one: whether the account of the credential has merged it. */
  isOwnMerge: boolean;
}

export interface MergeOrder {
  number: number;
  /** The commit that was judged. A branch with another head is not merged. */
  headCommit: string;
}

/** What became of a merge. A refusal holds until somebody changes something at the host. */
export type MergeOutcome =
  | { kind: 'merged' }
  /** The branch has another head. */
  | { kind: 'moved' }
  | { kind: 'refused'; because: string };

/** Something that a person wrote on a pull request. */
export interface Remark {
  at: string | null | undefined;
  body: string | null | undefined;
  isBot: boolean;
}

/** Returns when a person last wrote something. What Copydesk wrote has a mark, whichever account it uses. */
export function lastRemark(remarks: readonly Remark[]): Date | undefined {
  const times = remarks.filter(isOfPerson).map(({ at }) => Date.parse(at ?? ''));
  const known = times.filter((time) => !Number.isNaN(time));
  return known.length === 0 ? undefined : new Date(Math.max(...known));
}

export function isOfPerson({ body, isBot }: Remark): boolean {
  return !isBot && body?.includes('<!-- copydesk:') !== true;
}

/** Returns the accounts whose last review that approves, refuses or was withdrawn asks for changes. */
export function askingForChanges(reviews: readonly { login: string; state: string }[]): string[] {
  const last = new Map<string, string>();
  for (const { login, state } of reviews) if (decidingStates.has(state)) last.set(login, state);
  return [...last].flatMap(([login, state]) => (requests.has(state) ? [login] : []));
}

const requests = new Set(['CHANGES_REQUESTED', 'REQUEST_CHANGES']);
const decidingStates = new Set([...requests, 'APPROVED', 'DISMISSED']);
