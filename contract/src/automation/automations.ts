import { z } from 'zod';
import { AutomationTrigger, AutomationZone } from './automation-triggers.ts';
import { bodyErrors } from '../endpoint.ts';
import type { Endpoint } from '../endpoint.ts';
import { PersonName } from '../person/people.ts';
import { Prompt } from '../prompt.ts';
import { integerParameter } from '../query.ts';

/** `aut_` and 22 characters. */
export const AutomationId = z.string().regex(/^aut_[0-9A-Za-z]{22}$/);

/** `run_` and a ULID in lower case. */
export const AutomationRunId = z.string().regex(/^run_[0-9a-hjkmnp-tv-z]{26}$/, 'must be the id of a run');

/** The longest instruction of an automation. The material is added to it. */
const longestInstruction = 8_000;

const AutomationPrompt = Prompt.refine(
  (text) => text.length <= longestInstruction,
  `must have at most ${longestInstruction} characters`,
)
  .meta({ maxLength: longestInstruction })
  .describe('The instruction of every job. Copydesk appends what the automation found, as material');

const TimeOfDay = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day such as "22:00"');

/** The hours in which an automation starts nothing. What arrives during them waits until they end. */
export const QuietHours = z
  .strictObject({
    from: TimeOfDay,
    to: TimeOfDay.describe('Before `from` for hours past midnight'),
    timeZone: AutomationZone.default('UTC'),
  })
  .refine(({ from, to }) => from !== to, { path: ['to'], message: 'must be another time than "from"' })
  .meta({ id: 'QuietHours' });

export type QuietHours = z.output<typeof QuietHours>;

const limits = {
  jobsPerDay: z.int().min(1).max(200).describe('Jobs and further messages within 24 hours'),
  usdPerMonth: z
    .number()
    .min(0.01)
    .max(1_000_000)
    .nullable()
    .describe('What its jobs and questions may cost in a calendar month (UTC); null for no limit'),
  quietHours: QuietHours.nullable(),
};

const AutomationLimits = z.strictObject({
  jobsPerDay: limits.jobsPerDay.default(5),
  usdPerMonth: limits.usdPerMonth.default(null),
  quietHours: limits.quietHours.default(null),
});

/** Without defaults, so that fields absent from a change stay as they are. */
const LimitsPatch = z.strictObject(limits).partial();

export type AutomationLimits = z.output<typeof AutomationLimits>;

/** The body that creates an automation. */
export const AutomationRequest = z
  .strictObject({
    name: PersonName.describe('The name that people see'),
    trigger: AutomationTrigger,
    prompt: AutomationPrompt,
    limits: AutomationLimits.prefault({}),
    enabled: z.boolean().default(true).describe('Whether it starts work by itself'),
  })
  .meta({ id: 'AutomationRequest' });

export type AutomationRequest = z.output<typeof AutomationRequest>;

/** The changes to an automation. Absent fields stay as they are. */
export const AutomationPatch = z
  .strictObject({
    name: PersonName.optional(),
    trigger: AutomationTrigger.optional().describe(
      'Replaces the whole trigger: an absent field gets its default. The kind cannot change',
    ),
    prompt: AutomationPrompt.optional(),
    limits: LimitsPatch.optional(),
    enabled: z.boolean().optional(),
  })
  .meta({ id: 'AutomationPatch' });

export type AutomationPatch = z.output<typeof AutomationPatch>;

const Timestamp = z.iso.datetime({ offset: false }).describe('ISO 8601, UTC');

/** The possible decisions of an automation's run. */
export const automationDecisions = ['waiting', 'job', 'message', 'nothing', 'put_off', 'failed'] as const;

export const AutomationDecision = z.enum(automationDecisions).meta({
  id: 'AutomationDecision',
  description:
    '`waiting`: requested, not checked yet; `job`: started a job; `message`: added to the open pull request of a job; `nothing`: ' +
    'found nothing to do; `put_off`: a limit stopped it, and it checks again later; `failed`: could not check, and tries again',
});

export type AutomationDecision = z.infer<typeof AutomationDecision>;

/** One run of an automation, with its decision. */
export const AutomationRun = z
  .object({
    id: z.string(),
    automationId: z.string(),
    createdAt: Timestamp,
    begunBy: z.enum(['time', 'event', 'hand']).describe('What started the run: the schedule, an event or a person'),
    decision: AutomationDecision,
    why: z.string(),
    lane: z
      .string()
      .describe(
        'Which of its pull requests the run is about, such as a language; empty if the automation has only one',
      ),
    links: z.array(z.string()).describe('Links to what the run is about'),
    events: z.int().describe('How many events it handled'),
    costUsd: z.number().nullable().describe('What its question to the model cost, without the job; null if unknown'),
    job: z.object({ id: z.string(), page: z.url() }).nullable(),
  })
  .meta({ id: 'AutomationRun' });

export type AutomationRun = z.infer<typeof AutomationRun>;

export const AutomationRunList = z
  .object({
    runs: z.array(AutomationRun),
    nextCursor: z.string().nullable().describe('Give it as `cursor` for the next page; null on the last page'),
  })
  .meta({ id: 'AutomationRunList' });

export type AutomationRunList = z.infer<typeof AutomationRunList>;

/** Something that starts jobs by itself. */
export const Automation = z
  .object({
    id: z.string(),
    name: z.string(),
    trigger: AutomationTrigger,
    prompt: z.string(),
    limits: AutomationLimits,
    enabled: z.boolean(),
    createdAt: Timestamp,
    nextAt: Timestamp.nullable().describe('When it checks next by itself; null if it waits for an event'),
    heldUntil: Timestamp.nullable().describe('Until when a limit or a failure stops it'),
    lastRun: AutomationRun.nullable(),
  })
  .meta({ id: 'Automation' });

export type Automation = z.infer<typeof Automation>;

export const AutomationList = z.object({ automations: z.array(Automation) }).meta({ id: 'AutomationList' });

export type AutomationList = z.infer<typeof AutomationList>;

/** One time at which an automation would have run. */
const Rehearsed = z.object({
  at: Timestamp,
  decision: z.enum(['job', 'message', 'nothing', 'put_off']),
  why: z.string(),
});

/** What an automation would have done. */
export const AutomationDryRun = z
  .object({
    from: Timestamp,
    to: Timestamp,
    runs: z.array(Rehearsed).describe('Oldest first'),
    jobs: z.int().describe('How many of the runs would have started work'),
    costUsd: z.number().nullable().describe('Of all these runs, by the average cost; null if unknown'),
    average: z
      .object({ costUsd: z.number().nullable(), jobs: z.int(), of: z.enum(['automation', 'project']) })
      .nullable()
      .describe(
        'What the average is calculated from: completed jobs of the automation, or else of its project with the same model; null if there are none',
      ),
    notes: z.array(z.string()).describe('What the estimate leaves out'),
  })
  .meta({ id: 'AutomationDryRun' });

export type AutomationDryRun = z.infer<typeof AutomationDryRun>;

export const AutomationRunListQuery = z.object({
  limit: integerParameter({ minimum: 1, maximum: 100 }).default(50),
  cursor: AutomationRunId.optional().describe('The `nextCursor` of the page before'),
});

const managing = { scope: 'admin', editors: true } satisfies Partial<Endpoint>;
const reading = { method: 'GET', scope: 'agent:read' } satisfies Partial<Endpoint>;

/** The endpoints of automations. */
export const automationEndpoints = {
  createAutomation: {
    ...managing,
    method: 'POST',
    path: '/v1/automations/{projectId}',
    summary: 'Create an automation',
    description:
      'An automation starts jobs by itself. Create it with `enabled: false` to see first what it would have done.',
    body: AutomationRequest,
    replies: { 201: Automation },
    errors: [...bodyErrors, 'too_many_automations'],
  },
  listAutomations: {
    ...reading,
    path: '/v1/automations/{projectId}',
    summary: 'List the automations of a project',
    description: 'Oldest first, all of them, each with its last run.',
    replies: { 200: AutomationList },
    errors: [],
  },
  getAutomation: {
    ...reading,
    path: '/v1/automations/{projectId}/{automationId}',
    summary: 'Get an automation',
    description: 'With its last run.',
    replies: { 200: Automation },
    errors: [],
  },
  changeAutomation: {
    ...managing,
    method: 'PATCH',
    path: '/v1/automations/{projectId}/{automationId}',
    summary: 'Change an automation',
    description:
      'A field that is absent stays. A disabled automation does not check any more, and events that happen meanwhile are not kept for it.',
    body: AutomationPatch,
    replies: { 200: Automation },
    errors: bodyErrors,
  },
  runAutomation: {
    method: 'POST',
    scope: 'agent:write',
    path: '/v1/automations/{projectId}/{automationId}/run',
    summary: 'Run an automation now',
    description:
      'It checks within seconds, also when it is disabled or in its quiet hours; its limits apply. A second request before it has ' +
      'checked answers the same run. Takes no body, and ignores one.',
    replies: { 202: AutomationRun },
    errors: ['unsupported_media_type'],
  },
  dryRunAutomation: {
    ...reading,
    path: '/v1/automations/{projectId}/{automationId}/dry-run',
    summary: 'See what an automation would have done',
    description: 'In the last 30 days, with the cost by the measured average. Starts nothing.',
    replies: { 200: AutomationDryRun },
    errors: [],
  },
  listAutomationRuns: {
    ...reading,
    path: '/v1/automations/{projectId}/{automationId}/runs',
    summary: 'List the runs of an automation',
    description: 'Newest first, also those that started nothing. They are kept for 90 days.',
    query: AutomationRunListQuery,
    replies: { 200: AutomationRunList },
    errors: [],
  },
  deleteAutomation: {
    ...managing,
    method: 'DELETE',
    path: '/v1/automations/{projectId}/{automationId}',
    summary: 'Delete an automation',
    description: 'Deletes its list of runs too. Jobs that it has started continue.',
    replies: { 204: z.null() },
    errors: ['unsupported_media_type'],
  },
} as const satisfies Record<string, Endpoint>;
