import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { CopydeskError, isCopydeskError } from '@copydesk/contract/errors';
import { checkBranch, checkCommitId } from './address.ts';
import { carryChange, changesBetween } from './merge/carry-change.ts';
import { readBlob, readBlobOnce, readTreeId, saveCommit } from './objects/clone-objects.ts';
import type { Clone } from './clone/clone-store.ts';
import { diffTrees } from './history/diff.ts';
import { find, isDirectory, splitPath } from './tree/directory.ts';
import { EditedTree } from './tree/edited-tree.ts';
import type { Git, GitVersion } from './git/git.ts';
import { sourceError } from './git/git-errors.ts';
import { findMergeBase, isAncestor, listCommits, listRecent, listSince, readCommit } from './history/history.ts';
import { mergeIntoBranch } from './merge/merge.ts';
import { tryMergeTrees } from './merge/merge-trees.ts';
import { listMoves, type FileMove } from './history/moves.ts';
import { pathFault } from './tree/paths.ts';
import { openPathRepository } from './path-repository.ts';
import { pushBranch, removeRemoteBranch } from './push/push.ts';
import { readRefFiles, type KnownRefs } from './refs/ref-files.ts';
import { fetchBranches, listBranches, namesAbove, trackBranches, trackedUnder, type Remote } from './remote.ts';
import type {
  CommitsSince,
  FoundCommit,
  CarriedChange,
  CarryOrder,
  CommitDraft,
  MergeOrder,
  PushOrder,
  Repository,
  TreeOptions,
  TriedMerge,
} from './repository.ts';
import { readManyBlobs } from './objects/read-many.ts';
import type { ReadableFiles, SearchedFiles } from './search/searched-files.ts';
import type { OpenSearcher, Searcher } from './search/searcher.ts';
import { listTouches } from './history/touches.ts';
import { despiteStaleLocks } from './clone/stale-locks.ts';

export interface RepositoryOptions {
  /** Every call ends when the signal of the opener aborts. */
  git: Git;
  /** For calls that must not be interrupted: those that write to somebody's working copy. */
  steadyGit: Git;
  gitVersion: GitVersion;
  clone: Clone;
  remote: Remote;
  searcher: Searcher;
  signal: AbortSignal | undefined;
}

/** A source, used through its clone. */
export class OpenRepository implements Repository {
  readonly #git: Git;
  readonly #steadyGit: Git;
  readonly #gitVersion: GitVersion;
  readonly #clone: Clone;
  readonly #remote: Remote;
  readonly #searcher: OpenSearcher;
  readonly #signal: AbortSignal | undefined;

  constructor({ git, steadyGit, gitVersion, clone, remote, searcher, signal }: RepositoryOptions) {
    this.#git = git;
    this.#steadyGit = steadyGit;
    this.#gitVersion = gitVersion;
    this.#clone = clone;
    this.#remote = remote;
    this.#searcher = searcher.open(signal);
    this.#signal = signal;
  }

  fetch(): Promise<void> {
    return this.#callRemote(async () => {
      if (await this.#isUpToDate()) return;
      await this.#underLock(async () => {
        // The previous holder of the lock may have fetched the same.
        if (!(await this.#isUpToDate())) await fetchBranches(this.#git, this.#clone.gitDirectory, this.#remote);
      });
    });
  }

  async head(ref: string): Promise<string | undefined> {
    const object = await this.#clone.reader.read(trackedUnder + checkBranch(ref));
    return object.found && object.type === 'commit' ? object.id : undefined;
  }

  async hasBranchInTheWay(name: string): Promise<boolean> {
    for (const above of namesAbove(checkBranch(name))) if ((await this.head(above)) !== undefined) return true;
    const { gitDirectory } = this.#clone;
    return (await listBranches(this.#git, { gitDirectory, under: `${trackedUnder}${name}/` })).size > 0;
  }

  async openTree(commit: string, { changes = [], refuse, examine }: TreeOptions = {}): Promise<EditedTree> {
    const root = await this.#clone.directories.load(await this.#require(commit));
    const tree = new EditedTree({
      baseCommit: commit,
      root,
      refuse,
      examine,
      repository: {
        readBlob: (id) => readBlob(this.#clone, id),
        search: (files, query) => this.#searcher.search(this.#readable(files), query),
        places: (replacement) => this.#searcher.places(replacement),
        readAhead: (files, signal, folder) => this.#searcher.readAhead(this.#readable(files), signal, folder),
      },
    });
    tree.apply(changes);
    return tree;
  }

  #readable(files: SearchedFiles): ReadableFiles {
    return {
      ...files,
      read: (id) => readBlobOnce(this.#clone, id),
      readMany: (ids) => readManyBlobs(this.#git, this.#clone.gitDirectory, ids),
    };
  }

  commit({ tree, parents, message, author, at }: CommitDraft): Promise<string> {
    if (!(tree instanceof EditedTree)) throw new Error('the tree to commit was not opened by a repository');
    const root = tree.freeze();
    const fields = { tree: tree.id(), parents: parents.map(checkCommitId), message, author, at };
    return saveCommit(this.#git, this.#clone, fields, root);
  }

  async carry(order: CarryOrder): Promise<CarriedChange> {
    await Promise.all([order.commit, order.from, order.onto].map((commit) => this.#require(commit)));
    return carryChange(this.#git, this.#clone, order);
  }

  async tryMerge({ ours, theirs }: { ours: string; theirs: string }): Promise<TriedMerge> {
    const base = await this.mergeBase(ours, theirs);
    if (base === undefined) return { conflicts: [], changes: async () => [] };
    const parts = { git: this.#git, clone: this.#clone, gitVersion: this.#gitVersion };
    const { tree, conflicts } = await tryMergeTrees(parts, { base, ours, theirs });
    return { conflicts, changes: async () => (tree === '' ? [] : await changesBetween(this.#clone, ours, tree)) };
  }

  push(order: PushOrder): Promise<void> {
    return this.#callRemote(async () => {
      await pushBranch(this.#git, this.#clone, this.#remote, order);
      await this.#track(order.branch, order.commit);
    });
  }

  removeBranch(branch: string, commit: string): Promise<void> {
    return this.#callRemote(() => removeRemoteBranch(this.#git, this.#clone, this.#remote, { branch, commit }));
  }

  async diff(from: string, to: string) {
    await Promise.all([this.#require(from), this.#require(to)]);
    return diffTrees(this.#git, this.#clone.gitDirectory, from, to);
  }

  async commits(from: string, to: string) {
    await this.#connect(from, to);
    return listCommits(this.#git, this.#clone.gitDirectory, from, to);
  }

  async recentCommits(commit: string, count: number) {
    const { recent } = this.#clone;
    if (recent?.commit === commit && recent.count >= count) return recent.commits.slice(0, count);
    const commits = await this.#readRecent(commit, count);
    this.#clone.recent = { commit, count, commits };
    return commits;
  }

  async #readRecent(commit: string, count: number) {
    await this.#require(commit);
    const list = () => listRecent(this.#git, this.#clone.gitDirectory, commit, count);
    const here = await list();
    if (here.length >= count || !(await this.#isShallow())) return here;
    await this.#fetchHistory('recent');
    return list();
  }

  async commitsSince(earlier: string, commit: string, most: number): Promise<CommitsSince | undefined> {
    try {
      if (!(await this.isAncestor(earlier, commit))) return undefined;
    } catch (error) {
      // A rewritten commit is not fetched with the branch any more.
      if (isCopydeskError(error, 'ref_not_found')) return undefined;
      throw error;
    }
    return await listSince(this.#git, this.#clone.gitDirectory, { earlier, commit, most });
  }

  async findCommit(id: string, history: string): Promise<FoundCommit | undefined> {
    await this.#require(history);
    const read = () => readCommit(this.#git, this.#clone.gitDirectory, id);
    let found = await read();
    if ((found === undefined || found.parents.length === 0) && (await this.#isShallow())) {
      await this.#fetchHistory();
      found = await read();
    }
    return found !== undefined && (await this.isAncestor(found.id, history)) ? found : undefined;
  }

  async touches(commit: string, wanted: { of: readonly string[]; most: number }) {
    await this.#require(commit);
    if (await this.#isShallow()) await this.#fetchHistory();
    return listTouches(this.#git, this.#clone.gitDirectory, commit, wanted);
  }

  async moves(commit: string): Promise<FileMove[]> {
    await this.#require(commit);
    if (await this.#isShallow()) await this.#fetchHistory();
    return listMoves(this.#git, this.#clone.gitDirectory, commit);
  }

  async mergeBase(a: string, b: string): Promise<string | undefined> {
    await this.#connect(a, b);
    return findMergeBase(this.#git, this.#clone.gitDirectory, a, b);
  }

  async isAncestor(ancestor: string, descendant: string): Promise<boolean> {
    await this.#connect(ancestor, descendant);
    return isAncestor(this.#git, this.#clone.gitDirectory, ancestor, descendant);
  }

  async fileAt(commit: string, path: string): Promise<Uint8Array | undefined> {
    const root = await this.#clone.directories.load(await this.#require(commit));
    if (pathFault(path) !== undefined) return undefined;
    const names = splitPath(path);
    const { node, depth } = find(root, names);
    if (!node || depth < names.length || isDirectory(node) || !node.mode.startsWith('100')) return undefined;
    const content = await readBlob(this.#clone, node.id);
    return 'tooLarge' in content ? undefined : content;
  }

  mergeInto(order: MergeOrder): Promise<string> {
    return this.#callRemote(async () => {
      await this.fetch();
      const merge = await mergeIntoBranch(
        {
          git: this.#steadyGit,
          gitVersion: this.#gitVersion,
          clone: this.#clone,
          remote: this.#remote,
          head: (branch) => this.head(branch),
          mergeBase: (a, b) => this.mergeBase(a, b),
        },
        order,
      );
      await this.#track(order.base, merge.branchHead);
      return merge.commit;
    });
  }

  /**
   * A repository on this machine can be compared branch by branch in a few milliseconds, and usually nothing is new.
   * The source is read first: what the clone then tracks was the state of the source at that time or later.
   */
  async #isUpToDate(): Promise<boolean> {
    const { address } = this.#remote;
    if (address.kind !== 'path') return false;
    const source = await openPathRepository(address.path);
    const { gitDirectory, refs } = this.#clone;
    const theirs = await this.#branches({ ...source, under: 'refs/heads/', known: refs.source });
    const ours = await this.#branches({ gitDirectory, under: trackedUnder, known: refs.tracked });
    return theirs.size === ours.size && Array.from(theirs).every(([branch, commit]) => ours.get(branch) === commit);
  }

  async #branches(repository: { gitDirectory: string; under: string; known: KnownRefs }): Promise<Map<string, string>> {
    return (await readRefFiles(repository)) ?? (await listBranches(this.#git, repository));
  }

  /** Notes where a branch is now, without asking the source again. */
  #track(branch: string, commit: string): Promise<void> {
    const { gitDirectory } = this.#clone;
    return this.#underLock(() => trackBranches(this.#git, gitDirectory, new Map([[branch, commit]])));
  }

  /** Returns the tree of a commit. A clone without history fetches the history when the commit is missing. */
  async #require(commit: string): Promise<string> {
    checkCommitId(commit);
    const tree = await readTreeId(this.#clone, commit);
    if (tree !== undefined) return tree;
    await this.#fetchHistory();
    const fetched = await readTreeId(this.#clone, commit);
    if (fetched !== undefined) return fetched;
    throw new CopydeskError('ref_not_found', `Commit ${commit} is not in the repository, or not any more.`);
  }

  /** Makes sure that left-out history does not give a wrong answer about two commits. */
  async #connect(a: string, b: string): Promise<void> {
    await Promise.all([this.#require(a), this.#require(b)]);
    if (!(await this.#isShallow())) return;
    if ((await findMergeBase(this.#git, this.#clone.gitDirectory, a, b)) === undefined) await this.#fetchHistory();
  }

  #fetchHistory(history: 'all' | 'recent' = 'all'): Promise<void> {
    return this.#callRemote(() =>
      this.#underLock(async () => {
        if (!(await this.#isShallow())) return;
        await fetchBranches(this.#git, this.#clone.gitDirectory, this.#remote, history);
      }),
    );
  }

  async #isShallow(): Promise<boolean> {
    return access(join(this.#clone.gitDirectory, 'shallow')).then(
      () => true,
      () => false,
    );
  }

  #underLock<T>(work: () => Promise<T>): Promise<T> {
    return this.#clone.lock(() => despiteStaleLocks(this.#clone.gitDirectory, work), this.#signal);
  }

  /** Translates errors of calls to the source. */
  async #callRemote<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      this.#signal?.throwIfAborted();
      throw await sourceError(error, this.#remote.source, this.#clone.gitDirectory);
    }
  }
}
