import { z } from 'zod';

/** The parts of an OpenAPI document that the reference shows. */
const Schema = z.record(z.string(), z.unknown());

const Content = z.object({ schema: Schema.optional(), example: z.unknown().optional() });

const Parameter = z.object({
  name: z.string(),
  in: z.enum(['path', 'query', 'header']),
  required: z.boolean(),
  description: z.string().optional(),
  schema: Schema,
});

const Response = z.object({ description: z.string(), content: z.record(z.string(), Content).optional() });

/** What the addresses have in common is referred to, and described once. */
const Responses = z
  .record(z.string(), z.looseObject({}))
  .transform((all) => Object.fromEntries(Object.entries(all).filter(([, response]) => !('$ref' in response))))
  .pipe(z.record(z.string(), Response));

const Operation = z.object({
  operationId: z.string(),
  tags: z.array(z.string()),
  summary: z.string(),
  description: z.string(),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  parameters: z.array(Parameter),
  requestBody: z.object({ content: z.record(z.string(), Content) }).optional(),
  responses: Responses,
});

export const OpenApi = z.object({
  servers: z.array(z.object({ url: z.string() })),
  tags: z.array(z.object({ name: z.string(), description: z.string() })),
  paths: z.record(z.string(), z.record(z.string(), Operation)),
  components: z.object({ schemas: z.record(z.string(), Schema) }),
});

export type OpenApi = z.infer<typeof OpenApi>;
export type Operation = z.infer<typeof Operation>;
export type Parameter = z.infer<typeof Parameter>;
export type JsonSchema = z.infer<typeof Schema>;
