import type { ImportedFile, ImportRequest, ImportServices } from './import-request.ts';
import { openLog } from './log-reader.ts';
import type { LogSource } from './read/source.ts';
import { addCounts } from './tally.ts';
import type { ImportCounts } from './tally.ts';

/** Imports a source that can be read once: to its end, including a last line without an end. */
export async function importSource(
  services: ImportServices,
  request: ImportRequest,
  source: LogSource,
  file: ImportedFile,
): Promise<void> {
  const log = await openLog({ services, request, source, onCounts: fileCounter(request, source, file) }, true);
  if (log === undefined) return;
  file.format = log.format;
  file.linesBefore = log.resumed.lines;
  file.unreadable = log.unreadable;
  await log.readOn();
  if (!request.signal.aborted) file.unfinished = await log.finish();
}

/** Returns a function that adds counts to the result of the file, and reports the progress. */
export function fileCounter(
  { report }: Pick<ImportRequest, 'report'>,
  source: LogSource,
  file: ImportedFile,
): (counts: ImportCounts) => void {
  return (counts) => {
    addCounts(file, counts);
    report.progress({ file: file.file, ...source.progress(), lines: file.lines, accepted: file.accepted });
  };
}
