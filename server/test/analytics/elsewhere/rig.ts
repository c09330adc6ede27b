import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { SourceName } from '@copydesk/contract';
import { importElsewhere } from '../../../src/analytics/elsewhere/import-elsewhere.ts';
import type { ElsewhereRequest, ElsewhereSummary } from '../../../src/analytics/elsewhere/import-request.ts';
import { readTimeseries } from '../../../src/analytics/read/time/timeseries.ts';
import { readViews } from '../../../src/analytics/read/page/views.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { importRig } from '../import/rig.ts';

const now = (): Date => new Date('2026-11-22T12:00:00Z');

const siteOf = (projectId: number) => ({ projectId, now: now(), retentionMonths: 25 });

/** A database to import exports into, at noon of 22 November 2026. */
export async function elsewhereRig() {
  const logs = await importRig();
  const { db } = logs.database;
  const folder = await temporaryFolder();
  return {
    logs,
    db,
    siteOf,
    newProject: logs.newProject,
    async write(name: string, content: string | Buffer): Promise<string> {
      const file = path.join(folder.path, name);
      await writeFile(file, content);
      return file;
    },
    async take(
      projectId: number,
      source: SourceName,
      files: string[],
      options: Partial<ElsewhereRequest> = {},
    ): Promise<ElsewhereSummary & { notes: string[] }> {
      const notes: string[] = [];
      const summary = await importElsewhere(
        { db, now },
        {
          projectId,
          source,
          files,
          countedDays: false,
          dryRun: false,
          signal: new AbortController().signal,
          report: { progress: () => {}, note: (text) => void notes.push(text) },
          ...options,
        },
      );
      return { ...summary, notes };
    },
    views: async (projectId: number, query: Partial<Parameters<typeof readViews>[2]> = {}) =>
      (await readViews(db, siteOf(projectId), { limit: 250, offset: 0, ...query })).result,
    series: async (projectId: number, query: Partial<Parameters<typeof readTimeseries>[2]> = {}) =>
      (await readTimeseries(db, siteOf(projectId), { interval: 'day', limit: 250, offset: 0, ...query })).result,
    async [Symbol.asyncDispose]() {
      await logs[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

export type ElsewhereRig = Awaited<ReturnType<typeof elsewhereRig>>;
