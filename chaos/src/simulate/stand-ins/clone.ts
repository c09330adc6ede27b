import { CopydeskError } from '@copydesk/contract';
import type { FileDiff } from '@copydesk/contract';
import { EditedTree } from '../../../../server/src/workspace/tree/edited-tree.ts';
import type { FileMove } from '../../../../server/src/workspace/history/moves.ts';
import { branchMovedError } from '../../../../server/src/workspace/refs/refs.ts';
import type {
  CarriedChange,
  CarryOrder,
  CommitDraft,
  CommitSummary,
  MergeOrder,
  PushOrder,
  Repository,
  TreeOptions,
  TriedMerge,
} from '../../../../server/src/workspace/repository.ts';
import { callOver } from '../strand.ts';
import type { Call, Strand } from '../strand.ts';
import type { Origin } from './origin.ts';

/** The branches of the origin as a machine last saw them. */
export type Tracked = Map<string, string>;

/** The clone of the origin on one machine, as one strand uses it: it stops at calls that leave the machine. */
export class SimulatedClone implements Repository {
  readonly #origin: Origin;
  readonly #tracked: Tracked;
  readonly #strand: Strand;
  readonly #signal: AbortSignal | undefined;

  constructor(options: { origin: Origin; tracked: Tracked; strand: Strand; signal?: AbortSignal }) {
    this.#origin = options.origin;
    this.#tracked = options.tracked;
    this.#strand = options.strand;
    this.#signal = options.signal;
  }

  async fetch(): Promise<void> {
    await this.#call('fetch', undefined, () => {
      this.#tracked.clear();
      for (const [branch, commit] of this.#origin.branches) this.#tracked.set(branch, commit);
    });
  }

  head(ref: string): Promise<string | undefined> {
    return Promise.resolve(this.#tracked.get(ref));
  }

  /** No job requests a branch here. */
  hasBranchInTheWay(): Promise<boolean> {
    return Promise.resolve(false);
  }

  async openTree(commit: string, options: TreeOptions = {}): Promise<EditedTree> {
    if (this.#origin.has(commit)) return this.#origin.openTree(commit, options);
    throw new CopydeskError('ref_not_found', `Commit ${commit} is not in the repository.`);
  }

  async commit({ tree, ...draft }: CommitDraft): Promise<string> {
    if (!(tree instanceof EditedTree)) throw new Error('the tree to commit was not opened by a repository');
    return this.#origin.commit({ ...draft, root: tree.freeze() });
  }

  /** Works file by file: what both sides have changed is a conflict. */
  async carry({ commit, from, onto }: CarryOrder): Promise<CarriedChange> {
    const changes = this.#origin.changes(from, commit);
    const theirs = new Set(this.#origin.changes(from, onto).map(({ path }) => path));
    return { changes, conflicts: changes.map(({ path }) => path).filter((path) => theirs.has(path)) };
  }

  /** Only jobs push to their branches here, so nothing calls this. */
  tryMerge(): Promise<TriedMerge> {
    return Promise.resolve({ conflicts: [], changes: () => Promise.resolve([]) });
  }

  async push({ branch, commit, expected, guard }: PushOrder): Promise<void> {
    await this.#call('push', guard, () => {
      const present = this.#origin.branches.get(branch);
      if (present !== commit && (present ?? null) !== expected) throw branchMovedError(branch, expected);
      this.#origin.branches.set(branch, commit);
    });
    this.#tracked.set(branch, commit);
  }

  removeBranch(): Promise<void> {
    return Promise.reject(new Error('no job takes a branch away'));
  }

  diff(): Promise<FileDiff[]> {
    return Promise.resolve([]);
  }

  commits(): Promise<CommitSummary[]> {
    return Promise.resolve([]);
  }

  touches(): Promise<never[]> {
    return Promise.resolve([]);
  }

  recentCommits(): Promise<CommitSummary[]> {
    return Promise.resolve([]);
  }

  commitsSince(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  findCommit(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  moves(): Promise<FileMove[]> {
    return Promise.resolve([]);
  }

  async mergeBase(a: string, b: string): Promise<string | undefined> {
    return this.#origin.mergeBase(a, b);
  }

  async isAncestor(ancestor: string, descendant: string): Promise<boolean> {
    return this.#origin.isAncestor(ancestor, descendant);
  }

  async fileAt(commit: string, path: string): Promise<Uint8Array | undefined> {
    const text = await this.#origin.textAt(commit, path);
    return text === undefined ? undefined : new TextEncoder().encode(text);
  }

  /** Works file by file: applies what the head has changed since the merge base to the base branch. */
  async mergeInto({ base, head, message, author, at }: MergeOrder): Promise<string> {
    const ours = this.#origin.branches.get(base) ?? '';
    if (this.#origin.isAncestor(head, ours)) return ours;
    const parted = this.#origin.mergeBase(ours, head) ?? ours;
    const tree = this.#origin.openTree(ours, { changes: this.#origin.changes(parted, head) });
    const merged = this.#origin.commit({ root: tree.freeze(), parents: [ours, head], message, author, at });
    this.#origin.branches.set(base, merged);
    return merged;
  }

  /** Makes a call over the network: it may fail before it arrives, and its answer may be lost. */
  async #call(name: Call, guard: (() => void) | undefined, effect: () => void): Promise<void> {
    this.#signal?.throwIfAborted();
    await callOver(this.#strand, name, {
      guard,
      effect: () => Promise.resolve(effect()),
      failure: () => new CopydeskError('repository_unreachable', 'The repository did not answer.'),
    });
    this.#signal?.throwIfAborted();
  }
}
