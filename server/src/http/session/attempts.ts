import { CopydeskError } from '@copydesk/contract';
import { networkOf } from './address.ts';

/**
 * Limits of attempts from one address; for one account from all addresses; and for one account from a network that has
 * signed in to it before.
 */
const limits = {
  address: { most: 10, windowMilliseconds: 60_000 },
  account: { most: 20, windowMilliseconds: 600_000 },
  knownNetwork: { most: 20, windowMilliseconds: 600_000 },
};

/** Beyond this number the oldest are dropped: the record of guesses must not be a way to fill the memory. */
const mostRemembered = 10_000;

/** As long as an e-mail address may be. No account has a longer name. */
const longestAccount = 320;

/** An attempt to sign in: from which address, and as which account, whether that exists or not. */
interface Attempt {
  address: string;
  account?: string;
}

/**
 * Counts failed attempts to sign in, per address and per account. A network that has signed in to an account before has
 * its own count for it: otherwise everybody who knows an e-mail address could lock its owner out, with twenty wrong
 * guesses every ten minutes. Networks are kept until the server stops, and the least recent are dropped first. From any
 * other network a sign-in link still works.
 */
export interface Attempts {
  /**
   * Counts an attempt before it is made, so that a hundred concurrent ones count as a hundred.
   *
   * @returns a function to call when it has succeeded: then it does not count.
   * @throws CopydeskError `quota_exceeded` when too many have failed.
   */
  begin(attempt: Attempt, now: Date): () => void;
  /** Whether the network has signed in to the account before. */
  comesAgain(attempt: Required<Attempt>): boolean;
}

export function countAttempts(): Attempts {
  const addresses = failuresWithin(limits.address);
  const accounts = failuresWithin(limits.account);
  const knownNetworks = failuresWithin(limits.knownNetwork);
  const known = new Set<string>();
  const remember = (pair: string): void => {
    known.delete(pair);
    known.add(pair);
    const [oldest] = known;
    if (known.size > mostRemembered && oldest !== undefined) known.delete(oldest);
  };
  return {
    comesAgain: ({ address, account }) => known.has(`${networkOf(address)} ${nameOf(account)}`),
    begin({ address, account }, now) {
      const network = networkOf(address);
      const name = account === undefined ? undefined : nameOf(account);
      const pair = `${network} ${name}`;
      const counted = [addresses.entry(network, now)];
      if (name !== undefined)
        counted.push(known.has(pair) ? knownNetworks.entry(pair, now) : accounts.entry(name, now));
      const seconds = Math.max(...counted.map(({ waitSeconds }) => waitSeconds));
      if (seconds > 0) throw tooMany(seconds);
      for (const entry of counted) entry.count(1);
      return () => {
        for (const entry of counted) entry.count(-1);
        if (name !== undefined) remember(pair);
      };
    },
  };
}

function nameOf(account: string): string {
  return account.slice(0, longestAccount).normalize('NFC').toLowerCase();
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
        /** How long no attempt is allowed; 0 when one is allowed. */
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

/** The text is the same whatever was counted, so that it does not reveal whether the account exists. */
function tooMany(seconds: number): CopydeskError {
  const wait = seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
  return new CopydeskError(
    'quota_exceeded',
    `Too many attempts to sign in. Try again in ${wait}, or ask an owner for a sign-in link.`,
    { retryAfterSeconds: seconds },
  );
}
