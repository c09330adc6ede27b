/** Where a project's repository is. */
export interface Source {
  /** Names the clone on disk: letters, digits, `_` and `-`. */
  id: string;
  /** `url`: a git server; `path`: a repository on this machine, bare or with a working copy. */
  kind: 'url' | 'path';
  /** The URL without credentials, or the absolute path. */
  location: string;
  /**
   * Returns the value of the HTTP `Authorization` header, undefined when none is needed. It is called before each
   * transfer, because the value may be short-lived or have been replaced. It never reaches a command line, an address,
   * the disk or a message.
   */
  authorization?: () => Promise<string | undefined>;
  /** Called with a value that the server has refused. Returns whether another is available for one retry. */
  renewAuthorization?: (refused: string) => Promise<boolean>;
}
