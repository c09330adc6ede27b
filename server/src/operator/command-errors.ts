/** A command line that is not complete: what it lacks shows only when the command runs. */
export class UsageError extends Error {}

/** A job was started, and what came of it could not be seen; the cause says why. */
export class UnseenJob extends Error {}
