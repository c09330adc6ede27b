import { z } from 'zod';
import { errorCodes } from '../errors.ts';
import { JobFailure, JobOutcome } from './job.ts';
import { integerParameter } from '../query.ts';

const ToolUse = z.object({
  tool: z.string(),
  summary: z.string().describe('The call in a few words, such as `read docs/index.md`'),
  ok: z.boolean(),
  result: z.string().describe('The first lines of what the tool answered'),
});

const Tokens = z.int().nullable();

/** The usage of one model call; null for what the provider does not report. */
export const StepUsage = z.object({
  inputTokens: Tokens.describe('All tokens that the model read, including those from its cache'),
  outputTokens: Tokens,
  cachedInputTokens: Tokens.default(null).describe('Of the tokens that were read, those that came from the cache'),
  cacheWriteTokens: Tokens.default(null).describe('Of the tokens that were read, those that were written to the cache'),
});

export type StepUsage = z.infer<typeof StepUsage>;

/** One call of a helper model. */
export const HelperCall = z.object({ model: z.string(), usage: StepUsage });

export type HelperCall = z.infer<typeof HelperCall>;

const TurnUsage = z.object({
  steps: z.int(),
  helpers: z.array(z.string()).optional().describe('Helper models whose usage is included; absent if there were none'),
  inputTokens: z.int(),
  cachedInputTokens: z.int(),
  outputTokens: z.int(),
  costUsd: z.number().min(0).nullable().describe('In US dollars; null if the price of the model is unknown'),
});

const MessageOrigin = z.object({
  kind: z
    .enum(['comment', 'checks'])
    .default('comment')
    .describe('`checks`: Copydesk sent it by itself, because checks of the pull request failed'),
  author: z.string().describe('The name of the account at the code host; `checks` for checks'),
  link: z.string().describe('The address of the comment, or of the first check that failed'),
});

const NotJudged = z.object({
  because: z.string().describe('Why it is unknown, as the end of "… because …"'),
  count: z.int(),
  example: z.string().describe('One of them, as `path:line target`, `path target` or a path'),
});

/** What a check of docs has covered, and what it could not judge. */
export const CheckCoverage = z.object({
  site: z
    .object({ label: z.string(), isRecognised: z.boolean() })
    .nullable()
    .default(null)
    .describe('The kind of the site; if none was recognised, links are resolved as code hosts resolve them'),
  links: z.int().describe('Links of the site that were checked, including anchors and images'),
  notJudged: z.array(NotJudged).describe('Links that could not be judged'),
  others: z
    .array(NotJudged.extend({ what: z.string().describe('In the singular, such as `import` or `data file`') }))
    .default([])
    .describe('What else could not be judged'),
  leftAlone: z
    .array(z.object({ kind: z.string(), files: z.int() }))
    .default([])
    .describe('Files of the docs in languages that the checks do not read'),
  notUsed: z
    .array(z.string())
    .optional()
    .describe('What the checks could not use, such as a sitemap or style rules; absent if there is nothing'),
});

export type CheckCoverage = z.infer<typeof CheckCoverage>;

/** The entries of a job's transcript: the type of each event and the schema of its `data`. */
export const eventData = {
  /** A prompt or follow-up was accepted. `position` counts from 0. */
  message: z.object({
    position: z.int(),
    prompt: z.string(),
    from: MessageOrigin.nullable()
      .default(null)
      .describe('Who wrote it at the code host; null if it came through the API'),
  }),
  /** The agent started to work on a base commit. */
  turn_started: z.object({ turn: z.int(), baseCommit: z.string(), branch: z.string(), resumed: z.boolean() }),
  /** One model call with its tool calls. */
  step: z.object({
    step: z.int(),
    messages: z.array(z.int()).describe('Positions of the messages that the model read before this step'),
    text: z.string(),
    tools: z.array(ToolUse),
    changedFiles: z.array(z.string()),
    usage: StepUsage.describe("Of the job's own model"),
    helperCalls: z.array(HelperCall).optional().describe('Calls of a helper model within the step; absent without any'),
  }),
  /** The conversation had become too long for the model: older tool calls were shortened, and the job continues. */
  compacted: z.object({
    step: z.int().describe('The step before which this happened'),
    results: z.int().describe('Results and inputs of tool calls that were shortened'),
    characters: z.int().describe('By how much the conversation became shorter'),
  }),
  /** Something that people should know, but that does not stop the job. */
  noted: z.object({ detail: z.string() }),
  /** The docs were checked, the state before against the state after. */
  checked: z.object({
    problems: z
      .array(z.string())
      .describe('Problems that the change introduced: they prevent a delivery, unless the model contests all of them'),
    warnings: z.array(z.string()),
    repairRound: z.int(),
    contested: z
      .array(z.object({ problem: z.string(), reason: z.string().describe("In the model's own words") }))
      .default([])
      .describe('The problems that the model calls false alarms'),
    coverage: CheckCoverage.default({ site: null, links: 0, notJudged: [], others: [], leftAlone: [] }).describe(
      'Of the changed pages, and of pages whose links the change may have broken',
    ),
  }),
  /** The branch was pushed. */
  pushed: z.object({ branch: z.string(), commit: z.string() }),
  /** The pull request was opened, or an open one was found. */
  pull_request: z.object({
    number: z.int(),
    link: z.string(),
    opened: z.boolean(),
    draft: z
      .boolean()
      .default(false)
      .describe('Whether the model contests problems of this delivery: a pull request that it opens is a draft'),
  }),
  /**
   * The job was put off, since the obstacle may be temporary. It is retried at `until`, or the reason is reported when
   * it fails.
   */
  put_off: z.object({
    code: z.enum(errorCodes),
    detail: z.string(),
    until: z.iso.datetime({ offset: false }),
  }),
  /** The pull request conflicts with its base branch, or no longer does. */
  conflict: z.object({
    number: z.int(),
    baseRef: z.string(),
    files: z.array(z.string()).describe('The files with conflicts; empty when all are solved'),
  }),
  /** The combined state of the code host's checks of the pull request's last commit has changed. */
  checks: z.object({
    number: z.int(),
    commit: z.string(),
    state: z
      .enum(['running', 'passed', 'failed'])
      .describe(
        '`running` as long as one check runs, `failed` if one has failed and none runs any more, as in the job',
      ),
    isWhole: z.boolean().default(true).describe('False if there are more checks than were read'),
    running: z.int(),
    passed: z.int(),
    failed: z.int(),
    failing: z
      .array(z.object({ name: z.string(), link: z.string().nullable() }))
      .describe('The first of the failed ones'),
  }),
  completed: z.object({
    prLink: z.string().nullable(),
    summary: z.string(),
    outcome: JobOutcome.shape.kind.nullable().default(null).describe('The outcome of the turn, as in the job'),
    usage: TurnUsage.nullable().default(null).describe('What the whole job has used so far'),
  }),
  failed: JobFailure,
  archived: z.object({ by: z.enum(['person', 'api', 'operator', 'merge', 'close', 'idle']) }),
} as const;

export type EventType = keyof typeof eventData;

/** What is stored of an event. Fields with a default were added later, and may be absent. */
export type EventData<T extends EventType = EventType> = z.input<(typeof eventData)[T]>;

function event<T extends EventType>(type: T, data: (typeof eventData)[T]) {
  return z.object({
    sequence: z.int().describe('Counts from 1 within a job; the `Last-Event-ID` of the event stream'),
    at: z.iso.datetime({ offset: false }),
    type: z.literal(type),
    data,
  });
}

/** One entry of a job's transcript. */
export const JobEvent = z
  .discriminatedUnion('type', [
    event('message', eventData.message),
    event('turn_started', eventData.turn_started),
    event('step', eventData.step),
    event('compacted', eventData.compacted),
    event('noted', eventData.noted),
    event('checked', eventData.checked),
    event('pushed', eventData.pushed),
    event('pull_request', eventData.pull_request),
    event('put_off', eventData.put_off),
    event('conflict', eventData.conflict),
    event('checks', eventData.checks),
    event('completed', eventData.completed),
    event('failed', eventData.failed),
    event('archived', eventData.archived),
  ])
  .meta({ id: 'JobEvent' });

export type JobEvent = z.infer<typeof JobEvent>;

/** The sequence number of an entry, as `after` and as `Last-Event-ID`. PostgreSQL's integer limits it. */
export const EventSequence = integerParameter({ minimum: 0, maximum: 2_147_483_647 });

/** The query of the transcript as JSON: entries after `after`, oldest first. */
export const EventListQuery = z.object({
  after: EventSequence.default(0),
  limit: integerParameter({ minimum: 1, maximum: 500 }).default(100),
});

/** Why an active job is not being worked on at the moment. It is computed on request, and is in no transcript. */
export const JobWaiting = z
  .object({
    reason: z
      .enum(['project_limit', 'limit', 'no_worker', 'other_machine', 'shared_files', 'put_off', 'queued'])
      .describe(
        '`project_limit`: the project has the maximum number of jobs in progress; `limit`: all projects together have it; ' +
          '`no_worker`: no worker is running; `other_machine`: no worker is running on the machine that has the repository; ' +
          '`shared_files`: its change is ready, and waits for other jobs that change the same files; ' +
          '`put_off`: a fault that may pass stopped it; `queued`: the next free worker takes it',
      ),
    ahead: z.int().min(0).describe('Jobs of the same project that come before it'),
    until: z.iso
      .datetime({ offset: false })
      .nullable()
      .describe(
        'When a job that was put off is tried again, or when a job that waits for others continues without them',
      ),
    detail: z.string().describe('The reason in a sentence or two'),
    jobs: z.array(z.string()).optional().describe('The ids of the jobs that it waits for; only with `shared_files`'),
  })
  .meta({ id: 'JobWaiting' });

export type JobWaiting = z.infer<typeof JobWaiting>;

/** What the model has written so far of a step that is not yet in the transcript. */
const JobWriting = z.object({
  step: z.int().describe('The number that the step will have'),
  text: z.string(),
});

/** A piece of that text, which the event stream sends while the model writes. */
export const JobText = z.object({
  step: z.int(),
  offset: z
    .int()
    .min(0)
    .describe(
      'UTF-16 code units of the step that came before this text; 0 starts the step again: replace what was shown of it',
    ),
  text: z.string(),
});

export type JobText = z.infer<typeof JobText>;

export const EventList = z
  .object({
    events: z.array(JobEvent),
    hasMore: z.boolean(),
    waiting: JobWaiting.nullable().describe(
      'Why no worker works on the job; null if one does, and if the job has ended',
    ),
    writing: JobWriting.nullable().describe(
      'What the model is writing at the moment, if its answer is streamed; null if nothing is known',
    ),
  })
  .meta({ id: 'EventList' });

export type EventList = z.infer<typeof EventList>;
