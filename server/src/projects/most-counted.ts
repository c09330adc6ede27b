/** How far jobs and pull requests of a project are counted: who has more knows that there are many. */
export const mostCounted = {
  /** For how a project stands, which a list asks for of each. */
  state: 1_000,
  /** For what goes with a project that is deleted. */
  contents: 10_000,
} as const;
