import type { JsonSchema, OpenApi } from './document.ts';

/** A field of a request or response body, by its path: `source.repository`, `views[].human`. */
export interface Field {
  name: string;
  type: string;
  description: string;
  isRequired: boolean;
}

/** How deep nested fields are listed. The examples show the rest. */
const deepestListed = 2;

/** Lists the fields of a schema, nested ones after their parent. */
export function fieldsOf(schema: JsonSchema, api: OpenApi): Field[] {
  return listFields(schema, api, { prefix: '', depth: 0 });
}

function listFields(schema: JsonSchema, api: OpenApi, { prefix, depth }: { prefix: string; depth: number }): Field[] {
  const { object, suffix } = objectWithin(schema, api);
  const properties = object?.['properties'];
  if (!isRecord(properties)) return [];
  const required = object?.['required'];
  return Object.entries(properties).flatMap(([key, value]) => {
    if (!isRecord(value)) return [];
    const name = `${prefix}${suffix}${key}`;
    const field: Field = {
      name,
      type: typeOf(value, api),
      description: textAt(value, 'description') ?? textAt(resolveReference(value, api), 'description') ?? '',
      isRequired: Array.isArray(required) && required.includes(key),
    };
    const inner = depth + 1 < deepestListed ? listFields(value, api, { prefix: `${name}.`, depth: depth + 1 }) : [];
    return [field].concat(inner);
  });
}

/**
 * Returns the single object in a schema: the schema itself, the item of a list, or the alternative to null; the suffix
 * is `[].` for a list.
 */
function objectWithin(schema: JsonSchema, api: OpenApi): { object: JsonSchema | undefined; suffix: string } {
  const whole = resolveReference(schema, api);
  const items = whole['items'];
  if (isRecord(items)) return { object: objectWithin(items, api).object, suffix: '[].' };
  const choices = choicesOf(whole, api);
  const [only, ...others] = choices.filter((one) => one['type'] !== 'null');
  if (choices.length > 0) {
    return only === undefined || others.length > 0 ? { object: undefined, suffix: '' } : objectWithin(only, api);
  }
  return { object: isRecord(whole['properties']) ? whole : undefined, suffix: '' };
}

/** Describes a type in a few words of Markdown: `string`, `"open"` or `"closed"`, `integer or null`. */
export function typeOf(schema: JsonSchema, api: OpenApi): string {
  const whole = resolveReference(schema, api);
  const constants = Array.isArray(whole['enum']) ? whole['enum'] : 'const' in whole ? [whole['const']] : undefined;
  if (constants !== undefined) return constants.map((one) => `\`${JSON.stringify(one)}\``).join(', ');
  const items = whole['items'];
  if (isRecord(items)) return `list of ${typeOf(items, api)}`;
  const choices = choicesOf(whole, api).map((one) => typeOf(one, api));
  if (choices.length > 0) return [...new Set(choices)].join(' or ');
  return textAt(whole, 'type') ?? 'any JSON';
}

function choicesOf(schema: JsonSchema, api: OpenApi): JsonSchema[] {
  const choices = schema['anyOf'] ?? schema['oneOf'];
  return Array.isArray(choices) ? choices.filter(isRecord).map((one) => resolveReference(one, api)) : [];
}

function resolveReference(schema: JsonSchema, api: OpenApi): JsonSchema {
  const name = textAt(schema, '$ref')?.replace('#/components/schemas/', '');
  return name === undefined ? schema : (api.components.schemas[name] ?? {});
}

/** Describes the bounds of a parameter: `1 to 100; 20 unless given`. */
export function boundsOf({ minimum, maximum, default: usual }: JsonSchema): string {
  const bounds =
    typeof minimum === 'number' && typeof maximum === 'number' && maximum < 1e9 ? `${minimum} to ${maximum}` : '';
  const unlessGiven = usual === undefined ? '' : `${JSON.stringify(usual)} unless given`;
  return [bounds, unlessGiven].filter((one) => one !== '').join('; ');
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textAt(schema: JsonSchema, key: string): string | undefined {
  const value = schema[key];
  return typeof value === 'string' ? value : undefined;
}
