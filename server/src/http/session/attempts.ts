import { CopydeskError } from '@copydesk/contract';

const windowMilliseconds = 60_000;
const mostFailures = 10;
/** Addresses beyond this many push out the oldest: the memory of guesses must not be a way to fill the memory. */
const mostAddresses = 10_000;

/** Counts failed attempts to sign in, per address. */
export interface Attempts {
  /** @throws CopydeskError `quota_exceeded` when the address has failed too often within a minute. */
  require(address: string, now: Date): void;
  failed(address: string, now: Date): void;
}

export function countAttempts(): Attempts {
  const failures = new Map<string, { count: number; until: number }>();
  return {
    require(address, now) {
      const seen = failures.get(address);
      if (seen === undefined || seen.until <= now.getTime() || seen.count < mostFailures) return;
      const seconds = Math.ceil((seen.until - now.getTime()) / 1000);
      throw new CopydeskError(
        'quota_exceeded',
        `Too many attempts to sign in from your address. Try again in ${seconds} seconds.`,
        { retryAfterSeconds: seconds },
      );
    },
    failed(address, now) {
      const seen = failures.get(address);
      const fresh = seen === undefined || seen.until <= now.getTime();
      failures.delete(address);
      failures.set(
        address,
        fresh ? { count: 1, until: now.getTime() + windowMilliseconds } : { ...seen, count: seen.count + 1 },
      );
      const [oldest] = failures.keys();
      if (failures.size > mostAddresses && oldest !== undefined) failures.delete(oldest);
    },
  };
}
