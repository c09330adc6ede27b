import { CopydeskError } from '@copydesk/contract/errors';
import {
  directoryId,
  entryKind,
  fileMode,
  find,
  isDirectory,
  listChanges,
  listEntries,
  listInTurns,
  replaceNode,
  splitPath,
  type DirectoryNode,
  type FileNode,
} from './directory.ts';
import { newNameFault } from './new-names.ts';
import { objectId } from '../objects/object-format.ts';
import type { BlobContent, SearchedFiles } from '../search/searched-files.ts';
import { checkPath, pathFault, refusedPath } from './paths.ts';
import type { Examination, Refusal } from '../repository.ts';
import type {
  FileChange,
  FileMode,
  GitTree,
  Mark,
  PlaceFinder,
  Replacement,
  SearchQuery,
  SearchResult,
  TreeEntry,
} from './tree.ts';

/** The largest file that is read or written: far above any page, and far below what would do harm. */
export const maximumFileBytes = 5 * 1024 * 1024;

/** What a tree needs from its repository. */
export interface TreeRepository {
  /** Returns a blob's content, or its size when that exceeds {@link maximumFileBytes}. */
  readBlob(id: string): Promise<BlobContent>;
  search(files: SearchedFiles, query: SearchQuery): Promise<SearchResult>;
  places(replacement: Replacement): PlaceFinder;
  /** Reads ahead what a search will need, the files of a folder first. Never rejects. */
  readAhead(files: SearchedFiles, signal: AbortSignal, folder: string): Promise<void>;
}

export interface EditedTreeOptions {
  baseCommit: string;
  root: DirectoryNode;
  repository: TreeRepository;
  refuse?: Refusal;
  examine?: Examination;
}

/** A {@link GitTree} whose roots are persistent: a savepoint keeps one, and unchanged folders are never copied. */
export class EditedTree implements GitTree {
  readonly baseCommit: string;
  readonly #base: DirectoryNode;
  readonly #repository: TreeRepository;
  readonly #refuse: Refusal;
  readonly #examine: Examination | undefined;
  #root: DirectoryNode;
  #owner = Symbol('the tree since its last savepoint');
  #roots = new WeakMap<Mark, DirectoryNode>();

  constructor({ baseCommit, root, repository, refuse, examine }: EditedTreeOptions) {
    this.baseCommit = baseCommit;
    this.#base = root;
    this.#root = root;
    this.#repository = repository;
    this.#refuse = refuse ?? (() => undefined);
    this.#examine = examine;
  }

  id(): string {
    return directoryId(this.#root);
  }

  entries(): readonly TreeEntry[] {
    return listEntries(this.#root);
  }

  entry(path: string): TreeEntry | undefined {
    const node = this.#find(path);
    return node && !isDirectory(node) ? { path, kind: entryKind(node), blob: node.id } : undefined;
  }

  async read(path: string): Promise<Uint8Array> {
    const node = this.#file(path);
    const content = node.content ?? (await this.#repository.readBlob(node.id));
    if ('tooLarge' in content) throw tooLarge(path, content.tooLarge);
    return content;
  }

  async examine(path: string, content: Uint8Array): Promise<void> {
    await this.#examine?.(path, content);
  }

  write(path: string, content: Uint8Array, mode?: FileMode): void {
    checkPath(path);
    this.#checkAllowed(path, content);
    const fault = newNameFault(this.#root, path, splitPath(path));
    if (fault !== undefined) throw refusedPath(path, fault);
    this.#put(path, content, mode);
  }

  remove(path: string): void {
    this.#file(path);
    this.#checkAllowed(path);
    this.#replace(path, undefined);
  }

  async search(query: SearchQuery): Promise<SearchResult> {
    return await this.#repository.search(await this.#searched(), query);
  }

  places(replacement: Replacement): PlaceFinder {
    return this.#repository.places(replacement);
  }

  async readAhead(signal: AbortSignal, folder = ''): Promise<void> {
    await this.#repository.readAhead(await this.#searched(), signal, folder);
  }

  /** Returns the files as they are now. */
  async #searched(): Promise<SearchedFiles> {
    const root = this.freeze();
    await listInTurns(root);
    const edited = new Map(listChanges(this.#base, root).map(({ path, content }) => [path, content ?? undefined]));
    return { entries: listEntries(root), unsaved: ({ path }) => edited.get(path) };
  }

  changes(): FileChange[] {
    return listChanges(this.#base, this.#root);
  }

  mark(): Mark {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the brand has no value; the object is the key
    const mark = {} as Mark;
    this.#roots.set(mark, this.freeze());
    return mark;
  }

  changedSince(mark: Mark): FileChange[] {
    return listChanges(this.#rootAt(mark), this.#root);
  }

  rollBack(mark: Mark): void {
    this.#root = this.#rootAt(mark);
    this.freeze();
  }

  /** Applies edits that were allowed when they were made. */
  apply(changes: FileChange[]): void {
    for (const { path, content, mode } of changes) {
      checkPath(path);
      if (content) this.#put(path, content, mode);
      else if (this.entry(path)?.kind === 'file') this.#replace(path, undefined);
    }
  }

  /** Returns the present tree, which later edits do not change. */
  freeze(): DirectoryNode {
    this.#owner = Symbol('the tree since its last savepoint');
    return this.#root;
  }

  #rootAt(mark: Mark): DirectoryNode {
    const root = this.#roots.get(mark);
    if (!root) throw new Error('the savepoint belongs to another tree');
    return root;
  }

  #find(path: string): FileNode | DirectoryNode | undefined {
    if (pathFault(path) !== undefined) return undefined;
    const names = splitPath(path);
    const { node, depth } = find(this.#root, names);
    return depth === names.length ? node : undefined;
  }

  #file(path: string): FileNode {
    checkPath(path);
    const node = this.#find(path);
    if (node === undefined) throw refusedPath(path, 'there is no such file');
    if (isDirectory(node)) throw refusedPath(path, 'it is a folder');
    if (entryKind(node) !== 'file') throw refusedPath(path, `it is a ${entryKind(node)}, which is left alone`);
    return node;
  }

  #checkAllowed(path: string, content?: Uint8Array): void {
    const fault = this.#refuse(path, content);
    if (fault !== undefined) throw refusedPath(path, fault.replace(/\.$/, ''));
  }

  #put(path: string, content: Uint8Array, mode: FileMode | undefined): void {
    if (content.length > maximumFileBytes) throw tooLarge(path, content.length);
    const node = this.#replaced(path);
    const kept = node ? fileMode(node) : '100644';
    const id = objectId('blob', content);
    if (node && node.id === id && fileMode(node) === (mode ?? fileMode(node))) return;
    this.#replace(path, { mode: mode ?? kept, id, content, stored: false });
  }

  /**
   * Returns the file that a write to the path would replace.
   * @throws CopydeskError `path_refused` if no file can be there.
   */
  #replaced(path: string): FileNode | undefined {
    const names = splitPath(path);
    const { node, depth } = find(this.#root, names);
    if (isDirectory(node)) throw refusedPath(path, 'it is a folder');
    if (node && depth < names.length) {
      throw refusedPath(path, `${path.split('/').slice(0, depth).join('/')} is a ${entryKind(node)}, not a folder`);
    }
    if (node && entryKind(node) !== 'file') throw refusedPath(path, `it is a ${entryKind(node)}, which is left alone`);
    return node;
  }

  #replace(path: string, node: FileNode | undefined): void {
    this.#root = replaceNode(this.#root, splitPath(path), node, this.#owner);
  }
}

function tooLarge(path: string, bytes: number): CopydeskError {
  const size = `${(bytes / 1024 / 1024).toFixed(1)} MB`;
  return new CopydeskError('file_refused', `${path} has ${size}; files of up to 5 MB are read and written.`);
}
