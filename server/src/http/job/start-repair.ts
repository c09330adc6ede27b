import { CopydeskError, mostMissedPaths, repairPrompt } from '@copydesk/contract';
import type { MissedPath, RepairRequest } from '@copydesk/contract';
import type { ReadSite } from '../../analytics/read/snapshot.ts';
import { readNotFound } from '../../analytics/read/page/views.ts';
import type { Actor } from '../../audit/actor.ts';
import { startJob } from '../../desk/job/create-job.ts';
import type { Accepted, NewJob } from '../../jobs/request/create.ts';
import type { HttpServices } from '../services.ts';

type Database = HttpServices['db'];

/** How many of the most requested addresses are examined for those that match the request. */
const mostExamined = 10_000;

const hour = 3_600_000;

/**
 * Returns the addresses that a job must repair, the most requested ones first.
 *
 * @throws CopydeskError `nothing_not_found` when there is none.
 */
export async function missedPaths(db: Database, site: ReadSite, request: RepairRequest): Promise<MissedPath[]> {
  const { from, minViews, minAgents, days } = request;
  // Whole hours are rolled up, so that no single views are counted.
  const dateFrom = new Date(Math.floor(site.now.getTime() / hour) * hour - days * 24 * hour);
  const details = minAgents > 0 ? ({ details: 'true' } as const) : {};
  const { result } = await readNotFound(db, site, { dateFrom, offset: 0, limit: mostExamined, ...details });
  const countOf = { ai: ({ ai }: MissedPath) => ai, people: ({ human }: MissedPath) => human, both: sumOf }[from];
  const missed = result.paths
    .filter((one) => countOf(one) >= minViews && (minAgents === 0 || (one.agents ?? []).length >= minAgents))
    .sort((a, b) => countOf(b) - countOf(a))
    .slice(0, mostMissedPaths)
    .map(({ path, human, ai }) => ({ path, human, ai }));
  if (missed.length > 0) return missed;
  const agents = minAgents > 0 ? ` and by ${minAgents} agents or more` : '';
  const detail = `In the last ${days} days, no missing address was requested ${minViews} times or more${agents}.`;
  throw new CopydeskError('nothing_not_found', detail);
}

function sumOf({ human, ai }: MissedPath): number {
  return human + ai;
}

/**
 * Starts a job that repairs addresses that were not found.
 *
 * @throws CopydeskError `nothing_not_found`, and those of {@link startJob}.
 */
export async function startRepair(
  db: Database,
  actor: Actor,
  draft: Omit<NewJob, 'author' | 'auditEntry' | 'prompt' | 'missed'>,
  { site, request }: { site: ReadSite; request: RepairRequest },
): Promise<Accepted> {
  const missed = await missedPaths(db, site, request);
  return await startJob(db, actor, { ...draft, prompt: repairPrompt(request, missed.length), missed });
}
