import { dueLimits, readJournals } from './fold-lease.ts';
import { foldLeased } from './fold.ts';
import type { Folder } from './fold.ts';
import type { Database } from '../../../postgres/database.ts';

/** What a process has written into a journal since it last checked it. */
interface Note {
  rows: number;
  views: number;
  /** When to check it next, in milliseconds. */
  checkAt: number;
}

/**
 * After writing this much a process checks the journal, since others may have written as much. A view takes some 10
 * bytes of a journal, so both are about a tenth of what makes a journal due.
 */
const worthFolding = { rows: dueLimits.rows / 10, views: dueLimits.bytes / 100 };

/**
 * The journals that a process has written to. It checks only these, and only when they may be due: checking all
 * journals each second took 48 ms of every second on a cluster, in every process. Housekeeping finds the journals of a
 * process that died.
 */
export class Unfolded {
  private readonly notes = new Map<number, Note>();
  private readonly db: Database;
  private readonly folder: Folder;

  constructor(db: Database, folder: Folder) {
    this.db = db;
    this.folder = folder;
  }

  /** Records that views were written to a journal. */
  note(projectId: number, views: number, now: number): void {
    const note = this.noteOf(projectId, now + dueLimits.seconds * 1_000);
    note.rows += 1;
    note.views += views;
  }

  /**
   * Folds the journals that are due. A failed one does not stop the others, and is retried the next time.
   * @throws the first failure, after all were tried.
   */
  async fold(now: number): Promise<void> {
    const checked = this.take(now);
    if (checked.length === 0) return;
    const failures: unknown[] = [];
    const fail = (error: unknown, projectIds: readonly number[]): void => {
      failures.push(error);
      for (const projectId of projectIds) this.noteOf(projectId, now).checkAt = now;
    };
    const found = await readJournals(this.db, 'due', checked).catch((error: unknown) => {
      fail(error, checked);
      return [];
    });
    for (const { projectId, isDue, seconds } of found) {
      if (!isDue) this.noteOf(projectId, now + (dueLimits.seconds - seconds) * 1_000);
      else {
        const one = { projectId, choice: 'due' } as const;
        await foldLeased(this.db, one, this.folder).catch((error: unknown) => fail(error, [projectId]));
      }
    }
    if (failures.length > 0) throw failures[0];
  }

  /** Removes and returns the journals to check now: later writes start a new note. */
  private take(now: number): number[] {
    const taken = [...this.notes].filter(
      ([, { rows, views, checkAt }]) => now >= checkAt || rows >= worthFolding.rows || views >= worthFolding.views,
    );
    for (const [projectId] of taken) this.notes.delete(projectId);
    return taken.map(([projectId]) => projectId);
  }

  private noteOf(projectId: number, checkAt: number): Note {
    const note = this.notes.get(projectId) ?? { rows: 0, views: 0, checkAt };
    this.notes.set(projectId, note);
    return note;
  }
}
