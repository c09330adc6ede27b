import { CopydeskError } from '@copydesk/contract';
import type { CommentDraft, HostedCodeHost, PullRequest } from '../../src/code-hosts/code-host.ts';
import type { CommitCheck, CommitChecks } from '../../src/code-hosts/host-checks.ts';
import type { HostEvent } from '../../src/code-hosts/host-event.ts';
import type { MergeOutcome, MergeStanding } from '../../src/code-hosts/merge.ts';

/** A code host in memory that behaves as its port says; the test decides what fails there. */
export interface MemoryHost extends HostedCodeHost {
  pulls: Map<number, PullRequest>;
  comments: CommentDraft[];
  /** Accounts with push access. */
  writers: Set<string>;
  /** What it returns when asked for what is new. */
  changes: HostEvent[];
  /** The checks that its automation reports, by commit. */
  checks: Map<string, CommitCheck[]>;
  previews: CommitChecks['previews'];
  /** Commits that have more checks than are read. */
  unread: Set<string>;
  /** The logs of checks, by key. */
  logs: Map<string, string>;
  /** What it says of a pull request before it is merged, besides the pull request itself. */
  standing: Partial<Omit<MergeStanding, 'pullRequest'>>;
  /** The answer to a merge; a merge of the head that it has when undefined. */
  mergeAnswer: MergeOutcome | undefined;
  /** The numbers of the pull requests that were merged by order, in this order. */
  merged: number[];
  /** The names of the called methods. */
  asked: string[];
  /** Called before each answer, with the name of the method; what it throws is the answer. */
  before: (asked: string) => void | Promise<void>;
  /** Called after something was done, with what; what it throws is all that the caller gets. */
  after: (done: string) => void;
  end: (number: number, state: 'merged' | 'closed', mergeCommit?: string) => void;
}

export function memoryHost(): MemoryHost {
  const pulls = new Map<number, PullRequest>();
  const ask = async (name: string): Promise<void> => {
    host.asked.push(name);
    await host.before(name);
  };
  const newest = (headRef: string) => [...pulls.values()].findLast((pull) => pull.headRef === headRef);
  const host: MemoryHost = {
    pulls,
    comments: [],
    writers: new Set(['ann']),
    changes: [],
    checks: new Map(),
    previews: [],
    unread: new Set(),
    logs: new Map(),
    standing: {},
    mergeAnswer: undefined,
    merged: [],
    asked: [],
    before: () => {},
    after: () => {},
    async find(headRef) {
      await ask('find');
      return newest(headRef);
    },
    async read(number) {
      await ask('read');
      return pulls.get(number);
    },
    async open({ headRef, baseRef, headCommit }) {
      await ask('open');
      const there = newest(headRef);
      if (there?.state === 'open') return there;
      const number = pulls.size + 1;
      const link = `https://host.test/acme/docs/pull/${number}`;
      pulls.set(number, { number, link, state: 'open', headRef, baseRef, headCommit });
      host.after('open');
      return { number, link, state: 'open', headRef, baseRef, headCommit };
    },
    async update(number, { headCommit }) {
      await ask('update');
      const pull = pulls.get(number);
      if (pull?.state !== 'open') throw new CopydeskError('pull_request_not_open', `It is ${pull?.state ?? 'gone'}.`);
      pulls.set(number, { ...pull, headCommit });
      return { ...pull, headCommit };
    },
    async changesSince() {
      await ask('changesSince');
      return host.changes;
    },
    async mayWrite(login) {
      await ask('mayWrite');
      return host.writers.has(login);
    },
    async comment(draft) {
      await ask('comment');
      if (host.comments.some(({ mark, number }) => mark === draft.mark && number === draft.number)) return;
      host.comments.push(draft);
      host.after('comment');
    },
    async mergeStanding(number) {
      await ask('mergeStanding');
      const pullRequest = pulls.get(number);
      const isOwnMerge = host.merged.includes(number);
      return pullRequest && { ...plainStanding, isOwnMerge, ...host.standing, pullRequest };
    },
    async merge({ number, headCommit }) {
      await ask('merge');
      const pull = pulls.get(number);
      if (host.mergeAnswer !== undefined) return host.mergeAnswer;
      if (pull?.state !== 'open') return { kind: 'refused', because: 'It is not open' };
      if (pull.headCommit !== headCommit) return { kind: 'moved' };
      host.merged.push(number);
      host.end(number, 'merged', headCommit);
      host.after('merge');
      return { kind: 'merged' };
    },
    check: async () => [],
    async checksOf(commit) {
      await ask('checksOf');
      const checks = host.checks.get(commit) ?? [];
      return { checks, previews: checks.length > 0 ? host.previews : [], isWhole: !host.unread.has(commit) };
    },
    async logOf(_commit, key, bytes) {
      await ask('logOf');
      return host.logs.get(key)?.slice(-bytes);
    },
    end(number, state, mergeCommit) {
      const pull = pulls.get(number);
      if (pull !== undefined) pulls.set(number, { ...pull, state, ...(mergeCommit && { mergeCommit }) });
    },
  };
  return host;
}

const plainStanding: Omit<MergeStanding, 'pullRequest'> = {
  title: 'A pull request',
  isDraft: false,
  labels: [],
  isMergeable: true,
  changesRequestedBy: [],
  openThreads: 0,
  lastCommentAt: undefined,
  isOwnMerge: false,
};
