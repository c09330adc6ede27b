import { CopydeskError, isCopydeskError } from '@copydesk/contract';
import type { ChangeBound } from '../../agent/ports.ts';
import { measureChange } from '../../mandate/change-extent.ts';
import { deletablePages, excessOf, type ChangeLimits } from '../../mandate/change-limits.ts';
import type { ChangeExtent, ReadSide } from '../../mandate/changed-file.ts';
import { pagesIn } from '../../mandate/pages.ts';
import type { Database } from '../../postgres/database.ts';
import type { Project } from '../../projects/project.ts';
import type { GitTree } from '../../workspace/workspace.ts';
import { openOwnChange, type OwnChange } from './own-change.ts';
import type { PreparedTurn } from '../turn.ts';

type BoundedProject = ChangeLimits & Pick<Project, 'docsFolder'>;

export interface ChangeLimit extends ChangeBound {
  /**
   * Checks once more, with the change as it would be delivered.
   * @throws CopydeskError `too_large_change`
   */
  require(): Promise<void>;
}

/**
 * Limits what a job changes in its pull request over all of its turns. Earlier deliveries count, so that a series of
 * messages cannot exceed what one message may do.
 */
export async function openChangeLimit(
  db: Database,
  jobId: string,
  project: BoundedProject,
  turn: PreparedTurn,
): Promise<ChangeLimit> {
  const { tree } = turn;
  const own = await openOwnChange(db, jobId, turn);
  const measure = openMeasure(project, tree, own);
  let last = (await measure()).extent;
  const follow = async (touched: readonly string[]) => {
    own.refresh(touched);
    const { extent, excess } = await measure(last);
    if (excess !== undefined) throw tooLarge(`With this call, the pull request ${excess}. ${forTheModel}`);
    last = extent;
  };
  return {
    async within(work) {
      const mark = tree.mark();
      let touched: string[] = [];
      try {
        const result = await work();
        touched = tree.changedSince(mark).map(({ path }) => path);
        if (touched.length > 0) await follow(touched);
        return result;
      } catch (error) {
        tree.rollBack(mark);
        own.refresh(touched);
        throw error;
      }
    },
    async require() {
      if (tree.changes().length === 0) return;
      own.refresh();
      const { excess } = await measure();
      if (excess !== undefined) throw tooLarge(`The pull request ${excess}. ${forPeople}`);
    },
  };
}

/** Measures the present change, and reports which limit it exceeds: see {@link excessOf}. */
function openMeasure(project: BoundedProject, tree: GitTree, { before, files }: OwnChange) {
  const isPage = pagesIn(project.docsFolder);
  let counted: number | undefined;
  const pages = () => (counted ??= before.entries().filter(({ path }) => isPage(path)).length);
  const read: ReadSide = async ({ path }, side) => {
    try {
      return await (side === 'was' ? before : tree).read(path);
    } catch (error) {
      if (isCopydeskError(error, 'file_refused')) return new Uint8Array();
      throw error;
    }
  };
  const options = {
    read,
    isPage,
    deletedIgnored: () => deletablePages(project, pages()),
    sizes: new Map<string, number>(),
  };
  return async (than?: ChangeExtent) => {
    const extent = await measureChange(files(), options);
    return { extent, excess: excessOf(project, { ...extent, pages }, than) };
  };
}

const forTheModel =
  'Nothing of the call was done. Change less: where the task needs more, finish what fits and name the rest at the end.';

const forPeople =
  'Nothing was pushed, and what is done is kept. Ask for less in a message, or raise the limit of the project and send one.';

function tooLarge(detail: string): CopydeskError {
  return new CopydeskError('too_large_change', detail);
}
