import { CopydeskError } from '@copydesk/contract';
import { BoundedMap } from '../../analytics/bounded-map.ts';
import type { HttpServices } from '../services.ts';
import { networkOf } from '../session/address.ts';
import type { SetHeaders } from './sending.ts';

/** Limits how much an address may send. */
export interface RateLimit {
  /**
   * Counts requests or events of an address, and sends the limit with a refusal. Each owner has its own count.
   * @throws CopydeskError `quota_exceeded`.
   */
  take(address: string, count: number, setHeaders: SetHeaders, owner?: string): void;
}

interface Bucket {
  /** How much may be sent now; negative after a batch that was larger than what was left. */
  tokens: number;
  /** When the tokens were last counted. */
  at: number;
}

/** How many addresses are kept, at some 100 bytes each. One that was dropped starts with a full bucket. */
const rememberedAddresses = 100_000;

/**
 * Keeps one token bucket per address. A bucket holds the amount of one minute and refills continuously. What is left
 * needs to suffice only for the first view of a batch; the next batch has to wait until the debt is paid off.
 */
export function openRateLimit(
  perMinute: number,
  { now }: Pick<HttpServices, 'now'>,
  named: { policy: string; what: string } = views,
): RateLimit {
  const buckets = new BoundedMap<string, Bucket>(rememberedAddresses);
  const perMillisecond = perMinute / 60_000;

  const bucketOf = (address: string, owner: string): Bucket => {
    const key = `${owner} ${networkOf(address)}`;
    const at = now().getTime();
    const bucket = buckets.get(key) ?? { tokens: perMinute, at };
    bucket.tokens = Math.min(perMinute, bucket.tokens + Math.max(0, at - bucket.at) * perMillisecond);
    bucket.at = at;
    buckets.set(key, bucket);
    return bucket;
  };
  const secondsUntilOne = ({ tokens }: Bucket): number =>
    perMinute === 0 ? 60 : Math.max(1, Math.ceil((1 - tokens) / perMillisecond / 1_000));

  return {
    take(address, count, setHeaders, owner = '') {
      const bucket = bucketOf(address, owner);
      if (bucket.tokens >= 1) {
        bucket.tokens -= count;
        return;
      }
      const seconds = secondsUntilOne(bucket);
      const { policy, what } = named;
      setHeaders({ 'ratelimit-policy': `"${policy}";q=${perMinute};w=60`, ratelimit: `"${policy}";r=0;t=${seconds}` });
      throw limitExceeded(perMinute, seconds, what);
    },
  };
}

const views = { policy: 'collect', what: 'views' };

function limitExceeded(perMinute: number, retryAfterSeconds: number, what: string): CopydeskError {
  return new CopydeskError(
    'quota_exceeded',
    `An address may send ${perMinute.toLocaleString('en')} ${what} a minute without a key. ` +
      (what === views.what ? 'Wait, or send them from your server with a key.' : 'Wait, and send them again.'),
    { retryAfterSeconds },
  );
}
