import type { DropReason } from '@copydesk/contract';
import type { Random } from '../../analytics/support/random.ts';
import { knownPages } from './pages.ts';
import { labelledReaders } from './readers.ts';
import type { LabelledReader } from './readers.ts';

/** A view that must be counted, as the test knows it. */
export interface KnownView {
  at: number;
  path: string;
  found: boolean;
  reader: LabelledReader;
}

/** An event, and its expected outcome. */
export interface KnownEvent {
  /** The event as sent. */
  event: { id?: string } & Record<string, unknown>;
  /** The view, or why no view is counted. */
  outcome: KnownView | DropReason;
}

const day = 86_400_000;

/** Returns a random event: mostly views, at any time, in any of a page's forms, by a known reader. */
export function randomEvent(random: Random, now: number): KnownEvent {
  const reader = random.pick(labelledReaders);
  const page = knownPages[Math.floor(random.fraction() ** 2 * knownPages.length)] ?? random.pick(knownPages);
  const markdown = reader.class === 'ai' && random.chance(0.3);
  const asked = random.pick(markdown ? page.askedAsMarkdown : page.asked);
  const at = randomTime(random, now);
  const status = random.pick([null, null, 200, 200, 200, 203, 204, 206, 304, 404, 404, 410]);
  const known: KnownEvent = {
    event: {
      id: randomId(random),
      ...(random.chance(0.5) ? { url: `https://docs.example.com${asked}` } : { path: asked }),
      timestamp: random.chance(0.5) ? at : timeText(random, at),
      status,
      userAgent: reader.userAgent,
      headers: reader.headers,
      referrer: random.pick([null, null, 'https://www.google.com/', 'https://chatgpt.com/c/1', 'about:blank', 'x']),
      ip: random.pick([null, null, '203.0.113.7', '2001:db8::7']),
    },
    outcome: { at, path: page.path, found: status !== 404 && status !== 410, reader },
  };
  const { event, outcome } = random.chance(0.08) ? spoil(random, known, now) : known;
  return { event: random.chance(0.5) ? withoutNulls(event) : event, outcome };
}

/** Unknown fields may be left out as well. */
function withoutNulls(event: KnownEvent['event']): KnownEvent['event'] {
  return Object.fromEntries(Object.entries(event).filter(([, value]) => value !== null));
}

/**
 * Returns a time in the last month, in the months whose single views are kept, long before, or at an edge of what is
 * counted.
 */
function randomTime(random: Random, now: number): number {
  const dice = random.fraction();
  if (dice < 0.45) return now - random.between(0, 31 * day);
  if (dice < 0.75) return now - random.between(0, 700 * day);
  if (dice < 0.95) return now - random.between(0, 3_000 * day);
  // Midnights, firsts of months, the boundaries between hours, and the first moment that counts.
  const midnight = Math.floor((now - random.between(1, 800 * day)) / day) * day;
  const first = new Date(midnight).setUTCDate(1);
  return random.pick([midnight, midnight - 1, first, first - 1, midnight + 3_600_000, Date.UTC(2000, 0, 1)]);
}

function timeText(random: Random, at: number): string {
  const zone = random.pick([-11.5, -5, 0, 1, 5.75, 13]);
  if (zone === 0) return new Date(at).toISOString();
  const [hours, minutes] = [Math.trunc(Math.abs(zone)), (Math.abs(zone) % 1) * 60];
  const offset = `${zone < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`;
  return new Date(at + zone * 3_600_000).toISOString().replace('Z', offset);
}

/** Changes an event so that it must not be counted. */
function spoil(random: Random, { event }: KnownEvent, now: number): KnownEvent {
  const { url: _url, path: _path, ...rest } = event;
  const at = (timestamp: number, reason: DropReason): KnownEvent => ({
    event: { ...event, timestamp },
    outcome: reason,
  });
  const asked = (path: string, reason: DropReason): KnownEvent => ({ event: { ...rest, path }, outcome: reason });
  return random.pick<() => KnownEvent>([
    () => at(now + random.between(2 * day, 3_000 * day), 'future'),
    () => at(Date.UTC(2000, 0, 1) - random.between(1, 9_000 * day), 'ancient'),
    () => ({
      event: { ...rest, path: random.pick(files), headers: random.pick([null, { accept: '*/*' }]) },
      outcome: 'not_a_page',
    }),
    () => asked(random.pick(['docs', 'docs/setup', 'about:blank']), 'invalid_url'),
    () => ({
      event: { ...rest, url: random.pick(['ftp://example.com/x', 'nonsense', 'file:///x']) },
      outcome: 'invalid_url',
    }),
    () => asked(random.pick(['/a\u0007b', '/a\u202eb', '/a\u0000b', '/\ud800']), 'invalid_characters'),
    () => asked(`/${'y'.repeat(random.between(2_000, 10_000))}`, 'path_too_long'),
    () => ({
      event: { ...event, status: random.pick([100, 301, 302, 401, 403, 429, 500, 503]) },
      outcome: 'not_served',
    }),
    () => prefetched(random, event),
  ])();
}

const files = ['/style.css', '/a/app.mjs', '/logo.PNG', '/feed.xml', '/robots.txt', '/openapi.yaml'];

function prefetched(random: Random, event: KnownEvent['event']): KnownEvent {
  const header = random.pick([
    { 'sec-purpose': 'prefetch' },
    { purpose: 'prefetch' },
    { 'sec-purpose': 'prefetch;prerender' },
  ]);
  return { event: { ...event, status: 200, headers: { accept: 'text/html', ...header } }, outcome: 'prefetch' };
}

/** Returns a UUID, sometimes in upper case. */
function randomId(random: Random): string {
  const digits = Array.from({ length: 8 }, () => random.between(0, 0xffff).toString(16).padStart(4, '0'));
  const [a, b, c, d, e, f, g, h] = digits;
  const id = `${a}${b}-${c}-${d}-${e}-${f}${g}${h}`;
  return random.chance(0.1) ? id.toUpperCase() : id;
}
