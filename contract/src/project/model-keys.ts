import { z } from 'zod';

export const ModelProvider = z.enum(['anthropic', 'openai', 'google', 'compatible']).meta({ id: 'ModelProvider' });

/** A project's own key for a model provider. It is only ever sent to Copydesk, and never returned. */
export const ModelKeyRequest = z
  .object({
    key: z
      .string()
      .min(1)
      .max(1_000)
      .optional()
      .describe('The key; required if the provider answers nobody without one'),
    baseUrl: z.string().min(1).max(2_000).optional().describe('The address of the API, if it is not the usual one'),
  })
  .meta({ id: 'ModelKeyRequest' });

export type ModelKeyRequest = z.infer<typeof ModelKeyRequest>;

export const ModelKey = z
  .object({
    provider: ModelProvider,
    baseUrl: z.string().nullable(),
    hint: z.string().describe('The last four characters of the key; empty if there is none'),
    updatedAt: z.iso.datetime({ offset: false }),
  })
  .meta({ id: 'ModelKey' });

export type ModelKey = z.infer<typeof ModelKey>;

export const ModelKeyList = z.object({ keys: z.array(ModelKey) }).meta({ id: 'ModelKeyList' });
