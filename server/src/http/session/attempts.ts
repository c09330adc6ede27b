import { CopydeskError } from '@copydesk/contract';
import { networkOf } from './address.ts';

/** From one address, and for one account from wherever they come. */
const limits = {
  address: { most: 10, windowMilliseconds: 60_000 },
  account: { most: 20, windowMilliseconds: 600_000 },
};

/** Those beyond this many push out the oldest: the memory of guesses must not be a way to fill the memory. */
const mostRemembered = 10_000;

/** Who tries: from where, and as whom, whether there is such an account or not. */
interface Attempt {
  address: string;
  account?: string;
}

/** Counts failed attempts to sign in, per address and per account. */
export interface Attempts {
  /**
   * Counts an attempt before it is made, so that a hundred at once are a hundred.
   *
   * @returns to be called when it has succeeded: then it does not count.
   * @throws CopydeskError `quota_exceeded` when too many have failed.
   */
  begin(attempt: Attempt, now: Date): () => void;
}

export function countAttempts(): Attempts {
  const addresses = failuresWithin(limits.address);
  const accounts = failuresWithin(limits.account);
  return {
    begin({ address, account }, now) {
      const counted = [addresses.entry(networkOf(address), now)];
      if (account !== undefined) counted.push(accounts.entry(account.normalize('NFC').toLowerCase(), now));
      const seconds = Math.max(...counted.map(({ waitSeconds }) => waitSeconds));
      if (seconds > 0) throw tooMany(seconds);
      for (const entry of counted) entry.count(1);
      return () => {
        for (const entry of counted) entry.count(-1);
      };
    },
  };
}

interface Failures {
  count: number;
  until: number;
}

function failuresWithin({ most, windowMilliseconds }: { most: number; windowMilliseconds: number }) {
  const failures = new Map<string, Failures>();
  const current = (key: string, now: Date): Failures => {
    const seen = failures.get(key);
    return seen !== undefined && seen.until > now.getTime()
      ? seen
      : { count: 0, until: now.getTime() + windowMilliseconds };
  };
  return {
    entry(key: string, now: Date) {
      const { count, until } = current(key, now);
      return {
        /** How long nobody may try; 0 when one may. */
        waitSeconds: count < most ? 0 : Math.ceil((until - now.getTime()) / 1000),
        count(change: number): void {
          const before = current(key, now);
          failures.delete(key);
          failures.set(key, { ...before, count: Math.max(0, before.count + change) });
          const [oldest] = failures.keys();
          if (failures.size > mostRemembered && oldest !== undefined) failures.delete(oldest);
        },
      };
    },
  };
}

/** The same words whatever was counted: they do not tell whether there is such an account. */
function tooMany(seconds: number): CopydeskError {
  const wait = seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
  return new CopydeskError(
    'quota_exceeded',
    `Too many attempts to sign in. Try again in ${wait}, or ask an owner for a sign-in link.`,
    { retryAfterSeconds: seconds },
  );
}
