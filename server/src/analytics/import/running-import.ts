import type { Database } from '../../postgres/database.ts';
import { beginImport, endImport } from '../store/imports/import-runs.ts';

/**
 * An import in progress. It gets its number with the first lines that may count, so an import that finds nothing new
 * leaves no trace.
 */
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

  /** Returns the number of the import. @throws CopydeskError `database_unavailable`; the call may be retried. */
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

  /** Ends the import. @returns its number, if it has one. */
  async end(): Promise<number | null> {
    if (this.number !== null) await endImport(this.db, { projectId: this.projectId, import: this.number });
    return this.number;
  }
}
