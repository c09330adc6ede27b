import type { AgentsResult, Interval, Purpose, Surface, TimeseriesResult, Verification } from '@copydesk/contract';
import { surfaces } from '@copydesk/contract';
import type { CountedView } from '../../../src/analytics/store/arrival.ts';
import { totalsOf } from './recount.ts';

/** Returns the agents of the AI views: by views, most first, then by name. */
export function recountAgents(views: readonly CountedView[]): AgentsResult['agents'] {
  const ai = views.filter(({ reader }) => reader.verdict.class === 'ai');
  return [...Map.groupBy(ai, ({ reader }) => reader.verdict.agent ?? '')]
    .map(([agent, ofAgent]) => {
      const verification: Record<Verification, number> = { verified: 0, claimed: 0, unverifiable: 0, spoofed: 0 };
      const bySurface: Record<Surface, number> = { html: 0, markdown: 0, 'llms.txt': 0 };
      for (const { reader, surface } of ofAgent) {
        verification[reader.verdict.verification ?? 'claimed'] += 1;
        bySurface[surfaces[surface] ?? 'html'] += 1;
      }
      const last = Math.max(...ofAgent.map(({ at }) => at));
      return {
        agent,
        operator: ofAgent[0]?.reader.verdict.operator ?? '',
        purpose: (ofAgent[0]?.reader.verdict.purpose ?? 'other') satisfies Purpose,
        views: ofAgent.length,
        verification,
        verifiedShare: verification.verified / ofAgent.length,
        surfaces: bySurface,
        lastSeen: new Date(last - (last % 1000)).toISOString(),
      };
    })
    .sort((left, right) => right.views - left.views || (left.agent < right.agent ? -1 : 1));
}

/** Returns every interval that the range touches; without bounds, from the first to the last of all views. */
export function recountSeries(
  views: readonly CountedView[],
  interval: Interval,
  range: { from: number; to: number },
  all: readonly CountedView[],
): TimeseriesResult['series'] {
  const moments = all.map(({ at }) => at);
  const from = Number.isFinite(range.from) ? range.from : Math.min(...moments);
  const to = Number.isFinite(range.to) ? range.to : Math.max(...moments) + 1;
  const groups = Map.groupBy(views, ({ at }) => startOf(at, interval));
  const series: TimeseriesResult['series'] = [];
  if (from >= to) return series;
  for (let start = startOf(from, interval); start < to; start = after(start, interval)) {
    const within = groups.get(start) ?? [];
    const bots = within.filter(({ reader }) => reader.verdict.class === 'bot').length;
    series.push({ start: new Date(start).toISOString(), ...totalsOf(within), bots });
  }
  return series;
}

function startOf(at: number, interval: Interval): number {
  const date = new Date(at);
  if (interval === 'hour') return date.setUTCMinutes(0, 0, 0);
  date.setUTCHours(0, 0, 0, 0);
  // getUTCDay returns 0 for Sunday.
  if (interval === 'week') date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
  if (interval === 'month') date.setUTCDate(1);
  return date.getTime();
}

function after(start: number, interval: Interval): number {
  const date = new Date(start);
  if (interval === 'hour') return date.setUTCHours(date.getUTCHours() + 1);
  if (interval === 'day') return date.setUTCDate(date.getUTCDate() + 1);
  if (interval === 'week') return date.setUTCDate(date.getUTCDate() + 7);
  return date.setUTCMonth(date.getUTCMonth() + 1);
}
