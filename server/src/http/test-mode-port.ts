/** Makes ready what test keys work on. */
export interface TestMode {
  /**
   * The test project that is meant by an id, with its repository and its page views: that of the id itself, or the one that stands
   * for the live project of the id, made when it is first asked for. Undefined when there is neither.
   *
   * @param organisationId that of the test key.
   */
  enter(organisationId: string, projectId: string): Promise<string | undefined>;
  /** Test projects for the live ones, so that a list shows them. */
  makeAll(organisationId: string): Promise<void>;
}
