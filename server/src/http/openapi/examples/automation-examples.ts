import type {
  Automation,
  AutomationDryRun,
  AutomationList,
  AutomationRun,
  AutomationRunList,
} from '@copydesk/contract';

/** What it takes to make one. */
export const automationBody = {
  name: 'Monthly look',
  trigger: { kind: 'schedule', cron: '0 6 1 * *', timeZone: 'Europe/Berlin' },
  prompt: 'Look for pages whose steps no longer fit the product, and correct them.',
  limits: { jobsPerDay: 2, usdPerMonth: 20 },
} as const;

const run: AutomationRun = {
  id: 'run_01jd9z2v0d6q3m5x8e7r4t1w9k',
  automationId: 'aut_8e41f7a20c95d3b66a10ef',
  createdAt: '2026-02-01T05:00:02.000Z',
  begunBy: 'time',
  decision: 'job',
  why: 'It was due at 2026-02-01 05:00 UTC (0 6 1 * *, Europe/Berlin).',
  lane: '',
  links: [],
  events: 0,
  costUsd: null,
  job: {
    id: 'job_01jd9z2v0d6q3m5x8e7r4t1w9k',
    page: 'https://desk.example.com/projects/prj_6sVb3XqT9dLw4NcR7Kp2mZ/jobs/job_01jd9z2v0d6q3m5x8e7r4t1w9k',
  },
};

const automation: Automation = {
  id: run.automationId,
  name: automationBody.name,
  trigger: automationBody.trigger,
  prompt: automationBody.prompt,
  limits: { ...automationBody.limits, quietHours: null },
  enabled: true,
  createdAt: '2026-01-05T09:00:00.000Z',
  nextAt: '2026-03-01T05:00:00.000Z',
  heldUntil: null,
  lastRun: run,
};

const list: AutomationList = { automations: [automation] };

const runs: AutomationRunList = { runs: [run], nextCursor: null };

const rehearsal: AutomationDryRun = {
  from: '2026-01-20T09:00:00.000Z',
  to: '2026-02-19T09:00:00.000Z',
  runs: [{ at: '2026-02-01T05:00:00.000Z', decision: 'job', why: 'It would have been due.' }],
  jobs: 1,
  costUsd: 0.42,
  average: { costUsd: 0.42, jobs: 12, of: 'project' },
  notes: ['A job whose pull request was still open would have been given a message instead: that costs about as much.'],
};

/** An example of each shape that the endpoints of automations answer, by its name. */
export const automationExamples = {
  Automation: automation,
  AutomationList: list,
  AutomationRun: run,
  AutomationRunList: runs,
  AutomationDryRun: rehearsal,
} as const;
