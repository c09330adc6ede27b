import { z } from 'zod';
import { errorCodes } from '../errors.ts';
import { JobMerge } from './merge-policy.ts';
import { integerParameter, textParameter } from '../query.ts';

/** `prj_` and 22 base62 characters. */
export const ProjectId = z.string().regex(/^prj_[0-9A-Za-z]{22}$/);

/** `job_` and 26 characters of Crockford's base32 in lower case: time-ordered, opaque. */
export const JobId = z.string().regex(/^job_[0-9a-hjkmnp-tv-z]{26}$/, 'must be the id of a job');

export const JobStatus = z.enum(['active', 'completed', 'archived', 'failed']).meta({ id: 'JobStatus' });

export type JobStatus = z.infer<typeof JobStatus>;

/** Why a job failed; null unless it did. */
export const JobFailure = z
  .object({
    code: z.enum(errorCodes),
    detail: z.string(),
    retryable: z.boolean().describe('Whether a follow-up message with the same instruction may succeed'),
  })
  .meta({ id: 'JobFailure' });

export type JobFailure = z.infer<typeof JobFailure>;

const Timestamp = z.iso.datetime({ offset: false }).describe('ISO 8601, UTC');

/** The outcome of a job, which people read first. */
export const JobOutcome = z
  .object({
    kind: z
      .enum(['changed', 'answered', 'nothing_to_do', 'declined', 'needs_answer', 'failed'])
      .describe(
        '`changed`: there is a pull request; the next four belong to a job whose last turn changed nothing, by what its ' +
          'model said at the end: it `answered` what was only asked, there was `nothing_to_do`, it `declined`, or it ' +
          '`needs_answer`, by a message; `failed`: see `error`',
      ),
    text: z.string().describe('The last text of the model, at most 2,000 characters; for a failure, its detail'),
  })
  .meta({ id: 'JobOutcome' });

export type JobOutcome = z.infer<typeof JobOutcome>;

/** The last pull request that a job has delivered, with its state as far as it is known. */
export const JobPullRequest = z
  .object({
    number: z.int(),
    state: z.enum(['open', 'draft', 'merged', 'closed']),
    url: z.string(),
    merge: JobMerge.optional().describe('Told of jobs alone, where the project has a merge policy'),
  })
  .meta({ id: 'JobPullRequest' });

export type JobPullRequest = z.infer<typeof JobPullRequest>;

/** The latest known results of the code host's automation for the last commit of a job's pull request. */
export const JobChecks = z
  .object({
    commit: z.string(),
    state: z
      .enum(['running', 'passed', 'failed'])
      .describe(
        '`running` as long as one check runs, or may run because not all were read; `failed` if one has failed and none of those ' +
          'that were read runs any more',
      ),
    isWhole: z
      .boolean()
      .describe('False if there are more checks than Copydesk reads: the others count neither as passed nor as failed'),
    counts: z
      .object({ running: z.int(), passed: z.int(), failed: z.int(), skipped: z.int() })
      .describe('Of all checks that were read, also of those that `checks` does not list'),
    checks: z
      .array(
        z.object({
          name: z.string(),
          state: z
            .enum(['running', 'passed', 'failed', 'skipped'])
            .describe('`skipped`: neither passed nor failed, such as a check that is allowed to fail'),
          link: z.string().nullable(),
          summary: z.string().nullable(),
        }),
      )
      .describe(
        'Failed ones first; at most 30. In a list of jobs only failed ones, at most 3, with a `summary` of null',
      ),
    previews: z
      .array(z.object({ name: z.string(), link: z.string() }))
      .describe('Links to deployments of the commit; at most 10, in a list of jobs at most 3'),
  })
  .meta({ id: 'JobChecks' });

export type JobChecks = z.infer<typeof JobChecks>;

/** Who asked for a job. */
export const JobAuthor = z
  .object({
    kind: z
      .enum(['person', 'key', 'command', 'system'])
      .describe("`command`: somebody on the server's own terminal; `system`: Copydesk itself"),
    id: z.string().nullable().describe('Of the person or the API key'),
    name: z.string(),
  })
  .meta({ id: 'JobAuthor' });

export type JobAuthor = z.infer<typeof JobAuthor>;

/** The job whose change this one carries: it undoes the change, or makes it on another branch. */
export const JobMadeFrom = z
  .object({
    kind: z
      .enum(['undo', 'backport'])
      .describe('`undo`: it reverts the change of the other job; `backport`: it makes that change on another branch'),
    job: z.string().describe('The id of the other job'),
    page: z.url().describe('The page of the other job, for people'),
  })
  .meta({ id: 'JobMadeFrom' });

export type JobMadeFrom = z.infer<typeof JobMadeFrom>;

/** Another job whose open pull request changes some of the same files. */
export const JobSharing = z
  .object({
    job: z.string().describe('The id of the other job'),
    page: z.url().describe('The page of the other job, for people'),
    title: z.string().describe('Of its pull request'),
    pullRequest: JobPullRequest,
    files: z.array(z.string()).describe('The files that both change; at most 20'),
    filesInAll: z.int(),
  })
  .meta({ id: 'JobSharing' });

export type JobSharing = z.infer<typeof JobSharing>;

/** An agent job, as every agent endpoint returns it. */
export const Job = z
  .object({
    id: z.string(),
    status: JobStatus,
    source: z.object({
      repository: z.string().describe('The full URL of the repository, without credentials'),
      ref: z.string().describe('The branch that the agent works on'),
    }),
    model: z.string(),
    prLink: z
      .url()
      .nullable()
      .describe('The pull request. Null while the job is active, and null if no file was changed'),
    createdAt: Timestamp,
    archivedAt: Timestamp.nullable(),
    error: JobFailure.nullable(),
    outcome: JobOutcome.nullable().describe('Null while the job is active, and if it was archived before its end'),
    pullRequest: JobPullRequest.nullable(),
    checks: JobChecks.nullable().describe('Null if no code host has reported anything yet'),
    page: z.url().describe('The page of the job, for people'),
    author: JobAuthor.nullable().describe('Null if that was not recorded'),
    madeFrom: JobMadeFrom.nullable().describe('Null unless it undoes or backports another job'),
    sharesFilesWith: z
      .array(JobSharing)
      .optional()
      .describe(
        'Other jobs with open pull requests into the same branch that change the same files, newest first, at most 10; ' +
          'only in the answers of `getJob` and `listJobs`, for jobs whose pull request is open',
      ),
    summary: z.string().describe('The beginning of the first prompt: at most 500 characters'),
  })
  .meta({ id: 'Job' });

export type Job = z.infer<typeof Job>;

/** The query of the list of jobs: newest first, a page of up to 100. */
export const JobListQuery = z.object({
  status: JobStatus.optional(),
  author: textParameter({ maximum: 100 })
    .optional()
    .describe('The id of the person or API key that created the jobs; `command` for those of the terminal'),
  q: textParameter({ maximum: 200 })
    .optional()
    .describe('Words of the `summary`, or their beginnings: a job is listed if it has all of them'),
  limit: integerParameter({ minimum: 1, maximum: 100 }).default(20),
  cursor: JobId.optional().describe('The `nextCursor` of the page before'),
});

export const JobList = z
  .object({
    jobs: z.array(Job),
    nextCursor: z.string().nullable().describe('Give it as `cursor` for the next page; null on the last page'),
  })
  .meta({ id: 'JobList' });

export type JobList = z.infer<typeof JobList>;

/** One changed file of a job, compared with the commit that the job started from. */
export const FileDiff = z
  .object({
    path: z.string(),
    oldPath: z.string().nullable().describe('Set when the file was moved'),
    change: z.enum(['added', 'modified', 'deleted', 'renamed']),
    binary: z.boolean(),
    additions: z.int(),
    deletions: z.int(),
    patch: z.string().describe('Unified diff hunks; empty for binary files'),
  })
  .meta({ id: 'FileDiff' });

export type FileDiff = z.infer<typeof FileDiff>;

export const JobDiff = z
  .object({
    baseCommit: z.string().nullable(),
    headCommit: z.string().nullable().describe('Null while the change is not committed'),
    additions: z.int(),
    deletions: z.int(),
    files: z.array(FileDiff),
  })
  .meta({ id: 'JobDiff' });

export type JobDiff = z.infer<typeof JobDiff>;

const Amount = z.number().min(0);

/** US dollars per million tokens. */
const TokenPrices = z.object({
  input: Amount,
  cachedInput: Amount.describe('What the model reads from the cache'),
  cacheWrite: Amount.describe('What the model writes to the cache'),
  output: Amount,
});

export type TokenPrices = z.infer<typeof TokenPrices>;

/** The price of a model from a day on, in US dollars per million tokens. */
export const ModelPrice = TokenPrices.extend({
  from: z.iso.date().describe('The day from which the price applies'),
  long: TokenPrices.extend({ above: z.int() })
    .nullable()
    .describe('The price of a whole call that reads more than this number of tokens; null if that makes no difference'),
  source: z.string().describe('Where the price is published, or the setting that names it'),
});

export type ModelPrice = z.infer<typeof ModelPrice>;

const HelperUsage = z.object({
  model: z.string(),
  calls: z.int(),
  inputTokens: z.int(),
  outputTokens: z.int(),
  costUsd: Amount.nullable().describe('In US dollars; null if the price of the model is unknown'),
  prices: z.array(ModelPrice),
});

/** What a job has used, and what it may use before it stops; null for no limit. */
export const JobUsage = z
  .object({
    steps: z.int().describe('Model calls over the whole life of the job, as are all fields outside of `budget`'),
    inputTokens: z.int().describe('All tokens that the model read, including those from its cache'),
    cachedInputTokens: z.int().describe('Of the tokens that were read, those that came from the cache'),
    cacheWriteTokens: z.int().describe('Of the tokens that were read, those that were written to the cache'),
    outputTokens: z.int(),
    costUsd: Amount.nullable().describe('In US dollars; null if the price of the model is unknown'),
    prices: z
      .array(ModelPrice)
      .describe('The prices that the cost was counted with, by the days of the steps; empty when they are not known'),
    helpers: z
      .array(HelperUsage)
      .optional()
      .describe(
        'What helper models have used; absent if there were none. Tokens and cost include it, `steps` and `prices` do not',
      ),
    workSeconds: Amount.describe('The time that the steps took, without waiting'),
    budget: z
      .object({
        steps: z.object({ limit: z.int().nullable(), used: z.int() }),
        tokens: z.object({ limit: z.int().nullable(), used: z.int() }),
        usd: z.object({ limit: Amount.nullable(), used: Amount.nullable() }),
        minutes: z.object({ limit: Amount.nullable(), used: Amount }),
      })
      .describe(
        'Since the last message to the job while it was completed or failed: such a message starts a new budget',
      ),
  })
  .meta({ id: 'JobUsage' });

export type JobUsage = z.infer<typeof JobUsage>;
