import { EditedTree } from '../../../../server/src/workspace/tree/edited-tree.ts';
import { emptyDirectory, listChanges } from '../../../../server/src/workspace/tree/directory.ts';
import type { DirectoryNode } from '../../../../server/src/workspace/tree/directory.ts';
import { formatCommit, objectId } from '../../../../server/src/workspace/objects/object-format.ts';
import type { Author } from '../../../../server/src/workspace/repository.ts';
import type { FileChange } from '../../../../server/src/workspace/tree/tree.ts';

interface Commit {
  parents: string[];
  root: DirectoryNode;
}

export interface NewCommit {
  root: DirectoryNode;
  parents: string[];
  message: string;
  author: Author;
  at: Date;
}

/**
 * A git repository in memory. The trees are the product's own, and the ids of trees and commits are git's. Objects are
 * never lost and need not be sent. What moves, and what two may race for, are the branches.
 */
export class Origin {
  readonly branches = new Map<string, string>();
  readonly #commits = new Map<string, Commit>();

  /** Committing the same draft again gives the same commit. */
  commit(draft: NewCommit): string {
    const tree = new EditedTree({ baseCommit: '', root: draft.root, repository: noRepository }).id();
    const id = objectId('commit', formatCommit({ ...draft, tree }));
    this.#commits.set(id, { parents: draft.parents, root: draft.root });
    return id;
  }

  has(commit: string): boolean {
    return this.#commits.has(commit);
  }

  openTree(commit: string, options: { changes?: FileChange[]; refuse?: (path: string) => string | undefined } = {}) {
    const tree = new EditedTree({
      baseCommit: commit,
      root: this.#read(commit).root,
      repository: noRepository,
      refuse: options.refuse,
    });
    tree.apply(options.changes ?? []);
    return tree;
  }

  /** Returns the text of a file; undefined when there is none. */
  async textAt(commit: string, path: string): Promise<string | undefined> {
    const tree = this.openTree(commit);
    return tree.entry(path) === undefined ? undefined : new TextDecoder().decode(await tree.read(path));
  }

  isAncestor(ancestor: string, descendant: string): boolean {
    return this.#ancestors(descendant).has(ancestor);
  }

  mergeBase(a: string, b: string): string | undefined {
    const theirs = this.#ancestors(b);
    return [...this.#ancestors(a)].find((commit) => theirs.has(commit));
  }

  /** Returns what differs between two commits. */
  changes(from: string, to: string): FileChange[] {
    return listChanges(this.#read(from).root, this.#read(to).root);
  }

  /** Itself first, then nearer ones before more distant ones. */
  #ancestors(commit: string): Set<string> {
    const found = new Set([commit]);
    for (const one of found) for (const parent of this.#read(one).parents) found.add(parent);
    return found;
  }

  #read(id: string): Commit {
    const commit = this.#commits.get(id);
    if (commit === undefined) throw new Error(`there is no commit ${id}`);
    return commit;
  }
}

/** Creates an origin with a page for each job that a lifecycle may have. */
export function newOrigin(paths: readonly string[], at: Date): Origin {
  const origin = new Origin();
  const root = emptyDirectory(Symbol('the first commit'));
  const tree = new EditedTree({ baseCommit: '', root, repository: noRepository });
  for (const path of paths) tree.write(path, new TextEncoder().encode(`# Page\n\n${lastLine}\n`));
  const first = origin.commit({ root: tree.freeze(), parents: [], message: 'First', author: person, at });
  origin.branches.set('main', first);
  return origin;
}

export const person = { name: 'A person', email: 'person@example.org' };

/** Edits are inserted before it, so that a repeated edit is visible. */
export const lastLine = 'The end.';

/** Every content in a tree was written in this world, so it is always available. */
const noRepository = {
  readBlob: (id: string) => Promise.reject(new Error(`there is no blob ${id}`)),
  search: () => Promise.reject(new Error('nobody searches here')),
  places: () => ({ find: () => Promise.reject(new Error('nobody searches here')) }),
  readAhead: () => Promise.resolve(),
};
