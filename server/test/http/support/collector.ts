import { sql } from 'kysely';
import { setProject } from '../../../src/projects/project.ts';
import { startApi } from './api.ts';
import type { Reply, TestApi } from './api.ts';

/** The origin of the site whose views are collected. */
export const siteOrigin = 'https://docs.example.com';

/** A real server with a project whose site may send views from browsers. */
export interface Collector extends AsyncDisposable {
  api: TestApi;
  path: string;
  sendWithKey(body: object): Promise<Reply>;
  sendFromBrowser(body: object | string, options?: BrowserOptions): Promise<Reply>;
  /** The stored views, oldest first: `/path class`, or `/path class missing` for pages that were not found. */
  views(): Promise<string[]>;
  /** Deletes what was collected so far. */
  clear(): Promise<void>;
  /** Returns the counts of the project's health, once all of it is written. */
  health(): Promise<Record<string, number>>;
}

interface BrowserOptions {
  /** Null for none. */
  origin?: string | null;
  type?: string;
  userAgent?: string;
  headers?: Record<string, string>;
}

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

export async function startCollector(services: Parameters<typeof startApi>[0] = {}): Promise<Collector> {
  const api = await startApi(services);
  const { db, project } = api;
  await setProject(db, project.id, { origins: [siteOrigin] });
  const key = await api.newKey({ scopes: ['ingest'] });
  const path = `/v1/collect/${project.id}`;
  return {
    api,
    path,
    sendWithKey: async (body) => await api.send('POST', path, { key, body }),
    async sendFromBrowser(body, { origin = siteOrigin, type = 'text/plain', userAgent = firefox, headers } = {}) {
      return await api.send('POST', path, {
        key: null,
        body: typeof body === 'string' ? body : JSON.stringify(body),
        headers: {
          'content-type': type,
          'user-agent': userAgent,
          'sec-fetch-mode': 'cors',
          'accept-language': 'en',
          ...(origin !== null && { origin }),
          ...headers,
        },
      });
    },
    async views() {
      const { rows } = await sql<{ text: string }>`
        select concat(path, ' ', class, case when not found then ' missing' end) as text
        from view
        join view_page page on page.project_id = view.project_id and page.number = view.page
        join view_reader reader on reader.project_id = view.project_id and reader.number = view.reader
        join view_kind kind on kind.project_id = view.project_id and kind.number = reader.kind
        where view.project_id = ${project.number}
        order by view.at, view.ctid
      `.execute(db);
      return rows.map(({ text }) => text);
    },
    async clear() {
      await sql`truncate view, view_health, view_event_id`.execute(db);
    },
    async health() {
      const rows = await db
        .selectFrom('view_health')
        .select(['name', sql<number>`sum(count)::int8`.as('count')])
        .where('project_id', '=', project.number)
        .groupBy('name')
        .execute();
      return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
    },
    [Symbol.asyncDispose]: async () => await api[Symbol.asyncDispose](),
  };
}
