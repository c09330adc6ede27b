import { CopydeskError } from '@copydesk/contract';

/** A file of an export, or one in its ZIP. */
export interface ExportFile {
  /** The name in messages: `export.zip: pages.csv`. */
  name: string;
  /** Its name alone: `pages.csv`. */
  baseName: string;
  bytes(): AsyncIterable<Uint8Array>;
}

/** Returns the error for a malformed export. Nothing of it is counted. */
export function exportRefused(file: Pick<ExportFile, 'name'>, line: number | undefined, why: string): CopydeskError {
  const place = line === undefined ? file.name : `${file.name}:${line}`;
  return new CopydeskError('file_refused', `${place}: ${why} Nothing is counted.`);
}
