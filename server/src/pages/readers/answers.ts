import { readAgents } from '../../analytics/read/readers/agents.ts';
import { readBots } from '../../analytics/read/readers/bots.ts';
import { readHealth } from '../../analytics/read/health.ts';
import { readReferrers } from '../../analytics/read/readers/referrers.ts';
import { readAtOneMoment } from '../../analytics/read/snapshot.ts';
import { readUnknownReaders } from '../../analytics/read/readers/unknown-readers.ts';
import { readNotFound, readViews } from '../../analytics/read/page/views.ts';
import type { HttpServices } from '../../http/services.ts';
import { listPageJobs } from '../../jobs/read/page-jobs.ts';
import type { Html, HtmlValue } from '../view/html.ts';
import { agentMain, agentsMain } from './view/agents-view.ts';
import type { Audience, TablePart } from './audience.ts';
import { boundsOf, gatherOverview, gatherPage, gatherTrend, rowsPerPage } from './gather.ts';
import { leftOutMain } from './view/left-out-view.ts';
import { notFoundMain } from './view/not-found-view.ts';
import { overviewMain } from './overview.ts';
import { pageMain } from './view/page-view.ts';
import type { ReadersQuery } from './query.ts';
import { rangeOf, trendIntervalOf } from './range.ts';
import { referrersMain } from './view/referrers-view.ts';
import { unknownMain } from './view/unknown-view.ts';

/** The content of one of the readers' pages. */
export interface Answer {
  title: string;
  main: Html;
}

/** What the first of the pages shows beside the figures. */
export interface Beside {
  actions?: HtmlValue;
  foot?: HtmlValue;
  empty: HtmlValue;
}

type Db = HttpServices['db'];

/** Reads the data of a part with the same functions as the API, and renders it. */
export async function answerPart(
  db: Db,
  part: TablePart,
  { audience, query, beside }: { audience: Audience; query: ReadersQuery; beside: () => Promise<Beside> },
): Promise<Answer> {
  const bounds = boundsOf(rangeOf(query, audience.now));
  const rows = { limit: rowsPerPage, offset: (query.page - 1) * rowsPerPage };
  const { site } = audience;
  switch (part) {
    case '': {
      const [overview, rest] = [await gatherOverview(db, audience, query), await beside()];
      return { title: 'Readers', main: overviewMain({ audience, query, overview, ...rest }) };
    }
    case '/page':
      return await answerPage(db, audience, query);
    case '/agents':
      if (query.agent !== undefined) return await answerAgent(db, audience, query, query.agent);
      return { title: 'AI agents', main: agentsMain({ audience, query, agents: await agentsOf(db, audience, query) }) };
    case '/unknown': {
      const { result: unknown } = await readUnknownReaders(db, site, { ...bounds, ...rows });
      return { title: 'Readers that look unusual', main: unknownMain({ audience, query, unknown }) };
    }
    case '/not-found': {
      const { path, purpose, agent, surface } = query;
      const asked = { ...bounds, ...rows, path, purpose, agent, surface, details: 'true' as const };
      const { result: notFound } = await readNotFound(db, site, asked);
      return { title: 'Not found', main: notFoundMain({ audience, query, notFound }) };
    }
    case '/referrers': {
      const { result } = await readReferrers(db, site, { ...bounds, ...rows });
      return { title: 'Referrers', main: referrersMain({ audience, query, result }) };
    }
    case '/left-out':
      return await readAtOneMoment(db, site, async (at) => {
        const { result: bots } = await readBots(db, at, { ...bounds, ...rows });
        const { result: health, range: healthRange } = await readHealth(db, at, { ...bounds, limit: 1, offset: 0 });
        return { title: 'Left out', main: leftOutMain({ audience, query, bots, health, healthRange }) };
      });
  }
}

async function answerPage(db: Db, audience: Audience, query: ReadersQuery): Promise<Answer> {
  const path = query.path ?? '/';
  const gathered = await gatherPage(db, audience, query, path);
  const { id: projectId, docsFolder, pagesAt } = audience.project;
  const jobs =
    audience.jobs === undefined
      ? undefined
      : (await listPageJobs(db, { projectId, docsFolder, pagesAt, path }, 10)).jobs;
  return {
    title: titleOf(path),
    main: pageMain({ audience, query: { ...query, path }, gathered, jobs }),
  };
}

async function agentsOf(db: Db, { site, now }: Audience, query: ReadersQuery) {
  const range = rangeOf(query, now);
  const rows = { limit: rowsPerPage, offset: (query.page - 1) * rowsPerPage };
  const asked = {
    ...boundsOf(range),
    ...rows,
    interval: trendIntervalOf(range),
    visits: 'true' as const,
    surface: query.surface,
  };
  return (await readAgents(db, site, asked)).result;
}

async function answerAgent(db: Db, audience: Audience, query: ReadersQuery, agent: string): Promise<Answer> {
  return await readAtOneMoment(db, audience.site, async (site) => {
    const at = { ...audience, site };
    const { surface } = query;
    const trend = await gatherTrend(db, at, query, { agent, surface });
    const bounds = boundsOf(trend.range);
    const rows = { limit: rowsPerPage, offset: (query.page - 1) * rowsPerPage };
    const { result: views } = await readViews(db, site, { ...bounds, ...rows, agent, surface });
    const { result } = await readAgents(db, site, { ...bounds, limit: Number.MAX_SAFE_INTEGER, offset: 0, surface });
    const all = result.agents.filter((one) => one.agent.toLowerCase() === agent.toLowerCase());
    return { title: titleOf(agent), main: agentMain({ audience, query, agent, trend, rows: all, views }) };
  });
}

/** Returns the text for a window title, which has no markup to mark invisible characters. */
function titleOf(text: string): string {
  return text
    .slice(0, 80)
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, '\uFFFD');
}
