import type { CountedView } from '../../../src/analytics/store/arrival.ts';
import type { Random } from './random.ts';
import { readerOf, readers, viewOf } from './views.ts';

const chatgpt = {
  class: 'ai',
  agent: 'ChatGPT-User',
  operator: 'OpenAI',
  purpose: 'assistant',
  rule: 'chatgpt-user',
} as const;

const everyone = [
  ...Array.from({ length: 4 }, () => readers.person),
  readers.claude,
  readers.cursor,
  readers.google,
  readerOf({ ...chatgpt, verification: 'verified' }, 'ChatGPT-User of a known address'),
  readerOf({ ...chatgpt, verification: 'spoofed' }, 'ChatGPT-User of another address'),
  readerOf({ ...chatgpt, agent: 'OAI-SearchBot', purpose: 'search', verification: 'claimed', rule: 'oai-searchbot' }),
];

/**
 * Paths whose order by UTF-8 bytes differs from the order by UTF-16 units, and families of paths with a common prefix.
 */
export const paths = [
  '/',
  '/docs',
  '/docs/api',
  '/docs/api/keys',
  '/docs/Api',
  '/docs%20a',
  '/docs_a',
  '/café',
  '/ｆｕｌｌ',
  '/😀',
  '/日本',
  ...Array.from({ length: 40 }, (_, number) => `/guides/${number}`),
];

const hosts = [null, null, null, 'chatgpt.com', 'www.perplexity.ai', 'news.example', 'blog.example'];

const hour = 3_600_000;

/**
 * Returns views from the first moment to just before the second, most of them on a few days, and many at the first and
 * last millisecond of hours, days and months.
 */
export function randomViews(random: Random, count: number, span: { from: number; to: number }): CountedView[] {
  const crowded = Array.from({ length: 6 }, () => random.between(span.from, span.to - 1));
  return Array.from({ length: count }, () => {
    const at = random.chance(0.6)
      ? random.pick(crowded) + random.between(-12 * hour, 12 * hour)
      : random.between(span.from, span.to - 1);
    return viewOf({
      at: Math.min(Math.max(random.chance(0.2) ? toEdge(random, at) : at, span.from), span.to - 1),
      path: random.pick(paths.slice(0, random.between(1, paths.length))),
      found: !random.chance(0.15),
      surface: random.between(0, 2),
      reader: random.pick(everyone),
      referrer: random.pick(hosts),
    });
  });
}

/** Returns the first millisecond of the hour, the day or the month, or the last one before it. */
function toEdge(random: Random, at: number): number {
  const date = new Date(at);
  if (random.chance(0.7)) date.setUTCMinutes(0, 0, 0);
  else if (random.chance(0.5)) date.setUTCHours(0, 0, 0, 0);
  else date.setTime(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1));
  return date.getTime() - random.between(0, 1);
}
