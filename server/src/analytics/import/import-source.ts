import type { ImportedFile, ImportRequest, ImportServices } from './import-request.ts';
import { openLog } from './log-reader.ts';
import type { LogSource } from './read/source.ts';
import { addCounts } from './tally.ts';
import type { ImportCounts } from './tally.ts';

/** Imports what is to be read once: to its end, with a last line that has none. */
export async function importSource(
  services: ImportServices,
  request: ImportRequest,
  source: LogSource,
  file: ImportedFile,
): Promise<void> {
  const log = await openLog({ services, request, source, onCounts: counting(request, source, file) }, true);
  if (log === undefined) return;
  file.format = log.format;
  file.linesBefore = log.resumed.lines;
  file.unreadable = log.unreadable;
  await log.readOn();
  if (!request.signal.aborted) file.unfinished = await log.finish();
}

/** Adds to what became of the file, and tells how far it is. */
export function counting(
  { report }: Pick<ImportRequest, 'report'>,
  source: LogSource,
  file: ImportedFile,
): (counts: ImportCounts) => void {
  return (counts) => {
    addCounts(file, counts);
    report.progress({ file: file.file, ...source.progress(), lines: file.lines, accepted: file.accepted });
  };
}
