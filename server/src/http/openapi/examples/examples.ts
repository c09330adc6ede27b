import type {
  Backport,
  EventList,
  FileDiff,
  Job,
  JobDiff,
  JobEffect,
  JobImpact,
  JobList,
  JobUsage,
  Lift,
} from '@copydesk/contract';
import { formatEvent, formatText } from '../../replies/event-stream.ts';
import { accountBodies, accountExamples } from './account-examples.ts';
import { collectExample, viewExamples } from './view-examples.ts';
import { connectionBody, connectionExamples } from './connection-examples.ts';
import { feedbackBodies, feedbackExamples } from './feedback-examples.ts';
import { healthExample } from './health-example.ts';
import { keyBody, keyExamples } from './key-examples.ts';
import { auditExamples } from './audit-examples.ts';
import { olderBody, olderExamples, olderStreamExample } from './older-examples.ts';
import { peopleBodies, peopleExamples } from './people-examples.ts';
import { projectBodies, projectExamples } from './project-examples.ts';
import { readerExamples } from './reader-examples.ts';
import { reportExamples } from './report-examples.ts';
import { shareBody, shareExamples } from './share-examples.ts';
import { automationBody, automationExamples } from './automation-examples.ts';
import { triggerBody, triggerExamples } from './trigger-examples.ts';
import { webhookBody, webhookExamples } from './webhook-examples.ts';

const job: Job = {
  id: 'job_01jd9z2v0d6q3m5x8e7r4t1w9k',
  status: 'completed',
  source: { repository: 'https://git.example.com/docs.git', ref: 'copydesk/job_01jd9z2v0d6q3m5x8e7r4t1w9k' },
  model: 'builtin/copyeditor',
  prLink: 'https://git.example.com/docs/pulls/7',
  createdAt: '2026-01-05T09:30:00.000Z',
  archivedAt: null,
  error: null,
  outcome: { kind: 'changed', text: 'Say "sign in" everywhere\n\nReplaced "log in" in 3 pages.' },
  pullRequest: { number: 7, state: 'open', url: 'https://git.example.com/docs/pulls/7' },
  checks: {
    commit: '0d4f1c7e5b2a9c8d7e6f5a4b3c2d1e0f9a8b7c6d',
    state: 'passed',
    isWhole: true,
    counts: { running: 0, passed: 1, failed: 0, skipped: 0 },
    checks: [{ name: 'build', state: 'passed', link: 'https://git.example.com/docs/actions/41', summary: null }],
    previews: [{ name: 'preview', link: 'https://preview-7.docs.example.com' }],
  },
  page: 'https://desk.example.com/projects/prj_6sVb3XqT9dLw4NcR7Kp2mZ/jobs/job_01jd9z2v0d6q3m5x8e7r4t1w9k',
  author: { kind: 'person', id: 'per_4Kd8nVq2sYw6TzB1xLc9Rf', name: 'Ann Example' },
  madeFrom: null,
  summary: 'Replace "log in" with "sign in"',
};

const backport: Backport = {
  jobs: [
    {
      ...job,
      id: 'job_01jda04k7s2n8p5v1c6h3q9zxe',
      status: 'active',
      source: { ...job.source, ref: 'copydesk/job_01jda04k7s2n8p5v1c6h3q9zxe' },
      prLink: null,
      outcome: null,
      pullRequest: null,
      checks: null,
      page: job.page.replace(job.id, 'job_01jda04k7s2n8p5v1c6h3q9zxe'),
      madeFrom: { kind: 'backport', job: job.id, page: job.page },
      summary: `Carry the change of the job ${job.id} to release/1.x: Replace "log in" with "sign in"`,
    },
  ],
};

const jobList: JobList = { jobs: [job], nextCursor: null };

const eventList: EventList = {
  events: [
    {
      sequence: 1,
      at: '2026-01-05T09:30:00.000Z',
      type: 'message',
      data: { position: 0, prompt: 'Replace "log in" with "sign in"', from: null },
    },
  ],
  hasMore: false,
  waiting: {
    reason: 'project_limit',
    ahead: 3,
    until: null,
    detail: '5 jobs of this project are in progress, which is the maximum. 3 jobs of this project come first.',
  },
  writing: null,
};

const claudeReads = { agent: 'ClaudeBot', operator: 'Anthropic', purpose: 'training' as const, views: 212 };

const jobImpact: JobImpact = {
  from: '2026-10-22T00:00:00.000Z',
  isCounted: true,
  totals: { human: 1_840, ai: 212, total: 2_052 },
  goneTotals: { human: 1_840, ai: 212, total: 2_052 },
  agents: [claudeReads],
  files: [
    {
      file: 'docs/install.md',
      change: 'moved',
      movedTo: 'docs/start/install.md',
      pages: ['/install'],
      totals: { human: 1_840, ai: 212, total: 2_052 },
      agents: [claudeReads],
      referrers: [{ referrer: 'chatgpt.com', product: 'ChatGPT', operator: 'OpenAI', human: 31, ai: 0, total: 31 }],
      linkedFrom: 14,
    },
  ],
  filesInAll: 1,
  filesNotLocated: 0,
};

const few: Lift = { before: 2, after: 3, verdict: 'cannot_tell', lift: null, low: null, high: null, comparedWith: 0 };

const more: Lift = {
  before: 212,
  after: 291,
  verdict: 'more',
  lift: 0.34,
  low: 0.06,
  high: 0.7,
  comparedWith: 84,
};

const measured = {
  human: {
    ...more,
    before: 1_840,
    after: 1_902,
    verdict: 'no_difference' as const,
    lift: 0.02,
    low: -0.09,
    high: 0.14,
  },
  ai: more,
  purposes: { assistant: more, coding: few, search: few, training: few, other: few },
  notFound: { before: 31, after: 2 },
};

const jobEffect: JobEffect = {
  mergedAt: '2026-11-02T09:14:00.000Z',
  days: 14,
  isComplete: true,
  before: { from: '2026-10-19T00:00:00.000Z', to: '2026-11-02T00:00:00.000Z' },
  after: { from: '2026-11-03T00:00:00.000Z', to: '2026-11-17T00:00:00.000Z' },
  together: measured,
  pages: [{ path: '/install', file: 'docs/install.md', ...measured, returns: { before: 14, after: 31 } }],
  pagesInAll: 1,
  filesNotCompared: [{ file: 'docs/new.md', why: 'added' }],
  gaps: [],
};

const jobUsage: JobUsage = {
  steps: 7,
  inputTokens: 41_250,
  cachedInputTokens: 30_100,
  cacheWriteTokens: 9_800,
  outputTokens: 2_310,
  costUsd: 0.1584,
  prices: [
    {
      from: '2026-01-01',
      input: 3,
      cachedInput: 0.3,
      cacheWrite: 3.75,
      output: 15,
      long: null,
      source: 'COPYDESK_MODEL_PRICES',
    },
  ],
  workSeconds: 63.4,
  budget: {
    steps: { limit: 200, used: 7 },
    tokens: { limit: 5_000_000, used: 43_560 },
    usd: { limit: 2, used: 0.1584 },
    minutes: { limit: 120, used: 1.06 },
  },
};

const file: FileDiff = {
  path: 'guides/start.md',
  oldPath: null,
  change: 'modified',
  binary: false,
  additions: 1,
  deletions: 1,
  patch: '@@ -3,1 +3,1 @@\n-First log in.\n+First sign in.\n',
};

const jobDiff: JobDiff = {
  baseCommit: '3f786850e387550fdab836ed7e6dc881de23001b',
  headCommit: '89e6c98d92887913cadf06b2adb97f26cde4849b',
  additions: 1,
  deletions: 1,
  files: [file],
};

const replies = {
  Job: job,
  JobList: jobList,
  Backport: backport,
  EventList: eventList,
  JobDiff: jobDiff,
  JobUsage: jobUsage,
  JobImpact: jobImpact,
  JobEffect: jobEffect,
  HostWebhookResult: { events: 1 },
  ...viewExamples,
  ...webhookExamples,
  ...triggerExamples,
  ...automationExamples,
  ...feedbackExamples,
  ...reportExamples,
  ...readerExamples,
  ...olderExamples(job),
  ...connectionExamples,
  ...shareExamples,
  ...keyExamples,
  ServerHealth: healthExample,
  ...peopleExamples,
  ...accountExamples,
  ...auditExamples,
  ...projectExamples,
};

const bodies = {
  JobRequest: { prompt: 'Replace "log in" with "sign in"' },
  PromptRequest: { prompt: 'Replace "log in" with "sign in"' },
  BackportRequest: { refs: ['release/1.x', 'release/2.x'] },
  RepairRequest: { from: 'ai', minViews: 5, minAgents: 2, days: 30 },
  CollectRequest: collectExample,
  WebhookRequest: webhookBody,
  TriggerRequest: triggerBody,
  AutomationRequest: automationBody,
  AutomationPatch: { enabled: false },
  ...feedbackBodies,
  OlderJobRequest: olderBody,
  ConnectionRequest: connectionBody,
  ShareRequest: shareBody,
  KeyRequest: keyBody,
  ...peopleBodies,
  ...accountBodies,
  ...projectBodies,
};

/** An example of each named shape that an endpoint takes or answers. */
export const examples: Record<string, object> = { ...replies, ...bodies };

/** An example of each answer that may be a stream, by the name of its shape. */
export const streamExamples: Record<string, string> = {
  EventList: [
    ...eventList.events.map(formatEvent),
    formatText({ step: 1, offset: 0, text: 'I look for pages that say “log in”.' }),
  ].join(''),
  OlderCreatedSession: olderStreamExample,
};
