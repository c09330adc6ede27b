import { CopydeskError } from '@copydesk/contract';
import { followFile } from './follow.ts';
import type { ImportedFile, ImportRequest, ImportServices } from './import-request.ts';
import { openFile } from './read/open-file.ts';
import { importSource } from './import-source.ts';
import { standardInput } from './read/standard-input.ts';
import { noCounts } from './tally.ts';

/** Imports a file as far as it can be read; `error` reports why not further. */
export async function importFile(
  services: ImportServices,
  request: ImportRequest,
  path: string,
): Promise<ImportedFile> {
  const file: ImportedFile = {
    ...noCounts(),
    file: path,
    format: undefined,
    linesBefore: 0,
    unreadable: [],
    unfinished: false,
    error: undefined,
  };
  try {
    await (request.follow && path !== '-' ? followFile : importOnce)(services, request, file);
    return file;
  } catch (error) {
    if (error instanceof CopydeskError) return { ...file, error };
    throw error;
  }
}

async function importOnce(services: ImportServices, request: ImportRequest, file: ImportedFile): Promise<void> {
  const { signal } = request;
  await using source =
    file.file === '-' ? await standardInput(services.openInput(), signal) : await openFile(file.file);
  await importSource(services, request, source, file);
}
