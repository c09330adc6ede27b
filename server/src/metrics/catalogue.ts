/**
 * The metrics of Copydesk, besides those of the process that prom-client measures. docs/metrics.md has the same table.
 */
export interface MetricText {
  kind: 'counter' | 'gauge' | 'histogram';
  help: string;
  labels: readonly string[];
  /** Upper bounds of a histogram's buckets, in seconds. */
  buckets?: readonly number[];
}

const short = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
const long = [0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600, 1800, 3600];

export const catalogue = {
  copydesk_build_info: {
    kind: 'gauge',
    help: 'Always 1; the labels say which version of Copydesk and of Node runs.',
    labels: ['version', 'node'],
  },
  copydesk_database_up: {
    kind: 'gauge',
    help: '1 if the database answered the last check, 0 if not.',
    labels: [],
  },
  copydesk_look_age_seconds: {
    kind: 'gauge',
    help: 'Age of the values that were last read from the database for these metrics.',
    labels: [],
  },
  copydesk_jobs_active: {
    kind: 'gauge',
    help: 'Active jobs in the database: running, waiting for a place, or put off until later.',
    labels: ['state'],
  },
  copydesk_jobs_oldest_seconds: {
    kind: 'gauge',
    help: 'How long the oldest active job has been in its state; 0 where there is none.',
    labels: ['state'],
  },
  copydesk_workers_alive: { kind: 'gauge', help: 'Workers that have recently reported to the database.', labels: [] },
  copydesk_job_wait_seconds: {
    kind: 'histogram',
    help: 'Time from when a job was due until this worker took it.',
    labels: [],
    buckets: long,
  },
  copydesk_turn_seconds: {
    kind: 'histogram',
    help: 'Duration of a turn of a job in this worker.',
    labels: ['outcome'],
    buckets: long,
  },
  copydesk_turn_errors_total: {
    kind: 'counter',
    help: 'Turns that ended early, by the code of the error.',
    labels: ['code'],
  },
  copydesk_stage_seconds: {
    kind: 'histogram',
    help: 'Duration of a part of a turn.',
    labels: ['stage'],
    buckets: long,
  },
  copydesk_model_call_seconds: {
    kind: 'histogram',
    help: 'Duration of a model call: the greater part of a step.',
    labels: ['model'],
    buckets: long,
  },
  copydesk_model_errors_total: {
    kind: 'counter',
    help: 'Calls of models that failed, by the code of the error.',
    labels: ['model', 'code'],
  },
  copydesk_model_tokens_total: {
    kind: 'counter',
    help: 'Tokens that models reported: read in all, read from the cache, written to it, and answered.',
    labels: ['model', 'kind'],
  },
  copydesk_model_cost_usd_total: {
    kind: 'counter',
    help: 'Cost of these tokens in US dollars, for models whose price is known.',
    labels: ['model'],
  },
  copydesk_tool_call_seconds: {
    kind: 'histogram',
    help: 'Duration of a tool call: the other part of a step.',
    labels: ['tool'],
    buckets: short,
  },
  copydesk_host_call_seconds: {
    kind: 'histogram',
    help: 'Duration of a fetch or push at a git host, of opening a pull request at a code host, and of asking it for news.',
    labels: ['call'],
    buckets: short,
  },
  copydesk_host_errors_total: {
    kind: 'counter',
    help: 'Such calls that failed, by the code of the error.',
    labels: ['call', 'code'],
  },
  copydesk_views_total: {
    kind: 'counter',
    help: 'Page views that arrived at this process: accepted, duplicate, dropped or refused, and why.',
    labels: ['outcome', 'reason'],
  },
  copydesk_fold_lag_seconds: {
    kind: 'gauge',
    help: 'Age of the oldest page views in the database that wait to be folded into the counts.',
    labels: [],
  },
  copydesk_automation_runs_total: {
    kind: 'counter',
    help: 'Runs of automations that this worker stored, by kind and decision.',
    labels: ['kind', 'decision'],
  },
  copydesk_http_replies_total: {
    kind: 'counter',
    help: 'Replies of this process, by kind of request and status.',
    labels: ['room', 'status'],
  },
  copydesk_http_seconds: {
    kind: 'histogram',
    help: 'Time from a request to the end of its reply, by route and status.',
    labels: ['route', 'status'],
    buckets: [0.005, 0.025, 0.1, 0.5, 2.5, 10],
  },
  copydesk_pool_connections: {
    kind: 'gauge',
    help: 'Connections of this process to the database.',
    labels: ['pool', 'state'],
  },
  copydesk_pool_waiting: {
    kind: 'gauge',
    help: 'Tasks that wait for a connection of the pool.',
    labels: ['pool'],
  },
  copydesk_data_free_bytes: { kind: 'gauge', help: 'Free bytes on the disk of the data folder.', labels: [] },
  copydesk_data_disk_bytes: { kind: 'gauge', help: 'Size of the disk of the data folder.', labels: [] },
} as const satisfies Record<string, MetricText>;

export type MetricName = keyof typeof catalogue;
