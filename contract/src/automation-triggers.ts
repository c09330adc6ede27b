import { z } from 'zod';

/** Five fields of a cron expression, or `@daily` and its like; what they mean is checked where they are used. */
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

/** At fixed times, whatever has happened. */
export const ScheduleTrigger = z
  .strictObject({ kind: z.literal('schedule'), ...times('0 6 * * 1') })
  .meta({ id: 'ScheduleTrigger' });

export type ScheduleTrigger = z.output<typeof ScheduleTrigger>;

/** Paths that readers asked for and that are not there. */
export const NotFoundTrigger = z
  .strictObject({
    kind: z.literal('not_found'),
    ...times('0 6 * * 1'),
    from: z.enum(['ai', 'people', 'both']).default('both').describe('Whose look-ups count'),
    minReaders: z.int().min(1).max(100).default(3).describe('How many different readers must have asked for a path'),
    days: z.int().min(1).max(90).default(7).describe('How far back look-ups count'),
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

/** A merge or push in a context repository. */
export const ProductChangedTrigger = z
  .strictObject({
    kind: z.literal('product_changed'),
    repositories: z
      .array(z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/))
      .max(10)
      .default([])
      .describe('Names of context repositories; all of the project when empty'),
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
      .describe('Patterns such as `src/**` of which a change must touch one; any path when empty'),
    needed: Labels.default(['docs-needed']).describe('Labels of a pull request by which it counts, whatever its paths'),
    never: Labels.default(['no-docs']).describe('Labels by which it does not, whatever else'),
    ask: z.boolean().default(true).describe('Whether a model is asked first whether a change concerns readers'),
  })
  .meta({ id: 'ProductChangedTrigger' });

export type ProductChangedTrigger = z.output<typeof ProductChangedTrigger>;

/** What begins the work of an automation. */
export const AutomationTrigger = z
  .discriminatedUnion('kind', [ScheduleTrigger, NotFoundTrigger, ProductChangedTrigger])
  .meta({ id: 'AutomationTrigger' });

export type AutomationTrigger = z.output<typeof AutomationTrigger>;

/** The kinds of automations, by the names that the API has for them. */
export const automationKinds = AutomationTrigger.options.map(({ shape }) => shape.kind.value);

export type AutomationKind = AutomationTrigger['kind'];
