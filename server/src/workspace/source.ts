/** Where a project's repository is. */
export interface Source {
  /** Names the clone on disk: letters, digits, `_` and `-`. */
  id: string;
  /** `url`: a git server; `path`: a repository on this machine, bare or with a working copy. */
  kind: 'url' | 'path';
  /** The URL without credentials, or the absolute path. */
  location: string;
  /** The value of the HTTP `Authorization` header; it never reaches a command line or the disk. */
  authorization?: string;
}
