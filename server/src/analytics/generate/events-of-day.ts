import { createHash } from 'node:crypto';
import type { CollectedEvent } from '../collect/draft.ts';
import { dayMilliseconds } from '../store/calendar.ts';

/** One day of one site: `day` is `YYYY-MM-DD` in UTC. */
export interface GeneratedDay {
  seed: string;
  pages: readonly string[];
  day: string;
}

/**
 * Generates the views of a day: for 36 pages some 100 of people, 40 of AI and 10 of bots, fewer on weekends. The seed
 * gives an order of the pages, and earlier pages get more views. Some of the requested addresses do not exist.
 */
export function* eventsOfDay({ seed, pages, day }: GeneratedDay): Generator<CollectedEvent> {
  const random = numbersOf(`${seed} ${day}`);
  const begin = Date.parse(day);
  let index = 0;
  const event = (path: string, reader: Reader, status: number): CollectedEvent => ({
    id: idOf(`${seed} ${day} ${index++}`),
    path: reader.markdown && status === 200 ? `${path === '/' ? '/index' : path}.md` : path,
    timestamp: begin + Math.floor(random() * dayMilliseconds),
    userAgent: reader.userAgent,
    status,
    ...(reader.referrer && { referrer: reader.referrer }),
    ...(reader.headers && { headers: reader.headers }),
  });
  const ordered = shuffledPages(seed, pages);
  const rush = isWeekend(begin) ? 0.4 : 1;
  for (const [rank, path] of ordered.entries()) {
    for (const { readers, atTop } of crowds) {
      const count = Math.floor((atTop * rush) / (rank + 1) + random());
      for (let view = 0; view < count; view += 1) yield event(path, pick(readers, random), 200);
    }
  }
  for (const path of missedPaths) {
    const count = Math.floor(random() * 4);
    for (let view = 0; view < count; view += 1) yield event(path, pick(missing, random), 404);
  }
}

interface Reader {
  userAgent: string;
  headers?: Record<string, string>;
  referrer?: string;
  /** Whether it requests the Markdown of a page. */
  markdown?: boolean;
}

const navigation = {
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'accept-language': 'en',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-dest': 'document',
};

const browser = (system: string, rest: string, referrer?: string): Reader => ({
  userAgent: `Mozilla/5.0 (${system}) ${rest}`,
  headers: navigation,
  ...(referrer !== undefined && { referrer }),
});

const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36';
const safari = 'AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15';

const people: Reader[] = [
  browser('Windows NT 10.0; Win64; x64', chrome, 'https://www.google.com/'),
  browser('Macintosh; Intel Mac OS X 10_15_7', chrome),
  browser('Macintosh; Intel Mac OS X 10_15_7', safari, 'https://github.com/'),
  browser('X11; Linux x86_64; rv:140.0', 'Gecko/20100101 Firefox/140.0'),
  browser('Windows NT 10.0; Win64; x64', chrome, 'https://chatgpt.com/'),
];

const agent = (name: string, rest: Partial<Reader> = {}): Reader => ({
  userAgent: `Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ${name})`,
  ...rest,
});

const ai: Reader[] = [
  agent('ChatGPT-User/1.0; +https://openai.com/bot'),
  agent('Claude-User/1.0; +Claude-User@anthropic.com', { markdown: true, headers: { accept: 'text/markdown, */*' } }),
  agent('PerplexityBot/1.0; +https://perplexity.ai/perplexitybot'),
  agent('GPTBot/1.2; +https://openai.com/gptbot'),
  agent('ClaudeBot/1.0; +claudebot@anthropic.com'),
];

const bots: Reader[] = [
  { userAgent: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' },
  { userAgent: 'curl/8.14.1' },
];

/** How many views of each kind the top page has on a working day. */
const crowds = [
  { readers: people, atTop: 24 },
  { readers: ai, atTop: 10 },
  { readers: bots, atTop: 2.5 },
];

const missedPaths = ['/quick-start', '/api/keys', '/sdks/ruby', '/upload/multipart', '/pricing'];
const missing = [...people.slice(0, 2), ...ai.slice(0, 2)];

function pick(readers: readonly Reader[], random: () => number): Reader {
  const reader = readers[Math.floor(random() * readers.length)];
  if (reader === undefined) throw new TypeError('there is nobody to pick from');
  return reader;
}

function isWeekend(at: number): boolean {
  return [0, 6].includes(new Date(at).getUTCDay());
}

function shuffledPages(seed: string, pages: readonly string[]): string[] {
  const ranked = pages.map((page) => ({ page, place: digest(`${seed} ${page}`).toString('hex') }));
  return ranked.sort((a, b) => (a.place < b.place ? -1 : 1)).map(({ page }) => page);
}

/**
 * Returns a generator of numbers from 0 to below 1, the same for the same seed: xorshift32.
 * https://www.jstatsoft.org/article/view/v008i14
 */
function numbersOf(seed: string): () => number {
  let state = digest(seed).readUInt32BE(0) || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

/** Returns a UUID of version 8, the custom form of RFC 9562. */
function idOf(text: string): string {
  const bytes = digest(text).subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
