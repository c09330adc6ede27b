import type { MandateSettings } from '../../mandate/mandate.ts';
import type { FileChange } from '../../workspace/workspace.ts';
import { openJobMandate } from './job-mandate.ts';
import { mergedBy } from './merged.ts';
import type { WorkerServices } from '../services.ts';
import type { PreparedTurn } from '../turn.ts';

/**
 * Returns a turn whose change was moved to another commit, as `changes` relative to that commit, with its mandate
 * there.
 */
export async function moveToNewBase(
  services: Pick<WorkerServices, 'docs'>,
  { turn, to, changes }: { turn: PreparedTurn; to: string; changes: FileChange[] },
  settings: MandateSettings,
): Promise<PreparedTurn> {
  const mergeHead = turn.mergeHead === null ? null : turn.baseCommit;
  const mandate = await openJobMandate(services.docs, turn.repository, to, settings);
  const tree = await turn.repository.openTree(to, { changes, ...mandate });
  const moved = { ...turn, baseCommit: to, mergeHead, tree, mandate };
  return { ...moved, merged: mergedBy(moved) };
}
