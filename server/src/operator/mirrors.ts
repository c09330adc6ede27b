/** A repository that Copydesk keeps, and its mirror. */
export interface MirrorState {
  projectId: string;
  name: string;
  ref: string;
  repository: string;
  /** The name of the machine that has the repository; null when no machine has looked for it yet. */
  machine: string | null;
  mirroredAt: Date | null;
  /** Since when updating the mirror fails, and why; null while updates succeed. */
  failedAt: Date | null;
  failure: string | null;
}

/** What operators do with the mirrors of repositories that Copydesk keeps. */
export interface MirrorServices {
  /** Lists all mirrors. `place` is where they are; null when no mirror is configured. */
  list(): Promise<{ place: string | null; mirrors: MirrorState[] }>;
  /**
   * Restores the repository of a project on this machine from its mirror.
   * @throws CopydeskError `invalid_request` (no mirror is configured, Copydesk does not keep the repository, or it
   *   exists), `repository_*`, `storage_full`
   */
  restore(projectId: string): Promise<{ repository: string; from: string }>;
}
