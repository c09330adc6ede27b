import type { Readable } from 'node:stream';
import type { CopydeskError } from '@copydesk/contract';
import type { Database } from '../../postgres/database.ts';
import type { CollectServices } from '../collect/collect.ts';
import type { CollectedProject } from '../collect/draft.ts';
import type { FormatName, OwnFields } from './formats/format.ts';
import type { UnreadableLine } from './intake.ts';
import type { RunningImport } from './running-import.ts';
import type { ImportCounts } from './tally.ts';

/** What an import needs of the house. */
export interface ImportServices extends CollectServices {
  db: Database;
  /** Standard input, asked for when it is to be imported. */
  openInput: () => Readable;
  /** The pages of the project's docs that end like files, in their one form; undefined where they are not known. */
  docsPages?: ReadonlySet<string> | undefined;
  /** The import that is under way; none in a dry run. */
  run?: RunningImport;
}

/** What is to be imported, and how. */
export interface ImportRequest {
  project: CollectedProject;
  /** Paths; `-` is standard input. */
  files: readonly string[];
  format: FormatName | 'auto';
  /** What the fields of JSON lines are called, where the names are not known. */
  fields?: OwnFields;
  /** The host of the pages, for logs that do not tell it. */
  host?: string;
  /** Whether to go on with what is appended, until the signal. */
  follow: boolean;
  /** Whether to tell only what would be counted. */
  dryRun: boolean;
  /** Ends the import: what was read until then is counted. */
  signal: AbortSignal;
  report: ImportReport;
}

/** Told while the import is under way. */
export interface ImportReport {
  /** Some of a file was read. Often. */
  progress(progress: FileProgress): void;
  /** A file is done with. */
  file(file: ImportedFile): void;
  /** Something that a person wants to know. */
  note(text: string): void;
}

export interface FileProgress {
  file: string;
  /** Bytes on the disk; the total is undefined where nobody knows it. */
  read: number;
  total: number | undefined;
  /** Lines that this import has read of the file. */
  lines: number;
  accepted: number;
}

/** What became of a file. */
export interface ImportedFile extends ImportCounts {
  file: string;
  /** Undefined when there was nothing to tell it by. */
  format: FormatName | undefined;
  /** The lines that were imported earlier, and stepped over. */
  linesBefore: number;
  /** The first lines that could not be read. */
  unreadable: UnreadableLine[];
  /** Whether the file's last line is left for the next time, since it has no end yet. */
  unfinished: boolean;
  /** Why it was not imported, or not to its end. */
  error: CopydeskError | undefined;
}

/** What became of all files. */
export interface ImportSummary extends ImportCounts {
  files: ImportedFile[];
  /** The number of the import; null when there was nothing to count. */
  import: number | null;
  /** Whether a signal ended it. */
  stopped: boolean;
}
