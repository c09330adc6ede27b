/** A repository that Copydesk keeps, and its mirror. */
export interface MirrorState {
  projectId: string;
  name: string;
  ref: string;
  repository: string;
  /** The name of the machine that has it; null where nobody has looked yet. */
  machine: string | null;
  mirroredAt: Date | null;
  /** Since when the mirror cannot be brought up to date, and why; null while it can. */
  failedAt: Date | null;
  failure: string | null;
}

/** What operators do with the mirrors of repositories that Copydesk keeps. */
export interface MirrorServices {
  /** All of them; `place` is where they are, null where no mirror is set. */
  list(): Promise<{ place: string | null; mirrors: MirrorState[] }>;
  /**
   * Puts the repository of a project in place on this machine, from its mirror.
   * @throws CopydeskError `invalid_request` (no mirror is set, none is kept, one is there), `repository_*`, `storage_full`
   */
  restore(projectId: string): Promise<{ repository: string; from: string }>;
}
