import {
  EventList,
  FileDiff,
  Job,
  JobDiff,
  JobEvent,
  JobFailure,
  JobList,
  JobStatus,
  Problem,
  PromptRequest,
} from '@copydesk/contract';
import { z } from 'zod';

/** A JSON schema (draft 2020-12, which OpenAPI 3.1 takes as it is). */
export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** Shapes that stand by their name under `components.schemas`; all others are written out where they are used. */
const named = { EventList, FileDiff, Job, JobDiff, JobEvent, JobFailure, JobList, JobStatus, Problem, PromptRequest };

/** The schemas of `components.schemas`. */
export function componentSchemas(): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(named)) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, { uri: schemaAddress, override: simplify });
  return Object.fromEntries(Object.entries(schemas).map(([id, schema]) => [id, withoutAddresses(schema)]));
}

/** A schema where it is used: a reference when it has a name. `input` is what a client sends, before defaults. */
export function schemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const name = Object.entries(named).find(([, one]) => one === schema)?.[0];
  if (name !== undefined) return { $ref: schemaAddress(name) };
  return withoutAddresses(z.toJSONSchema(schema, { io, override: simplify, metadata: z.registry() }));
}

function schemaAddress(id: string): string {
  return `#/components/schemas/${id}`;
}

/**
 * Takes out what would mislead: replies may gain fields, dates have a format besides a pattern of 300 characters, and
 * the bounds of JavaScript's integers are not the API's.
 */
function simplify({ jsonSchema }: { jsonSchema: JsonSchema }): void {
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
  if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
}

function withoutAddresses({ $schema: _, $id: __, ...schema }: JsonSchema): JsonSchema {
  return schema;
}
