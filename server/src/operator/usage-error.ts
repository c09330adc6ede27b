/** A command line that is not complete: what it lacks shows only when the command runs. */
export class UsageError extends Error {}
