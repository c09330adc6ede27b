import type { CreatedTrigger, Trigger, TriggerList, TriggerResult } from '@copydesk/contract';

/** What it takes to make one. */
export const triggerBody = {
  name: 'Linear',
  prompt: 'Look whether the docs need a change for this issue, and make it.',
  scheme: 'hmac',
  secret: 'lin_wh_a-secret-of-an-example',
  fields: { Title: '/data/title', Description: '/data/description' },
  when: { '/type': ['Issue'], '/data/labels/*/name': ['docs'] },
} as const;

const { secret: _, ...given } = triggerBody;

const trigger: Trigger = {
  ...given,
  when: { '/type': ['Issue'], '/data/labels/*/name': ['docs'] },
  id: 'trg_8e41f7a20c95d3b66a10ef',
  url: 'https://desk.example.com/v1/triggers/trg_8e41f7a20c95d3b66a10ef',
  perHour: 20,
  createdAt: '2026-01-05T09:00:00.000Z',
  usedAt: '2026-01-05T09:30:00.000Z',
  disabledAt: null,
  deliveries: [
    { at: '2026-01-05T09:30:00.000Z', outcome: 'started', detail: null, jobId: 'job_01jd9z2v0d6q3m5x8e7r4t1w9k' },
  ],
};

const created: CreatedTrigger = { ...trigger, secret: triggerBody.secret };

const list: TriggerList = { triggers: [trigger] };

const result: TriggerResult = {
  job: {
    id: 'job_01jd9z2v0d6q3m5x8e7r4t1w9k',
    page: 'https://desk.example.com/projects/prj_6sVb3XqT9dLw4NcR7Kp2mZ/jobs/job_01jd9z2v0d6q3m5x8e7r4t1w9k',
  },
  reason: null,
};

/** An example of each shape that the endpoints of triggers answer, by its name. */
export const triggerExamples = {
  CreatedTrigger: created,
  Trigger: trigger,
  TriggerList: list,
  TriggerResult: result,
} as const;
