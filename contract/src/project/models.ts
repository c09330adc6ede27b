import { z } from 'zod';
import { ModelProvider } from './model-keys.ts';
import { projectSettings } from './project-settings.ts';

const TokenPrices = z.object({
  input: z.number(),
  cachedInput: z.number(),
  cacheWrite: z.number(),
  output: z.number(),
});

/** The model providers that a project's jobs can use, and the models whose price is known. */
export const ModelOverview = z
  .object({
    model: z.string().describe('The model that new jobs get'),
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
