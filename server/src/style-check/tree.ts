/** What a path of a tree is. Symlinks and submodules are left alone. */
interface StyleTreeEntry {
  path: string;
  kind: 'file' | 'symlink' | 'submodule';
  /** Object id of the content: equal ids mean equal bytes. */
  blob: string;
}

/** The files of one moment. */
export interface StyleTree {
  /** Names all of its content. */
  id(): string;
  /** Sorted by path. */
  entries(): StyleTreeEntry[];
  entry(path: string): StyleTreeEntry | undefined;
  /** @throws when there is no such file, or when it is over the tree's own size limit. */
  read(path: string): Promise<Uint8Array>;
}

/** What a style check found. `line` counts from 1. */
export interface StyleFinding {
  /** The name of the check as Vale says it, after `vale/`: `vale/Google.We`. */
  rule: string;
  severity: 'error' | 'warning';
  path: string;
  line: number;
  message: string;
  /** The text that was found. */
  subject?: string;
  /** What is to stand there, where the rule names one thing. */
  suggestion?: string;
}

/** Says why something was not checked; its message is for models and people. */
export class NotChecked extends Error {}

/** It would take as long again. */
export class TookTooLong extends NotChecked {}
