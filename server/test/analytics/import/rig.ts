import { Readable } from 'node:stream';
import { released, releasedRanges } from '../classify/released.ts';
import { openClassifier } from '../../../src/analytics/classify/classifier.ts';
import { openSalts } from '../../../src/analytics/collect/salts.ts';
import { importLogs } from '../../../src/analytics/import/import-logs.ts';
import type { ImportRequest, ImportSummary } from '../../../src/analytics/import/import-request.ts';
import { readHealth } from '../../../src/analytics/read/health.ts';
import { readNotFound, readViews } from '../../../src/analytics/read/page/views.ts';
import type { ViewStore } from '../../../src/analytics/store/arrival.ts';
import { openViewStore } from '../../../src/analytics/store/store.ts';
import { testDatabase } from '../../support/database.ts';
import type { TestDatabase } from '../../support/database.ts';
import { newProjectNumber } from '../support/views.ts';
import { collectedProject } from '../support/collected-project.ts';

/** A database to import logs into, whose numbers are read with the functions that answer the API. */
export interface ImportRig extends AsyncDisposable {
  database: TestDatabase;
  /** Wraps the store for the next imports. */
  through: (wrap: (store: ViewStore) => Pick<ViewStore, 'write'>) => void;
  newProject: () => Promise<number>;
  /** The clock of the imports, which stands still until it is moved. */
  moveTo: (moment: string) => void;
  run: (
    project: number,
    files: string[],
    options?: Partial<ImportRequest> & { input?: Readable },
  ) => Promise<ImportSummary>;
  numbers: (project: number) => Promise<Numbers>;
}

/** The numbers of a project's analytics. */
export interface Numbers {
  total: { human: number; ai: number };
  pages: Record<string, { human: number; ai: number }>;
  missing: Record<string, { human: number; ai: number }>;
  accepted: number;
  dropped: Record<string, number>;
}

export const quiet: ImportRequest['report'] = { progress: () => {}, file: () => {}, note: () => {} };

export async function importRig(start = '2026-11-22T12:00:00Z'): Promise<ImportRig> {
  const database = await testDatabase();
  const { db } = database;
  let now = new Date(start);
  const log = { warn: (fields: object, message: string) => console.warn(message, fields) };
  const store = openViewStore({ db, log, now: () => now, retentionMonths: 25 });
  let used: Pick<ViewStore, 'write'> = store;
  const services = {
    db,
    classifier: openClassifier({ judge: released, now: () => now, ranges: releasedRanges }),
    salts: openSalts(db),
    now: () => now,
  };
  const page = { limit: 250, offset: 0 };
  return {
    database,
    through: (wrap) => (used = wrap(store)),
    newProject: () => newProjectNumber(db),
    moveTo: (moment) => (now = new Date(moment)),
    async run(number, files, { input, ...options } = {}) {
      const openInput = () => input ?? Readable.from([]);
      return await importLogs(
        { ...services, store: used, openInput },
        {
          project: collectedProject({ number }),
          files,
          format: 'auto',
          follow: false,
          dryRun: false,
          signal: new AbortController().signal,
          report: quiet,
          ...options,
        },
      );
    },
    async numbers(projectId) {
      const site = { projectId, now, retentionMonths: 25 };
      const views = (await readViews(db, site, page)).result;
      const missing = (await readNotFound(db, site, page)).result;
      const health = (await readHealth(db, site, page)).result.totals;
      const { human, ai } = views.totals;
      return {
        total: { human, ai },
        pages: byPath(views.views),
        missing: byPath(missing.paths),
        accepted: health.accepted,
        dropped: health.dropped,
      };
    },
    async [Symbol.asyncDispose]() {
      await store.close();
      await database[Symbol.asyncDispose]();
    },
  };
}

function byPath(rows: { path: string; human: number; ai: number }[]): Numbers['pages'] {
  return Object.fromEntries(rows.map(({ path, human, ai }) => [path, { human, ai }]));
}
