import type { Database } from '../../postgres/database.ts';
import { beginImport, endImport } from '../store/import-runs.ts';

/** An import under way. It gets its number with the first lines that may count: one that finds nothing new leaves none. */
export class RunningImport {
  private readonly db: Database;
  private readonly projectId: number;
  private readonly files: readonly string[];
  private beginning: Promise<number> | undefined;
  private number: number | null = null;

  constructor(db: Database, projectId: number, files: readonly string[]) {
    this.db = db;
    this.projectId = projectId;
    this.files = files;
  }

  /** The number of the import. @throws CopydeskError `database_unavailable`; it may be asked for again. */
  async begun(): Promise<number> {
    this.beginning ??= beginImport(this.db, this.projectId, this.files);
    try {
      this.number = await this.beginning;
      return this.number;
    } catch (error) {
      this.beginning = undefined;
      throw error;
    }
  }

  /** Ends the import. @returns its number, if it has got one. */
  async end(): Promise<number | null> {
    if (this.number !== null) await endImport(this.db, { projectId: this.projectId, import: this.number });
    return this.number;
  }
}
