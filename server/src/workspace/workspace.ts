import type { Repository } from './repository.ts';
import type { Source } from './source.ts';

export type {
  Author,
  CommitDraft,
  CommitSummary,
  MergeOrder,
  PushOrder,
  Repository,
  TreeOptions,
} from './repository.ts';
export type { Source } from './source.ts';
export type { FileChange, FileMode, GitTree, Mark, SearchHit, SearchQuery, TreeEntry } from './tree.ts';

/** The branches of a source. */
export interface SourceRefs {
  /** The branch that a clone would check out; undefined when the source names none. */
  defaultRef: string | undefined;
  /** Branch to commit. */
  refs: Map<string, string>;
}

/** Bare clones of sources under one directory, which any number of processes may share. */
export interface Workspace {
  /** Asks a source for its branches without cloning it. */
  probe(source: Source): Promise<SourceRefs>;
  /** Opens a source's clone, and makes it when it is not there; a clone that is there is not fetched. */
  repository(source: Source): Promise<Repository>;
  /** Packs what has piled up in the clones; to be called now and then. */
  maintain(): Promise<void>;
  /** Ends the processes that serve reads. */
  close(): Promise<void>;
}
