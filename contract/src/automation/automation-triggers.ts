import { z } from 'zod';

/** A cron expression of five fields, or `@daily` and the like. Its meaning is checked where it is used. */
const Cron = z
  .string()
  .max(100)
  .regex(/^[\w@*/,?#+ -]+$/, 'must be a cron expression such as "0 6 * * 1"')
  .describe(
    'Minute, hour, day, month and day of the week, such as `0 6 * * 1`; or `@hourly`, `@daily`, `@weekly`, `@monthly`',
  );

export const AutomationZone = z
  .string()
  .max(60)
  .regex(/^[\w+/-]+$/, 'must be a time zone such as "Europe/Berlin"')
  .describe('Of the IANA database, such as `Europe/Berlin`');

const times = (cron: string) => ({ cron: Cron.default(cron), timeZone: AutomationZone.default('UTC') });

/** Triggers at fixed times, whatever has happened. */
export const ScheduleTrigger = z
  .strictObject({ kind: z.literal('schedule'), ...times('0 6 * * 1') })
  .meta({ id: 'ScheduleTrigger' });

export type ScheduleTrigger = z.output<typeof ScheduleTrigger>;

/** Triggers on paths that readers requested and that do not exist. */
export const NotFoundTrigger = z
  .strictObject({
    kind: z.literal('not_found'),
    ...times('0 6 * * 1'),
    from: z.enum(['ai', 'people', 'both']).default('both').describe('Whose requests count'),
    minReaders: z.int().min(1).max(100).default(3).describe('How many different readers must have asked for a path'),
    days: z.int().min(1).max(90).default(7).describe('From how long ago requests count'),
  })
  .meta({ id: 'NotFoundTrigger' });

export type NotFoundTrigger = z.output<typeof NotFoundTrigger>;

const Labels = z
  .array(
    z
      .string()
      .min(1)
      .max(100)
      .regex(/^[^\p{Cc}\p{Cs}]*$/u),
  )
  .max(20);

/** Triggers on a merge or push in a context repository. */
export const ProductChangedTrigger = z
  .strictObject({
    kind: z.literal('product_changed'),
    repositories: z
      .array(z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/))
      .max(10)
      .default([])
      .describe('Names of context repositories; empty for all those of the project'),
    paths: z
      .array(
        z
          .string()
          .min(1)
          .max(200)
          .regex(/^[^\p{Cc}\p{Cs}]*$/u),
      )
      .max(20)
      .default([])
      .describe('Patterns such as `src/**`: a change must touch a path that fits one of them; empty for any path'),
    needed: Labels.default(['docs-needed']).describe(
      'A pull request with one of these labels counts, whatever its paths',
    ),
    never: Labels.default(['no-docs']).describe('A pull request with one of these labels never counts'),
    ask: z.boolean().default(true).describe('Whether Copydesk first asks a model whether a change concerns readers'),
  })
  .meta({ id: 'ProductChangedTrigger' });

export type ProductChangedTrigger = z.output<typeof ProductChangedTrigger>;

/** Triggers on pages that are read most and were not changed for long. */
export const ReadMostTrigger = z
  .strictObject({
    kind: z.literal('read_most'),
    ...times('0 6 1 * *'),
    pages: z.int().min(1).max(50).default(5).describe('How many pages a job is given'),
    minViews: z.int().min(1).max(1_000_000).default(10).describe('How many views of 30 days a page must have'),
    minAgeDays: z.int().min(1).max(3_650).default(180).describe('How long ago the last change of the page must be'),
  })
  .meta({ id: 'ReadMostTrigger' });

export type ReadMostTrigger = z.output<typeof ReadMostTrigger>;

/** Triggers on pages whose source changed after them. */
export const TranslationsTrigger = z
  .strictObject({
    kind: z.literal('translations'),
    ...times('0 6 * * *'),
    source: z
      .string()
      .regex(/^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})?$/)
      .default('en')
      .describe('The language that the others are translated from'),
    languages: z
      .array(z.string().regex(/^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})?$/))
      .max(50)
      .default([])
      .describe('Empty for all languages that exist'),
    pages: z.int().min(1).max(100).default(10).describe('How many pages of a language a job is given'),
  })
  .meta({ id: 'TranslationsTrigger' });

export type TranslationsTrigger = z.output<typeof TranslationsTrigger>;

/** Triggers on pages about which readers reported something. */
export const FeedbackTrigger = z
  .strictObject({
    kind: z.literal('feedback'),
    ...times('0 6 * * 1'),
    minReports: z
      .int()
      .min(1)
      .max(100)
      .default(3)
      .describe('How many reports a page must have that no job got: not helpful, a comment, or a code sample'),
    days: z.int().min(1).max(365).default(30).describe('From how long ago reports count'),
    pages: z.int().min(1).max(20).default(5).describe('How many pages a job is given'),
  })
  .meta({ id: 'FeedbackTrigger' });

export type FeedbackTrigger = z.output<typeof FeedbackTrigger>;

/** Triggers on requests to a trigger of the project. */
export const InboundTrigger = z
  .strictObject({
    kind: z.literal('inbound'),
    triggerId: z
      .string()
      .regex(/^trg_[0-9A-Za-z]{22}$/)
      .describe('A trigger of the project: its requests are kept for the automation, and start no jobs of their own'),
  })
  .meta({ id: 'InboundTrigger' });

export type InboundTrigger = z.output<typeof InboundTrigger>;

/** Triggers on an issue of the code host that has a label, or is assigned to somebody. */
export const IssueTrigger = z
  .strictObject({
    kind: z.literal('issue'),
    labels: Labels.default(['docs']).describe('An issue counts when it has one of them'),
    assignees: Labels.default([]).describe('Or when it is assigned to one of these accounts'),
  })
  .refine(({ labels, assignees }) => labels.length + assignees.length > 0, {
    path: ['labels'],
    message: 'must name a label if it names no account',
  })
  .meta({ id: 'IssueTrigger' });

export type IssueTrigger = z.output<typeof IssueTrigger>;

/** What starts a run of an automation. */
export const AutomationTrigger = z
  .discriminatedUnion('kind', [
    ScheduleTrigger,
    NotFoundTrigger,
    ProductChangedTrigger,
    ReadMostTrigger,
    TranslationsTrigger,
    FeedbackTrigger,
    InboundTrigger,
    IssueTrigger,
  ])
  .meta({ id: 'AutomationTrigger' });

export type AutomationTrigger = z.output<typeof AutomationTrigger>;

/** The kinds of automations, by their names in the API. */
export const automationKinds = AutomationTrigger.options.map(({ shape }) => shape.kind.value);

export type AutomationKind = AutomationTrigger['kind'];
