import { CopydeskError } from '@copydesk/contract';
import { BoundedMap } from '../../analytics/bounded-map.ts';
import type { HttpServices } from '../services.ts';
import type { TellHeaders } from './sending.ts';

/** How many views an address may send. */
export interface RateLimit {
  /**
   * Counts views of an address, and tells one that is refused the limit.
   * @throws CopydeskError `quota_exceeded`.
   */
  take(address: string, views: number, tell: TellHeaders): void;
}

interface Bucket {
  /** Views that may be sent now; negative after a batch that was larger than what was left. */
  tokens: number;
  /** When they were counted. */
  at: number;
}

/** Addresses that are remembered: some 100 bytes each. Who is forgotten begins with a full bucket. */
const rememberedAddresses = 100_000;

/**
 * A bucket an address that holds the views of a minute and fills again all the time. What remains need not suffice
 * for a whole batch, only for its first view; the next has to wait until all of it is made up for.
 */
export function openRateLimit(perMinute: number, { now }: Pick<HttpServices, 'now'>): RateLimit {
  const buckets = new BoundedMap<string, Bucket>(rememberedAddresses);
  const perMillisecond = perMinute / 60_000;

  const bucketOf = (address: string): Bucket => {
    const key = networkOf(address);
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
    take(address, views, tell) {
      const bucket = bucketOf(address);
      if (bucket.tokens >= 1) {
        bucket.tokens -= views;
        return;
      }
      const seconds = secondsUntilOne(bucket);
      tell({ 'ratelimit-policy': `"collect";q=${perMinute};w=60`, ratelimit: `"collect";r=0;t=${seconds}` });
      throw exceeded(perMinute, seconds);
    },
  };
}

function exceeded(perMinute: number, retryAfterSeconds: number): CopydeskError {
  return new CopydeskError(
    'quota_exceeded',
    `An address may send ${perMinute.toLocaleString('en')} views a minute without a key. Wait, or send them from your ` +
      'server with a key.',
    { retryAfterSeconds },
  );
}

/** One household: an IPv4 address, or the first half of an IPv6 address, whose other half its owner makes up at will. */
function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.toLowerCase().split('%', 1)[0]?.split('::') ?? [];
  const first = head === '' ? [] : head.split(':');
  const last = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - first.length - last.length);
  return [...first, ...Array.from({ length: zeros }, () => '0'), ...last].slice(0, 4).map(shortGroup).join(':');
}

function shortGroup(group: string): string {
  return group.replace(/^0+(?=.)/, '');
}
