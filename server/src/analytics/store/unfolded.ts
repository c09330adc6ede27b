import { due, readJournals } from './fold-lease.ts';
import { foldLeased } from './fold.ts';
import type { Folder } from './fold.ts';
import type { Database } from '../../postgres/database.ts';

/** What a process has written into a journal since it last looked at it. */
interface Note {
  rows: number;
  views: number;
  /** When it is looked at the next time, in milliseconds. */
  lookAt: number;
}

/**
 * So much of one process has it look at the journal: others may have written as much. A view is some 10 bytes of a journal, so
 * both are about a tenth of what makes one due.
 */
const enough = { rows: due.rows / 10, views: due.bytes / 100 };

/**
 * The journals that a process has written to. It looks at these alone, and when they may be due: to look at all of them each second
 * took 48 ms of every second on a cluster, in every process. Those of a process that has died are found by housekeeping.
 */
export class Unfolded {
  private readonly notes = new Map<number, Note>();
  private readonly db: Database;
  private readonly folder: Folder;

  constructor(db: Database, folder: Folder) {
    this.db = db;
    this.folder = folder;
  }

  /** Views were written to a journal. */
  note(projectId: number, views: number, now: number): void {
    const note = this.noteOf(projectId, now + due.seconds * 1_000);
    note.rows += 1;
    note.views += views;
  }

  /**
   * Folds those that are due. One that fails keeps no other waiting, and is tried again the next time.
   * @throws the first failure, after all were tried.
   */
  async fold(now: number): Promise<void> {
    const looked = this.take(now);
    if (looked.length === 0) return;
    const failures: unknown[] = [];
    const fail = (error: unknown, projectIds: readonly number[]): void => {
      failures.push(error);
      for (const projectId of projectIds) this.noteOf(projectId, now).lookAt = now;
    };
    const found = await readJournals(this.db, 'due', looked).catch((error: unknown) => {
      fail(error, looked);
      return [];
    });
    for (const { projectId, isDue, seconds } of found) {
      if (!isDue) this.noteOf(projectId, now + (due.seconds - seconds) * 1_000);
      else {
        const one = { projectId, choice: 'due' } as const;
        await foldLeased(this.db, one, this.folder).catch((error: unknown) => fail(error, [projectId]));
      }
    }
    if (failures.length > 0) throw failures[0];
  }

  /** Takes the notes of those to be looked at now: what is written from now on is noted anew. */
  private take(now: number): number[] {
    const taken = [...this.notes].filter(
      ([, { rows, views, lookAt }]) => now >= lookAt || rows >= enough.rows || views >= enough.views,
    );
    for (const [projectId] of taken) this.notes.delete(projectId);
    return taken.map(([projectId]) => projectId);
  }

  private noteOf(projectId: number, lookAt: number): Note {
    const note = this.notes.get(projectId) ?? { rows: 0, views: 0, lookAt };
    this.notes.set(projectId, note);
    return note;
  }
}
