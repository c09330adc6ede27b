import type { Readable } from 'node:stream';
import { importLogs } from '../../analytics/import/import-logs.ts';
import type { ImportRequest, ImportSummary } from '../../analytics/import/import-request.ts';
import type { Project } from '../../projects/project.ts';
import { readDocsPagesNow } from '../site/docs-pages.ts';
import type { App } from '../app.ts';
import { openViews } from './views.ts';

/** Imports logs while any server runs on the database: both write to the same tables in the same way. */
export async function importViews(
  app: App,
  request: ImportRequest & { project: Project },
  openInput: () => Readable,
): Promise<ImportSummary> {
  const views = openViews(app);
  try {
    const docsPages = await readDocsPagesNow(app, request.project).catch((error: unknown) => {
      app.log.debug({ err: error, project: request.project.id }, 'the pages of the docs were not read');
      return undefined;
    });
    return await importLogs({ ...views, db: app.db, docsPages, now: () => new Date(), openInput }, request);
  } finally {
    await views.store.close();
  }
}
