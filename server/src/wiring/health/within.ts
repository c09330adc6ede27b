import { setTimeout } from 'node:timers/promises';

/** A part of the health report: what was found, or why nothing was. */
export interface Part<T> {
  found: T | null;
  fault: string | null;
}

/**
 * Returns what a query finds within its own time limit. When it fails or takes too long, the result says so, and
 * nothing else waits.
 */
export async function within<T>(milliseconds: number, ask: () => Promise<T>): Promise<Part<T>> {
  const late = new AbortController();
  const seconds = milliseconds / 1000;
  const tooLate = setTimeout(milliseconds, `It could not be determined within ${seconds} seconds.`, {
    signal: late.signal,
  }).then(
    (fault): Part<T> => ({ found: null, fault }),
    (): Part<T> => ({ found: null, fault: null }),
  );
  const answer = ask().then(
    (found): Part<T> => ({ found, fault: null }),
    (error: unknown): Part<T> => ({ found: null, fault: reasonOf(error) }),
  );
  try {
    return await Promise.race([answer, tooLate]);
  } finally {
    late.abort();
  }
}

/** Leaves out addresses and passwords that an error may contain. */
function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
  return `It could not be determined${code}. The log may say more.`;
}
