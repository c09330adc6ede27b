import { z } from 'zod';
import { ModelProvider } from './model-keys.ts';
import { projectSettings } from './project-settings.ts';

const TokenPrices = z.object({
  input: z.number(),
  cachedInput: z.number(),
  cacheWrite: z.number(),
  output: z.number(),
});

/** The settings of a project that name a model. */
export const modelSettingNames = ['model', 'helperModel', 'questionsModel'] as const;

/** What is known to be wrong with models that a project names. Jobs may fail because of it. */
export const ModelWarnings = z
  .array(z.object({ setting: z.enum(modelSettingNames), model: z.string(), detail: z.string() }))
  .describe('What seems to be wrong with the models of the settings, as far as it is known without calling them');

/** The model providers that a project's jobs can use, and the models whose price is known. */
export const ModelOverview = z
  .object({
    model: z.string().describe('The model that new jobs get'),
    state: z
      .enum(['ready', 'built_in', 'unknown', 'not_configured'])
      .describe(
        'What is known of it without calling it. `built_in`: it understands only the documented instructions; `unknown`: its ' +
          'provider may or may not have it; `not_configured`: jobs fail',
      ),
    warnings: ModelWarnings,
    providers: z.array(
      z.object({
        provider: ModelProvider,
        keyFrom: z
          .string()
          .nullable()
          .describe('Where its key comes from, never the key itself; null if there is none'),
        address: z.string().nullable().describe('The base address of its API'),
        ready: z.boolean().describe('Whether jobs can use it'),
        missing: z.string().describe('What is missing; empty if nothing is'),
      }),
    ),
    prices: z
      .array(
        TokenPrices.extend({
          model: z.string(),
          from: z.string().describe('The day from which it applies'),
          long: TokenPrices.extend({ above: z.int().describe('Tokens of a request') })
            .nullable()
            .describe('What longer requests cost; null if they cost the same'),
          source: z.string(),
        }),
      )
      .describe('In US dollars for a million tokens'),
  })
  .meta({ id: 'ModelOverview' });

export type ModelOverview = z.infer<typeof ModelOverview>;

export const ModelCheckRequest = z
  .object({
    model: projectSettings.model
      .unwrap()
      .optional()
      .describe('The model to try; the one that new jobs get when absent'),
  })
  .meta({ id: 'ModelCheckRequest' });

export type ModelCheckRequest = z.infer<typeof ModelCheckRequest>;

/** The result of checking a model. */
export const CheckedModel = z
  .object({
    model: z.string(),
    ok: z.boolean().describe('Whether jobs could use it'),
    findings: z
      .array(
        z.object({
          name: z.string(),
          result: z.enum(['ok', 'warning', 'failed']).describe('`warning`: jobs run anyway'),
          detail: z.string(),
        }),
      )
      .describe('What was tried, in order'),
    usage: z.object({
      inputTokens: z.int(),
      outputTokens: z.int(),
      costUsd: z.number().nullable().describe('Null if the price is unknown'),
    }),
  })
  .meta({ id: 'CheckedModel' });

export type CheckedModel = z.infer<typeof CheckedModel>;
