import { surfaces, verifications } from '@copydesk/contract';
import type { AgentsQuery, AgentsResult, Sources, Totals } from '@copydesk/contract';
import type { Database } from '../../../postgres/database.ts';
import { readKinds } from '../counts/kinds.ts';
import type { Kind } from '../counts/kinds.ts';
import { addSource, sourcesField } from '../counts/elsewhere.ts';
import { boundedSpan } from '../time/extent.ts';
import { cover } from '../time/range.ts';
import { visitSiteCounts } from '../counts/site-counts.ts';
import { readAt } from '../snapshot.ts';
import type { Reading, ReadSite, Snapshot } from '../snapshot.ts';
import { compareReaders } from './reader-order.ts';
import { readVisits } from './referrers.ts';
import { Trend } from '../time/trend.ts';
import { visitsBack } from './visits-back.ts';
import type { SiteRow } from '../../store/tables.ts';

type Agent = AgentsResult['agents'][number];

/** Returns the AI agents that read the site, in the order of `compareReaders`. */
export async function readAgents(db: Database, site: ReadSite, query: AgentsQuery): Promise<Reading<AgentsResult>> {
  const { result, range } = await readAt(db, site, query, async (snapshot) => await countAgents(snapshot, query));
  const { totals, tallies, trend, visits, sources } = result;
  const agents = tallies.map((tally) => presentAgent(tally, trend?.of(tally.kind.number))).sort(compareAgents);
  const end = query.offset + query.limit;
  const rows = { agents: agents.slice(query.offset, end), hasMore: end < agents.length };
  const more = {
    ...(visits && { visitsBack: visitsBack(agents, visits) }),
    ...(trend && { trendStarts: trend.starts }),
    ...sourcesField(sources),
  };
  return { result: { totals, ...rows, ...more }, range };
}

/** The counts of one kind of AI view. */
interface Tally {
  kind: Kind;
  views: number;
  /** Indexed like the contract's `verifications` and `surfaces`. */
  verification: number[];
  surfaces: number[];
  /** Seconds since 1970. */
  lastSecond: number;
}

interface Counted {
  totals: Totals;
  tallies: Tally[];
  trend: Trend | undefined;
  /** The people whom AI products have sent, when the query asks for them. */
  visits: Awaited<ReturnType<typeof readVisits>> | undefined;
  sources: Sources;
}

async function countAgents(
  snapshot: Snapshot,
  { interval, surface, visits: withVisits }: AgentsQuery,
): Promise<Counted> {
  const kinds = await readKinds(snapshot);
  const trend = interval && new Trend(await boundedSpan(snapshot), interval);
  const tallies = new Map<number, Tally>();
  const totals = { human: 0, ai: 0, total: 0 };
  const sources: Sources = {};
  const covered = cover(snapshot.span, 'hour', { months: interval === undefined || interval === 'month' });
  await visitSiteCounts(snapshot, covered, { surface }, (hour, count) => {
    const kind = kinds.get(count.kind);
    if (kind === undefined || kind.class === 'bot') return;
    totals[kind.class] += count.views;
    totals.total += count.views;
    const elsewhere = kinds.fromElsewhere(count.kind);
    if (elsewhere !== undefined) addSource(sources, elsewhere, count.views);
    if (kind.class === 'human') return;
    const tally = tallies.get(count.kind) ?? newTally(kind);
    tallies.set(count.kind, tally);
    add(tally, hour, count);
    trend?.add(count.kind, hour, count.views);
  });
  const visits = withVisits === 'true' ? await readVisits(snapshot) : undefined;
  return { totals, tallies: [...tallies.values()].filter(({ views }) => views > 0), trend, visits, sources };
}

function newTally(kind: Kind): Tally {
  return { kind, views: 0, verification: verifications.map(() => 0), surfaces: surfaces.map(() => 0), lastSecond: 0 };
}

function add(tally: Tally, hour: number, { views, verification, surface, lastSecond }: SiteRow): void {
  tally.views += views;
  // 0 stands for views that are not by AI.
  tally.verification[verification - 1] = (tally.verification[verification - 1] ?? 0) + views;
  tally.surfaces[surface] = (tally.surfaces[surface] ?? 0) + views;
  // A correction subtracts views and adds no time at which an agent was seen.
  if (views > 0) tally.lastSecond = Math.max(tally.lastSecond, hour * 3600 + lastSecond);
}

function presentAgent({ kind, views, verification, surfaces: bySurface, lastSecond }: Tally, trend?: number[]): Agent {
  const [verified = 0, claimed = 0, unverifiable = 0, spoofed = 0] = verification;
  const [html = 0, markdown = 0, llms = 0] = bySurface;
  return {
    agent: kind.agent,
    operator: kind.operator,
    purpose: kind.purpose ?? 'other',
    views,
    verification: { verified, claimed, unverifiable, spoofed },
    verifiedShare: verified / views,
    surfaces: { html, markdown, 'llms.txt': llms },
    lastSeen: new Date(lastSecond * 1000).toISOString(),
    ...(kind.source !== null && { source: kind.source }),
    ...(trend && { trend }),
  };
}

function compareAgents(left: Agent, right: Agent): number {
  return compareReaders({ name: left.agent, ...left }, { name: right.agent, ...right });
}
