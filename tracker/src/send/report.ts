/** Tells the site's owner of a disturbance once, until it is over. */
export interface Report {
  /** Tells, unless the same kind of disturbance goes on since it was last told. */
  disturbed(kind: string, message: string, cause?: unknown): void;
  /** The disturbance is over; the next one is told anew. */
  over(kind: string): void;
}

/** Nothing that `onError` does reaches the site: neither what it throws, nor a promise that it rejects. */
export function openReport(onError: (error: Error) => unknown): Report {
  const told = new Set<string>();
  return {
    disturbed(kind, message, cause) {
      if (told.has(kind)) return;
      told.add(kind);
      try {
        Promise.resolve(onError(new Error(`Copydesk tracker: ${message}`, { cause }))).catch(() => {});
      } catch {
        // It was told; there is nobody else to tell.
      }
    },
    over(kind) {
      told.delete(kind);
    },
  };
}
