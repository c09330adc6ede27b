/** Reports a disturbance to the site's owner once, until it is over. */
export interface Report {
  /** Reports, unless a disturbance of the same kind has lasted since the last report. */
  disturbed(kind: string, message: string, cause?: unknown): void;
  /** Ends the disturbance. The next one is reported again. */
  over(kind: string): void;
}

/** Keeps failures of `onError` away from the site: both what it throws, and a promise that it rejects. */
export function openReport(onError: (error: Error) => unknown): Report {
  const reported = new Set<string>();
  return {
    disturbed(kind, message, cause) {
      if (reported.has(kind)) return;
      reported.add(kind);
      try {
        Promise.resolve(onError(new Error(`Copydesk tracker: ${message}`, { cause }))).catch(() => {});
      } catch {
        // It was reported already, and there is nobody else to report to.
      }
    },
    over(kind) {
      reported.delete(kind);
    },
  };
}
