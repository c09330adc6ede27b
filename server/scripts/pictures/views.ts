/** An event in the form of `POST /v1/collect`. */
interface ViewEvent {
  path: string;
  timestamp: string;
  userAgent: string;
  referrer?: string;
  status?: number;
  headers?: Record<string, string>;
}

const days = 60;

/** Pages of the sample docs, the most read first. */
const pages = [
  '/',
  '/get-started/quickstart',
  '/upload/overview',
  '/deliver/transformations',
  '/api/authentication',
  '/get-started/install-cli',
  '/deliver/responsive-images',
  '/sdks/javascript',
  '/api/errors',
  '/webhooks/overview',
  '/deliver/urls',
  '/sdks/react',
  '/upload/resumable',
  '/account/billing',
  '/operate/troubleshooting',
  '/sdks/python',
  '/api/rate-limits',
  '/changelog',
];

const missing = [
  '/docs/upload',
  '/api/v1/upload',
  '/sdks/rust',
  '/get-started/docker',
  '/guides/upload/resumable-uploads-with-signed-addresses',
  '/reference/limits-of-requests',
  '/reference/errors/upload_too_large',
  '/sdks/python/async',
  '/changelog/2025',
  '/blog/announcing-resumable-uploads',
];

const browsers = [
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/146.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:148.0) Gecko/20100101 Firefox/148.0',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Mobile/15E148 Safari/604.1',
];

const agents = [
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ChatGPT-User/1.0; +https://openai.com/bot)',
  'Claude-User (claude-code/2.1.4; +https://support.anthropic.com/)',
  'Mozilla/5.0 (compatible; ClaudeBot/1.0; +claudebot@anthropic.com)',
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; PerplexityBot/1.0; +https://perplexity.ai/perplexitybot)',
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; GPTBot/1.3; +https://openai.com/gptbot',
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; OAI-SearchBot/1.0; +https://openai.com/searchbot)',
];

const bots = [
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)',
  'curl/8.14.1',
];

const referrers = [
  'https://www.google.com/',
  'https://github.com/lumen/lumen',
  'https://chatgpt.com/',
  'https://www.perplexity.ai/',
];

/** Yields views of the last 60 days, one batch a day: fewer on weekends, and more by AI each week. */
export function* sampleViews(now: Date): Generator<ViewEvent[]> {
  const random = seeded(7);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() ** 2 * list.length)] ?? never();
  for (let day = days; day >= 0; day -= 1) {
    const date = new Date(now.getTime() - day * 86_400_000);
    const isWeekend = date.getUTCDay() % 6 === 0;
    const people = Math.round((isWeekend ? 130 : 320) * (0.85 + random() * 0.3));
    const ai = Math.round((90 + (days - day) * 3) * (0.8 + random() * 0.4));
    const at = () => new Date(date.getTime() - random() * 43_200_000).toISOString();
    const view = (userAgent: string, rest: Partial<ViewEvent> = {}): ViewEvent => {
      return { path: pick(pages), timestamp: at(), userAgent, ...rest };
    };
    yield [
      ...times(people, () => view(pick(browsers), random() < 0.5 ? { referrer: pick(referrers) } : {})),
      ...times(ai, () => view(pick(agents))),
      ...times(4, () => view(pick(agents), { path: pick(missing), status: 404 })),
      ...times(25, () => view(pick(bots))),
    ].slice(0, 1_000);
  }
}

function times<T>(count: number, make: () => T): T[] {
  return Array.from({ length: count }, make);
}

/** Returns the same numbers each time (mulberry32), so that pictures differ only by what has changed. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function never(): never {
  throw new Error('A list of samples is empty.');
}
