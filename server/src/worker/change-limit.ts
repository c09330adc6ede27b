import { CopydeskError, isCopydeskError } from '@copydesk/contract';
import type { ChangeBound } from '../agent/ports.ts';
import { measureChange } from '../mandate/change-extent.ts';
import { deletablePages, excessOf, type ChangeLimits } from '../mandate/change-limits.ts';
import type { ReadSide } from '../mandate/changed-file.ts';
import { pagesIn } from '../mandate/pages.ts';
import type { Database } from '../postgres/database.ts';
import type { Project } from '../projects/project.ts';
import { openOwnChange } from './own-change.ts';
import type { PreparedTurn } from './turn.ts';

export interface ChangeLimit extends ChangeBound {
  /**
   * Asks once more, of the change as it would leave.
   * @throws CopydeskError `too_large_change`
   */
  require(): Promise<void>;
}

/**
 * Bounds what a job changes in its pull request, over all of its turns: what was delivered before counts, so that no row of
 * messages adds up to more than one may do.
 */
export async function openChangeLimit(
  db: Database,
  jobId: string,
  project: ChangeLimits & Pick<Project, 'docsFolder'>,
  turn: PreparedTurn,
): Promise<ChangeLimit> {
  const { tree } = turn;
  const own = await openOwnChange(db, jobId, turn);
  const isPage = pagesIn(project.docsFolder);
  let counted: number | undefined;
  const pages = () => (counted ??= own.before.entries().filter(({ path }) => isPage(path)).length);
  const read: ReadSide = async ({ path }, side) => {
    try {
      return await (side === 'was' ? own.before : tree).read(path);
    } catch (error) {
      if (isCopydeskError(error, 'file_refused')) return new Uint8Array();
      throw error;
    }
  };
  const sizes = new Map<string, number>();
  const deletedIgnored = () => deletablePages(project, pages());
  const extent = async () => await measureChange(own.files(), { read, isPage, deletedIgnored, sizes });
  let last = await extent();
  return {
    async within(work) {
      const mark = tree.mark();
      try {
        const result = await work();
        if (tree.changedSince(mark).length === 0) return result;
        const now = await extent();
        const excess = excessOf(project, { ...now, pages }, last);
        if (excess !== undefined) throw tooLarge(`With this call, the pull request ${excess}. ${forTheModel}`);
        last = now;
        return result;
      } catch (error) {
        tree.rollBack(mark);
        throw error;
      }
    },
    async require() {
      if (tree.changes().length === 0) return;
      const excess = excessOf(project, { ...(await extent()), pages });
      if (excess !== undefined) throw tooLarge(`The pull request ${excess}. ${forPeople}`);
    },
  };
}

const forTheModel =
  'Nothing of the call was done. Change less: where the task needs more, finish what fits and name the rest at the end.';

const forPeople =
  'Nothing was pushed, and what is done is kept. Ask for less in a message, or raise the limit of the project and send one.';

function tooLarge(detail: string): CopydeskError {
  return new CopydeskError('too_large_change', detail);
}
