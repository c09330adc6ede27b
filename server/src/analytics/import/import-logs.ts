import { drySalts, dryStore } from './dry-run.ts';
import { importFile } from './import-file.ts';
import type { ImportedFile, ImportRequest, ImportServices, ImportSummary } from './import-request.ts';
import { addCounts, noCounts } from './tally.ts';

/**
 * Counts the page views that logs tell of. Each file goes on where its last import has ended, however it is called now,
 * and each line counts once. A file that cannot be read is told, and the others are imported all the same.
 */
export async function importLogs(services: ImportServices, request: ImportRequest): Promise<ImportSummary> {
  const house = request.dryRun ? { ...services, store: dryStore(services.db), salts: drySalts } : services;
  const paths = [...new Set(request.files)];
  const files: ImportedFile[] = [];
  const add = async (path: string): Promise<void> => {
    if (request.signal.aborted) return;
    const file = await importFile(house, request, path);
    files.push(file);
    request.report.file(file);
  };
  // Files that are followed never end by themselves: none may wait for another.
  if (request.follow) await Promise.all(paths.map(add));
  else for (const path of paths) await add(path);
  const total = noCounts();
  for (const file of files) addCounts(total, file);
  return { ...total, files, stopped: request.signal.aborted };
}
