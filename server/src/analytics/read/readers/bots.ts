import type { BotsResult, RangeQuery } from '@copydesk/contract';
import type { Database } from '../../../postgres/database.ts';
import { compareReaders } from './reader-order.ts';
import { readKinds } from '../counts/kinds.ts';
import { cover } from '../time/range.ts';
import { visitSiteCounts } from '../counts/site-counts.ts';
import { readAt } from '../snapshot.ts';
import type { Reading, ReadSite, Snapshot } from '../snapshot.ts';

type Bot = BotsResult['bots'][number];

/** Returns the bots, which are in no total, in the order of `compareReaders`. */
export async function readBots(db: Database, site: ReadSite, query: RangeQuery): Promise<Reading<BotsResult>> {
  const { result: bots, range } = await readAt(db, site, query, countBots);
  const end = query.offset + query.limit;
  const views = bots.reduce((sum, bot) => sum + bot.views, 0);
  return { result: { totals: { views }, bots: bots.slice(query.offset, end), hasMore: end < bots.length }, range };
}

async function countBots(snapshot: Snapshot): Promise<Bot[]> {
  const kinds = await readKinds(snapshot);
  const tallies = new Map<string, { bot: string; operator: string; views: number; lastSecond: number }>();
  await visitSiteCounts(snapshot, cover(snapshot.span, 'hour'), {}, (hour, { kind: number, views, lastSecond }) => {
    const kind = kinds.get(number);
    if (kind?.class !== 'bot') return;
    const { agent: bot, operator } = kind;
    const name = JSON.stringify([bot, operator]);
    const tally = tallies.get(name) ?? { bot, operator, views: 0, lastSecond: 0 };
    tallies.set(name, tally);
    tally.views += views;
    if (views > 0) tally.lastSecond = Math.max(tally.lastSecond, hour * 3600 + lastSecond);
  });
  return [...tallies.values()]
    .filter(({ views }) => views > 0)
    .map(({ lastSecond, ...bot }) => Object.assign(bot, { lastSeen: new Date(lastSecond * 1000).toISOString() }))
    .sort((left, right) => compareReaders({ name: left.bot, ...left }, { name: right.bot, ...right }));
}
