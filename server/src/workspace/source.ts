/** Where a project's repository is. */
export interface Source {
  /** Names the clone on disk: letters, digits, `_` and `-`. */
  id: string;
  /** `url`: a git server; `path`: a repository on this machine, bare or with a working copy. */
  kind: 'url' | 'path';
  /** The URL without credentials, or the absolute path. */
  location: string;
  /**
   * The value of the HTTP `Authorization` header, undefined where none is needed: asked before each transfer, since it
   * may be short-lived or have been replaced. It never reaches a command line, an address, the disk or a message.
   */
  authorization?: () => Promise<string | undefined>;
  /** Is told of one that the server has refused; answers whether another can be had, with which it is tried once more. */
  renewAuthorization?: (refused: string) => Promise<boolean>;
}
