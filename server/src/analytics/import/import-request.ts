import type { Readable } from 'node:stream';
import type { CopydeskError } from '@copydesk/contract';
import type { Database } from '../../postgres/database.ts';
import type { CollectServices } from '../collect/collect.ts';
import type { CollectedProject } from '../collect/draft.ts';
import type { FormatName, OwnFields } from './formats/format.ts';
import type { UnreadableLine } from './intake.ts';
import type { RunningImport } from './running-import.ts';
import type { ImportCounts } from './tally.ts';

/** What an import needs from the app. */
export interface ImportServices extends CollectServices {
  db: Database;
  /** Opens standard input, when it is to be imported. */
  openInput: () => Readable;
  /** The normalised paths of the project's docs pages that end like files; undefined when they are not known. */
  docsPages?: ReadonlySet<string> | undefined;
  /** The import in progress; none in a dry run. */
  run?: RunningImport;
}

/** What is to be imported, and how. */
export interface ImportRequest {
  project: CollectedProject;
  /** Paths; `-` is standard input. */
  files: readonly string[];
  format: FormatName | 'auto';
  /** The names of the fields in JSON lines, for a program whose names are not built in. */
  fields?: OwnFields;
  /** The host of the pages, for logs without it. */
  host?: string;
  /** Whether to continue with what is appended, until the signal. */
  follow: boolean;
  /** Whether to only report what would be counted. */
  dryRun: boolean;
  /** Ends the import; what was read until then is counted. */
  signal: AbortSignal;
  report: ImportReport;
}

/** Receives reports while the import runs. */
export interface ImportReport {
  /** Reports that more of a file was read. Called often. */
  progress(progress: FileProgress): void;
  /** Reports that a file is finished. */
  file(file: ImportedFile): void;
  /** Reports something that a person wants to know. */
  note(text: string): void;
}

export interface FileProgress {
  file: string;
  /** Bytes on the disk; the total is undefined when it is unknown. */
  read: number;
  total: number | undefined;
  /** Lines of the file that this import has read. */
  lines: number;
  accepted: number;
}

/** The result for one file. */
export interface ImportedFile extends ImportCounts {
  file: string;
  /** Undefined when nothing showed the format. */
  format: FormatName | undefined;
  /** How many lines were imported earlier, and skipped. */
  linesBefore: number;
  /** The first lines that could not be read. */
  unreadable: UnreadableLine[];
  /** Whether the file's last line is left for the next import, since it has no end yet. */
  unfinished: boolean;
  /** Why the file was not imported, or not completely. */
  error: CopydeskError | undefined;
}

/** The result for all files. */
export interface ImportSummary extends ImportCounts {
  files: ImportedFile[];
  /** The number of the import; null when there was nothing to count. */
  import: number | null;
  /** Whether a signal ended it. */
  stopped: boolean;
}
