/** Provides the test projects that test keys work on. */
export interface TestMode {
  /**
   * Returns the test project for an id, with its repository and its page views: the test project with this id, or the
   * one that stands for the live project with this id, which is created at its first use. Returns undefined when there
   * is neither.
   *
   * @param organisationId that of the test key.
   */
  enter(organisationId: string, projectId: string): Promise<string | undefined>;
  /** Creates test projects for the live ones, so that a list shows them. */
  makeAll(organisationId: string): Promise<void>;
}
