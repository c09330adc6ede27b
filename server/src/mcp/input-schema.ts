import { endpoints } from '@copydesk/contract';
import type { Endpoint } from '@copydesk/contract';
import { z } from 'zod';
import type { Tool } from './tools.ts';

/** The JSON schema of each argument, as JSON. */
const Fields = z.record(z.string(), z.looseObject({}).catchall(z.json()));

type Field = z.infer<typeof Fields>[string];

/** The JSON schema of a tool's arguments, taken from the endpoint's definition in the contract. */
export interface InputSchema extends Record<string, unknown> {
  type: 'object';
  properties: Record<string, Field>;
  required: string[];
  additionalProperties: false;
}

/** The arguments that belong to the tool and not to an endpoint. */
const ofKinds: Record<NonNullable<Tool['kind']>, Record<string, Field>> = {
  follow: {
    after: { type: 'integer', minimum: 0, description: 'Only what has happened after this; the `next` of an answer' },
    waitSeconds: { type: 'integer', minimum: 0, maximum: 50, default: 25, description: 'How long to wait at most' },
  },
  diff: { path: { type: 'string', description: 'The diff of this file alone' } },
  pages: {},
  readability: {},
};

const project: Field = {
  type: 'string',
  pattern: '^prj_',
  description: 'The id of the project; not needed with a key that is for one project',
};

const job: Field = { type: 'string', pattern: '^job_', description: 'The id of the job' };

const automation: Field = { type: 'string', pattern: '^aut_', description: 'The id of the automation' };

const idempotencyKey: Field = {
  type: 'string',
  maxLength: 255,
  description: 'Any text of your choice: the same call with the same one does nothing a second time',
};

/**
 * Makes the input schema of a tool. Call it once per tool: without sessions, every client requests the list of tools
 * again.
 */
export function inputSchemaOf({ endpoint: name, query = [], kind }: Tool): InputSchema {
  const endpoint: Endpoint = endpoints[name];
  const { fields } = fieldsOf(endpoint.query);
  const body = fieldsOf(endpoint.body);
  const inPath = endpoint.path.includes('{id}');
  const ofAutomation = endpoint.path.includes('{automationId}');
  return {
    type: 'object',
    properties: {
      ...(inPath && { job }),
      ...(ofAutomation && { automation }),
      ...body.fields,
      ...Object.fromEntries(query.flatMap((one) => (fields[one] === undefined ? [] : [[one, fields[one]]]))),
      ...(kind && ofKinds[kind]),
      ...(endpoint.headers?.shape['idempotency-key'] !== undefined && { idempotencyKey }),
      ...(endpoint.path.includes('{projectId}') && { project }),
    },
    required: [...(inPath ? ['job'] : []), ...(ofAutomation ? ['automation'] : []), ...body.required],
    additionalProperties: false,
  };
}

/**
 * Returns the fields of an object schema with each `$ref` replaced by its definition: some model providers accept no
 * references.
 */
function fieldsOf(schema: z.ZodType | undefined): { fields: Record<string, Field>; required: string[] } {
  if (!(schema instanceof z.ZodObject)) return { fields: {}, required: [] };
  // A new object has no registered name, so it is not put into the definitions itself.
  const unnamed = z.object(schema.shape);
  const { properties, $defs = {}, required = [] } = z.toJSONSchema(unnamed, { io: 'input', override: withDefault });
  const definitions = Fields.parse($defs);
  const entries = Object.entries(Fields.parse(properties));
  return {
    fields: Object.fromEntries(entries.map(([name, field]) => [name, inlineField(field, definitions)])),
    required,
  };
}

function inlineField(field: Field, definitions: Record<string, Field>): Field {
  const { $ref, ...own } = field;
  const name = typeof $ref === 'string' ? $ref.split('/').at(-1) : undefined;
  const { id: _, ...referred } = (name !== undefined && definitions[name]) || {};
  return Object.fromEntries(
    Object.entries({ ...referred, ...own }).map(([key, value]) => [key, withinPlace(value, definitions)]),
  );
}

/** Replaces the references inside a field's value too. This ends, because no schema of the contract is recursive. */
function withinPlace(value: Json, definitions: Record<string, Field>): Json {
  if (Array.isArray(value)) return value.map((one) => withinPlace(one, definitions));
  if (typeof value !== 'object' || value === null) return value;
  return inlineField(value, definitions);
}

type Json = Field[string];

interface Override {
  jsonSchema: z.core.JSONSchema.BaseSchema;
  zodSchema: z.core.$ZodTypes;
}

function withDefault({ jsonSchema, zodSchema }: Override): void {
  if (zodSchema instanceof z.ZodDefault) jsonSchema.default = zodSchema.def.defaultValue;
}
