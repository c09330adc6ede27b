import { dayMilliseconds } from '../../../server/src/analytics/store/calendar.ts';
import { randomNumbers } from '../support/random.ts';
import { postHead } from '../views/connection.ts';
import { generateBatches, pagePath } from '../views/events.ts';
import type { EventPlan } from '../views/events.ts';
import { timeOrderedId } from '../views/ids.ts';
import { people } from '../views/readers.ts';
import { origin } from '../views/server.ts';
import { zipf } from '../views/zipf.ts';

export const backfillDays = 60;
export const eventsPerBatch = 100;

/** Returns single views at the present time, as browsers send them, of pages by Zipf's law. */
export function singleViews(path: string, paths: number): (url: string) => string {
  const random = randomNumbers(7);
  const page = zipf(paths, random);
  const readers = people(200);
  return (url) => {
    const { userAgent, headers } = readers[Math.floor(random() * readers.length)] ?? { userAgent: '', headers: {} };
    const head = postHead(url, path, {
      ...headers,
      'user-agent': userAgent,
      origin,
      'sec-fetch-dest': 'empty',
      'sec-fetch-mode': 'cors',
      'sec-fetch-site': 'cross-site',
      accept: '*/*',
      'content-type': 'text/plain;charset=UTF-8',
    });
    const id = timeOrderedId(Date.now(), random);
    const body = `{"id":"${id}","url":"${origin}${pagePath(page())}","referrer":""}`;
    return `${head}${body.length}\r\n\r\n${body}`;
  };
}

/** Returns batches of views of the last days, not ordered by time. */
export function backfill(
  path: string,
  token: string,
  plan: Pick<EventPlan, 'seed' | 'pagesPerProject'>,
): (url: string) => string {
  const to = Date.now() - dayMilliseconds;
  const batches = generateBatches(
    {
      ...plan,
      projects: 1,
      events: 1e9,
      from: to - backfillDays * dayMilliseconds,
      to,
      order: 'chance',
      pages: 'zipf',
    },
    eventsPerBatch,
  );
  return (url) => {
    const body = batches.next().value?.body ?? '[]';
    const head = postHead(url, path, { authorization: `Bearer ${token}`, 'content-type': 'application/json' });
    return `${head}${Buffer.byteLength(body)}\r\n\r\n${body}`;
  };
}
