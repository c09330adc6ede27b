import type { ServerHealth } from '@copydesk/contract';

/** An example of the health of a server. */
export const healthExample: ServerHealth = {
  at: '2026-01-05T09:31:12.000Z',
  queue: { found: { active: 3, waiting: 1, putOff: 0, oldestWaitSeconds: 4.2 }, fault: null },
  jobs: { found: { active: 3, completed: 412, failed: 6, archived: 97 }, fault: null },
  workers: {
    found: { alive: 1, workers: [{ id: 'worker_1', seenAt: '2026-01-05T09:31:10.000Z', jobs: 2 }] },
    fault: null,
  },
  database: {
    found: { version: '18.1', embedded: true, bytes: 1_482_301_440, connections: 9, maximumConnections: 100 },
    fault: null,
  },
  ingestion: {
    found: {
      lagSeconds: 41,
      unfoldedViews: 812,
      accepted: 48_210,
      duplicates: 37,
      dropped: { not_a_page: 1_204 },
      refused: { quota_exceeded: 3 },
      lastViewAt: '2026-01-05T09:31:11.402Z',
    },
    fault: null,
  },
  storage: {
    found: {
      freeBytes: 84_000_000_000,
      totalBytes: 250_000_000_000,
      clones: { entries: 12, bytes: 914_000_000, isPartial: false },
      kept: { entries: 1, bytes: 2_100_000, isPartial: false },
    },
    fault: null,
  },
  backup: {
    found: {
      last: {
        madeAt: '2026-01-05T03:00:00.000Z',
        bytes: 214_000_000,
        file: '/backups/copydesk.backup',
        machine: 'desk-1',
      },
    },
    fault: null,
  },
  versions: { found: { copydesk: '1.0.0', node: '24.9.0', git: '2.47.3', postgres: '18.1' }, fault: null },
  settings: {
    found: [
      {
        setting: 'COPYDESK_TRUSTED_PROXIES',
        severity: 'unwise',
        found: 'Requests come through a proxy that is not trusted: all of them seem to come from one address.',
        todo: 'Set it to the address of the proxy.',
      },
    ],
    fault: null,
  },
};
