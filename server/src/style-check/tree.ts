/** An entry of a tree. Symlinks and submodules are not followed. */
interface StyleTreeEntry {
  path: string;
  kind: 'file' | 'symlink' | 'submodule';
  /** Object id of the content: equal ids mean equal bytes. */
  blob: string;
}

/** The files of one state. */
export interface StyleTree {
  /** Returns an id that identifies all of its content. */
  id(): string;
  /** Sorted by path. */
  entries(): readonly StyleTreeEntry[];
  entry(path: string): StyleTreeEntry | undefined;
  /**
   * Reads a file.
   * @throws if there is no such file, or if it exceeds the tree's own size limit.
   */
  read(path: string): Promise<Uint8Array>;
}

/** A finding of a style check. `line` counts from 1. */
export interface StyleFinding {
  /** Vale's name of the check after `vale/`: `vale/Google.We`. */
  rule: string;
  severity: 'error' | 'warning';
  path: string;
  line: number;
  message: string;
  /** The text that was found. */
  subject?: string;
  /** The replacement, if the rule names exactly one. */
  suggestion?: string;
}

/** The reason why something was not checked; its message is for models and people. */
export class NotChecked extends Error {}

/** A check that exceeded its time, and would take as long again. */
export class CheckTimeout extends NotChecked {}
