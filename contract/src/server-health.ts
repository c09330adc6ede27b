import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';

/** A part of the health: what was found, or why nothing was. Each part has its own time limit. */
function part<T extends z.ZodType>(found: T) {
  return z.object({
    found: found.nullable().describe('Null if it could not be determined in time'),
    fault: z.string().nullable().describe('Why it could not be determined; null if it was'),
  });
}

const Timestamp = z.iso.datetime({ offset: false });

const Folder = z.object({
  entries: z.int().describe('Repositories in it'),
  bytes: z.int(),
  isPartial: z.boolean().describe('Whether there is more than could be counted in time'),
});

/** A setting that is wrong or unwise, and what to do about it. */
export const SettingAdvice = z
  .object({
    setting: z.string().describe('The variable, or what it is about'),
    severity: z.enum(['wrong', 'unwise']),
    found: z.string(),
    todo: z.string(),
  })
  .meta({ id: 'SettingAdvice' });

export type SettingAdvice = z.infer<typeof SettingAdvice>;

export const ServerHealth = z
  .object({
    at: Timestamp,
    queue: part(
      z.object({
        active: z.int().describe('Jobs that have not ended'),
        waiting: z.int().describe('Active jobs that are due and that no worker has taken'),
        putOff: z.int().describe('Active jobs that will be tried again later'),
        oldestWaitSeconds: z.number().nullable().describe('How long the oldest waiting job has been due'),
      }),
    ),
    jobs: part(
      z.object({ active: z.int(), completed: z.int(), failed: z.int(), archived: z.int() }).describe('By their status'),
    ),
    workers: part(
      z.object({
        alive: z.int(),
        workers: z.array(
          z.object({ id: z.string(), seenAt: Timestamp, jobs: z.int().describe('That it has in progress') }),
        ),
      }),
    ),
    database: part(
      z.object({
        version: z.string(),
        embedded: z.boolean().describe('Whether Copydesk runs it itself'),
        bytes: z.int(),
        connections: z.int(),
        maximumConnections: z.int(),
      }),
    ),
    ingestion: part(
      z.object({
        lagSeconds: z.number().nullable().describe('The age of the oldest views that are not in the roll-ups yet'),
        unfoldedViews: z.int(),
        accepted: z.int().describe('Views that were counted today (UTC)'),
        duplicates: z.int(),
        dropped: z.record(z.string(), z.int()).describe('Events of today that were not counted, by reason'),
        refused: z.record(z.string(), z.int()).describe('Requests of today that were refused whole, by code'),
        lastViewAt: Timestamp.nullable().describe('The time of the newest page view that is kept'),
      }),
    ),
    storage: part(
      z.object({
        freeBytes: z.int(),
        totalBytes: z.int(),
        clones: Folder.describe(
          'Clones of the repositories of git servers; Copydesk creates them again if they are lost',
        ),
        kept: Folder.describe('Repositories that Copydesk keeps itself'),
      }),
    ),
    backup: part(
      z.object({
        last: z
          .object({
            madeAt: Timestamp,
            bytes: z.int(),
            file: z.string().describe('On the machine that created it'),
            machine: z.string(),
          })
          .nullable()
          .describe('Null if Copydesk has made none; it does not know backups of other programs'),
      }),
    ),
    versions: part(
      z.object({ copydesk: z.string(), node: z.string(), git: z.string().nullable(), postgres: z.string().nullable() }),
    ),
    settings: part(z.array(SettingAdvice)),
  })
  .meta({ id: 'ServerHealth' });

export type ServerHealth = z.infer<typeof ServerHealth>;

/** The endpoint of the server's own health. */
export const serverHealthEndpoints = {
  getServerHealth: {
    method: 'GET',
    path: '/v1/health',
    summary: 'Get the health of the server',
    description:
      'The jobs, the queue, the workers, the database, the ingestion of page views, the storage, the last backup, the versions, and settings that ' +
      'are wrong or unwise, each with what to do. A part that cannot be determined in time says so. A key that is for ' +
      'one project, or for tests, may not see it.',
    scope: 'admin',
    replies: { 200: ServerHealth },
    errors: [],
  },
} as const satisfies Record<string, Endpoint>;
