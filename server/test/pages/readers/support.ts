import { expect } from 'vitest';
import { ViewsResult } from '@copydesk/contract';
import { readerOf, readers, viewOf } from '../../analytics/support/views.ts';
import type { TestSite } from '../../http/support/site.ts';
import { countViews, viewsOf } from '../../http/support/views.ts';

const day = 86_400_000;

export const hostilePaths = [
  '/x\u202egnp.exe',
  '/<script>alert(1)</script>',
  '/"onmouseover="alert(1)',
  '/\u200binvisible',
  `/${'long'.repeat(499)}`,
];

/** Writes views for some weeks before now, at all hours of the day, of pages with names of every kind. */
export async function countWeeks({ api, docs }: TestSite, now: Date): Promise<void> {
  const paths = ['/', '/guides/start', '/guides/start-again', '/reference/api', ...hostilePaths];
  const views = paths.flatMap((path, place) =>
    Array.from({ length: 40 }, (_, number) => {
      const at = now.getTime() - ((number * 7 + place) % 60) * day - ((number * 37 + place * 11) % 24) * 3_580_000;
      const counts = { person: 1 + (number % 3), claude: place % 2, cursor: number % 2, google: 1 };
      const referrer = [null, 'chatgpt.com', 'news.example.com'][number % 3];
      const seen = viewsOf(path, counts, { at, referrer });
      const missing = viewsOf(`/gone${place}`, { claude: 1 }, { at, found: false, referrer });
      return number % 4 === 0 ? [...seen, ...missing] : seen;
    }).flat(),
  );
  await countViews(api, [...views, ...oddViews(now)], docs.number);
}

const hostileAgents = [
  'acme-probe/2.1',
  'acme\u202e/1.0 <script>alert(1)</script>',
  `probe/1 ${'long'.repeat(120)}`,
  'Mozilla/5.0 (compatible; "onmouseover="alert(1))',
];

/** Returns views of unidentified programs, with user agents of every kind. */
function oddViews(now: Date) {
  const verdict = { ...readers.google.verdict, agent: null, operator: null, rule: 'isbot' };
  return hostileAgents.flatMap((userAgent, place) =>
    Array.from({ length: place + 1 }, () =>
      viewOf({ reader: readerOf(verdict, userAgent), at: now.getTime() - 3_600_000 }),
    ),
  );
}

/** Fetches a page as a browser gets it, with a key in place of its session. */
export async function fetchPage({ origin, api }: TestSite, path: string, key: string | null = api.adminKey) {
  const headers = { accept: 'text/html', ...(key !== null && { authorization: `Bearer ${key}` }) };
  const reply = await fetch(origin + path, { headers, redirect: 'manual' });
  return { status: reply.status, headers: reply.headers, text: await reply.text() };
}

/** Returns the totals that a page shows: for people, AI and both. */
export function shownTotals(page: string): number[] {
  const totals = /<dl class="totals">([\s\S]*?)<\/dl>/.exec(page)?.[1] ?? '';
  return [...totals.matchAll(/<b>([\d,]+)<\/b>/g)].map(([, text = '']) => Number(text.replaceAll(',', '')));
}

/** Returns the rows of numbers in the table of pages. */
export function shownRows(page: string, heading: string): number[][] {
  const table = page.slice(page.indexOf(`<h2 id="${heading}">`));
  const body = /<tbody>([\s\S]*?)<\/tbody>/.exec(table)?.[1] ?? '';
  return body
    .split('<tr>')
    .slice(1)
    .map((row) =>
      [...row.matchAll(/<td class="figure">([\d,]+)</g)].map(([, text = '']) => Number(text.replaceAll(',', ''))),
    );
}

/** Returns the API's response to the URL that the page offers as CSV. */
export async function behindCsvLink({ api }: TestSite, page: string, endpoint: string): Promise<ViewsResult> {
  const none = { totals: { human: 0, ai: 0, total: 0 }, views: [], hasMore: false };
  // A page without rows offers no file.
  if (!page.includes('id="pages"')) return none;
  const link = new RegExp(`href="(/v1/analytics/[^"]*/${endpoint}\\?[^"]*)"`).exec(page)?.[1];
  expect(link).toBeDefined();
  const address = (link ?? '').replaceAll('&amp;', '&').replace('format=csv', 'format=json');
  return ViewsResult.parse((await api.send('GET', address)).json);
}
