import { z } from 'zod';
import { portablePattern } from './portable-pattern.ts';

/** A JSON schema (draft 2020-12, which OpenAPI 3.1 uses unchanged). */
export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** Converts schemas that may refer to each other. */
export function toJsonSchemas(schemas: Record<string, z.core.$ZodType>): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(schemas)) registry.add(schema, { id });
  const converted = z.toJSONSchema(registry, { uri: schemaAddress, io: 'input', override: simplify }).schemas;
  return Object.fromEntries(Object.entries(converted).map(([name, schema]) => [name, withoutAddresses(schema)]));
}

/** Converts the fields of an object. A shape that has a name is a reference to it in the document. */
export function fieldsToJsonSchemas(schema: z.ZodObject): [name: string, field: JsonSchema][] {
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', override: simplifyField });
  return Object.entries(properties).map(([name, field]) => {
    if (typeof field === 'boolean') throw new TypeError(`The field ${name} of the contract has no schema`);
    return [name, field];
  });
}

/** For one schema alone, zod points to its own definitions. */
function simplifyField(converted: Parameters<typeof simplify>[0]): void {
  simplify(converted);
  const { jsonSchema } = converted;
  jsonSchema.$ref &&= jsonSchema.$ref.replace(/^#\/\$defs\//, schemaAddress(''));
}

/** Returns the address of a named shape in the document. */
export function schemaAddress(id: string): string {
  return `#/components/schemas/${id}`;
}

/**
 * Removes what would mislead: dates have a format besides a pattern of 300 characters, and the limits of JavaScript's
 * integers are not limits of the API. Adds the defaults of parameters, which zod omits from input schemas.
 */
function simplify({ jsonSchema, zodSchema }: { jsonSchema: JsonSchema; zodSchema: z.core.$ZodTypes }): void {
  if (zodSchema instanceof z.ZodDefault) jsonSchema.default = zodSchema.def.defaultValue;
  if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
  for (const one of [jsonSchema, ...(jsonSchema.allOf ?? [])])
    if (typeof one === 'object' && one.pattern !== undefined) one.pattern = portablePattern(one.pattern);
  // A record whose keys are known is an object with these properties.
  if (zodSchema instanceof z.ZodRecord && jsonSchema.required !== undefined) {
    const { additionalProperties: value = {} } = jsonSchema;
    jsonSchema.properties = Object.fromEntries(jsonSchema.required.map((key) => [key, value]));
    jsonSchema.additionalProperties = false;
    delete jsonSchema.propertyNames;
  }
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
}

function withoutAddresses(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => key !== '$schema' && key !== '$id'));
}
