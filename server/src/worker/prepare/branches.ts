import { CopydeskError } from '@copydesk/contract';
import type { BegunDelivery } from '../../jobs/deliver/delivery.ts';
import type { LeasedJob } from '../../jobs/claim/lease.ts';
import type { Repository } from '../../workspace/workspace.ts';

/** Returns the head of the branch that pull requests go into. @throws CopydeskError `ref_not_found`. */
export async function baseHead(repository: Repository, job: LeasedJob): Promise<string> {
  const head = await repository.head(job.base_ref);
  if (head !== undefined) return head;
  throw new CopydeskError(
    'ref_not_found',
    `The repository has no branch "${job.base_ref}". Push it, or create a project for the right branch.`,
  );
}

/**
 * Returns the branch name for a turn whose job has lost its branch: `copydesk/<job>-<turn>`, with a further number at
 * the end when a turn loses two.
 */
export function furtherBranch(jobId: string, turn: number, deliveries: readonly BegunDelivery[]): string {
  const used = new Set(deliveries.map(({ branch }) => branch));
  const first = `copydesk/${jobId}-${turn}`;
  let name = first;
  for (let number = 2; used.has(name); number += 1) name = `${first}-${number}`;
  return name;
}
