import { z } from 'zod';
import { errorCodes } from './errors.ts';
import { JobFailure, JobOutcome } from './job.ts';
import { integerParameter } from './query.ts';

const ToolUse = z.object({
  tool: z.string(),
  summary: z.string().describe('The call in a few words, such as `read docs/index.md`'),
  ok: z.boolean(),
  result: z.string().describe('The first lines of what the tool answered'),
});

const Tokens = z.int().nullable();

/** The usage of one model call; null for what the provider does not report. */
export const StepUsage = z.object({
  inputTokens: Tokens.describe('All that the model read, from its cache too'),
  outputTokens: Tokens,
  cachedInputTokens: Tokens.default(null).describe('Of those that were read, those that came from the cache'),
  cacheWriteTokens: Tokens.default(null).describe('Of those that were read, those that were put into the cache'),
});

export type StepUsage = z.infer<typeof StepUsage>;

/** One call of a helper model. */
export const HelperCall = z.object({ model: z.string(), usage: StepUsage });

export type HelperCall = z.infer<typeof HelperCall>;

const TurnUsage = z.object({
  steps: z.int(),
  helpers: z.array(z.string()).optional().describe('Helper models whose use is in it; absent without any'),
  inputTokens: z.int(),
  cachedInputTokens: z.int(),
  outputTokens: z.int(),
  costUsd: z.number().min(0).nullable().describe('In US dollars; null when it is not known what the model costs'),
});

const MessageOrigin = z.object({
  kind: z
    .enum(['comment', 'checks'])
    .default('comment')
    .describe('`checks`: Copydesk sent it by itself, since checks of the pull request failed'),
  author: z.string().describe('The name of the account at the code host; `checks` of checks'),
  link: z.string().describe('The address of the comment, or of the first check that failed'),
});

const NotJudged = z.object({
  because: z.string().describe('Why it is not known, as the end of "… because …"'),
  count: z.int(),
  example: z.string().describe('One of them, as `path:line target`, `path target` or a path'),
});

/** What a check of docs has covered, and what it could not judge. */
export const CheckCoverage = z.object({
  site: z
    .object({ label: z.string(), isRecognised: z.boolean() })
    .nullable()
    .default(null)
    .describe('The kind of the site; where none was recognised, links are taken to lead as code hosts follow them'),
  links: z.int().describe('Links of the site that were looked at, anchors and images among them'),
  notJudged: z.array(NotJudged).describe('Links of which nobody knows whether they lead somewhere'),
  others: z
    .array(NotJudged.extend({ what: z.string().describe('In the singular, such as `import` or `data file`') }))
    .default([])
    .describe('What else could not be judged'),
  leftAlone: z
    .array(z.object({ kind: z.string(), files: z.int() }))
    .default([])
    .describe('Files of the docs in languages that are not read'),
  notUsed: z
    .array(z.string())
    .optional()
    .describe(
      'What was to be used and could not be, such as a sitemap or rules of style; absent when there is nothing',
    ),
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
      .describe('Who wrote it at the code host; null when it came by the API'),
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
    step: z.int().describe('The step before which that was done'),
    results: z.int().describe('Results and inputs of tool calls that were shortened'),
    characters: z.int().describe('By how much the conversation became shorter'),
  }),
  /** Something that people should know, but that does not stop the job. */
  noted: z.object({ detail: z.string() }),
  /** The docs were checked, the state before against the state after. */
  checked: z.object({
    problems: z
      .array(z.string())
      .describe('Problems that the change introduced: they stop a delivery, unless all of them are contested'),
    warnings: z.array(z.string()),
    repairRound: z.int(),
    contested: z
      .array(z.object({ problem: z.string(), reason: z.string().describe("In the model's own words") }))
      .default([])
      .describe('Those of the problems that the model says are none'),
    coverage: CheckCoverage.default({ site: null, links: 0, notJudged: [], others: [], leftAlone: [] }).describe(
      'Of the pages that changed, and of those whose links the change may have broken',
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
    files: z.array(z.string()).describe('The files with conflicts; empty when there are none any more'),
  }),
  /** The combined state of the code host's checks of the pull request's last commit has changed. */
  checks: z.object({
    number: z.int(),
    commit: z.string(),
    state: z
      .enum(['running', 'passed', 'failed'])
      .describe(
        '`running` as long as one is, `failed` when one has failed and none is running any more, as in the job',
      ),
    isWhole: z.boolean().default(true).describe('False where there are more than were read'),
    running: z.int(),
    passed: z.int(),
    failed: z.int(),
    failing: z
      .array(z.object({ name: z.string(), link: z.string().nullable() }))
      .describe('The first of those that have failed'),
  }),
  completed: z.object({
    prLink: z.string().nullable(),
    summary: z.string(),
    outcome: JobOutcome.shape.kind.nullable().default(null).describe('What came of it, as in the job'),
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
        '`project_limit`: as many jobs of the project are at work as may be; `limit`: as many of all projects; ' +
          '`no_worker`: no worker is running; `other_machine`: none is on the machine that has the repository; ' +
          '`shared_files`: its change is ready, and waits for other jobs that change the same files; ' +
          '`put_off`: something that may pass stood in its way; `queued`: it is taken as soon as a worker is free',
      ),
    ahead: z.int().min(0).describe('Jobs of the same project that come first'),
    until: z.iso
      .datetime({ offset: false })
      .nullable()
      .describe('When a job that was put off is tried again, and when one that waits for others goes on without them'),
    detail: z.string().describe('The same in a sentence or two'),
    jobs: z.array(z.string()).optional().describe('The ids of the jobs that it waits for; with `shared_files` alone'),
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
    .describe('UTF-16 code units of the step that came before; 0 begins it, and what was shown of it is replaced'),
  text: z.string(),
});

export type JobText = z.infer<typeof JobText>;

export const EventList = z
  .object({
    events: z.array(JobEvent),
    hasMore: z.boolean(),
    waiting: JobWaiting.nullable().describe('Why the job is not worked on; null when it is, and when it has ended'),
    writing: JobWriting.nullable().describe(
      'What the model is writing at this moment, when it writes bit by bit; null when nothing is known of it',
    ),
  })
  .meta({ id: 'EventList' });

export type EventList = z.infer<typeof EventList>;
