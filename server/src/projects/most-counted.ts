/** How far to count jobs and pull requests of a project: beyond that it is enough to know that there are many. */
export const mostCounted = {
  /** For the state of a project, which a list needs for each of its projects. */
  state: 1_000,
  /** For what would be deleted with a project. */
  contents: 10_000,
} as const;
