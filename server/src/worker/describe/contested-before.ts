import type { ModelMessage } from 'ai';
import { Contests } from '../../agent/review/contests.ts';
import type { AgentDocs } from '../../agent/ports.ts';
import { listDeliveries } from '../../jobs/deliver/delivery.ts';
import type { DeliveryWork } from '../deliver/delivery-work.ts';

/**
 * Counts how many of the problems that earlier deliveries to the branch contested still exist in the docs.
 *
 * @param docs the docs as the turn leaves them.
 * @returns undefined when no delivery contested any.
 */
export async function stillContested(
  work: DeliveryWork,
  { docs, history }: { docs: Pick<AgentDocs, 'check'>; history: readonly ModelMessage[] },
): Promise<number | undefined> {
  if (!(await hasContested(work))) return undefined;
  const contests = Contests.fromHistory(history);
  const contested = contests.reported().filter((problem) => contests.reasonFor(problem) !== undefined);
  const { tree } = work.turn;
  const paths = [...new Set(contested.map(({ path }) => path))].filter((path) => tree.entry(path) !== undefined);
  if (paths.length === 0) return 0;
  const { problems } = await docs.check(paths);
  return problems.filter((problem) => contests.reasonFor(problem) !== undefined).length;
}

/** Whether any delivery to the turn's branch had contested problems, including this one's intent. */
export async function hasContested({ services, job, turn }: DeliveryWork): Promise<boolean> {
  const deliveries = await listDeliveries(services.db, job.id);
  return deliveries.some(({ branch, draft }) => branch === turn.branch && draft);
}
