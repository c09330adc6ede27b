import { workRecorder, watchedTracing } from './measured-tracing.ts';
import type { CostOfTokens } from './measured-tracing.ts';
import type { JobState, GaugeReadings, Metrics, PoolState } from './metrics.ts';
import { openRegistry } from './registry.ts';
import type { Registered } from './registry.ts';

export interface MetricsOptions {
  version: string;
  costOf: CostOfTokens;
  /** Returns milliseconds of a monotonic clock. */
  clock: () => number;
}

/** Starts measuring this process. */
export function openMetrics({ version, costOf, clock }: MetricsOptions): Metrics {
  const registered = openRegistry();
  const { put } = registered;
  const measure = workRecorder(registered, costOf);
  const pools = new Map<string, () => PoolState>();
  let readAt = clock();
  put('copydesk_build_info', 1, { version, node: process.versions.node });
  registered.beforeRead(() => {
    put('copydesk_look_age_seconds', (clock() - readAt) / 1000);
    for (const [pool, read] of pools) putPool(registered, pool, read());
  });
  return {
    tracing: (next) => watchedTracing(next, measure),
    measure,
    countViews(name, count) {
      const [outcome = '', reason = ''] = name.split(':', 2);
      if (viewOutcomes.has(outcome)) put('copydesk_views_total', count, { outcome, reason });
    },
    ranAutomation: (kind, decision) => put('copydesk_automation_runs_total', 1, { kind, decision }),
    replied(room, status, timing) {
      put('copydesk_http_replies_total', 1, { room, status: String(status) });
      if (timing === undefined) return;
      put('copydesk_http_seconds', timing.seconds, { route: timing.route, status: String(status) });
    },
    addPool: (name, read) => void pools.set(name, read),
    setGauges(found) {
      if (found.database !== undefined) readAt = clock();
      putReadings(registered, found);
    },
    read: () => registered.read(),
  };
}

/**
 * The health of a project also counts some views a second time, by another of their properties; these names are left
 * out here.
 */
const viewOutcomes = new Set(['accepted', 'duplicate', 'dropped', 'refused']);

function putPool({ put }: Registered, pool: string, { total, idle, waiting }: PoolState): void {
  put('copydesk_pool_connections', idle, { pool, state: 'idle' });
  put('copydesk_pool_connections', total - idle, { pool, state: 'busy' });
  put('copydesk_pool_waiting', waiting, { pool });
}

const states: JobState[] = ['running', 'waiting', 'put_off'];

function putReadings({ put }: Registered, { database, disk }: GaugeReadings): void {
  put('copydesk_database_up', database === undefined ? 0 : 1);
  if (disk !== undefined) {
    put('copydesk_data_free_bytes', disk.freeBytes);
    put('copydesk_data_disk_bytes', disk.totalBytes);
  }
  if (database === undefined) return;
  for (const state of states) {
    put('copydesk_jobs_active', database.jobs[state].count, { state });
    put('copydesk_jobs_oldest_seconds', database.jobs[state].oldestSeconds, { state });
  }
  put('copydesk_workers_alive', database.workersAlive);
  put('copydesk_fold_lag_seconds', database.foldLagSeconds);
}
