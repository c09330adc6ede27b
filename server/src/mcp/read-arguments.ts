import { CopydeskError, endpoints } from '@copydesk/contract';
import type { Endpoint, FieldError } from '@copydesk/contract';
import type { RequestParameters } from './api.ts';
import type { InputSchema } from './input-schema.ts';
import type { Tool } from './tools.ts';

/** The arguments of a tool call: the request to its endpoint, and the arguments that belong to the tool itself. */
export interface ToolArguments {
  /** Without the project when the call names none. */
  parameters: RequestParameters;
  project: string | undefined;
  own: Record<string, string>;
}

/**
 * Turns the arguments of a call into the request that they describe. It checks only the names and types of values: the
 * endpoint validates the values, as for every other client.
 *
 * @throws CopydeskError `invalid_request`
 */
export function readArguments({ endpoint: name, query = [] }: Tool, schema: InputSchema, given: object): ToolArguments {
  const errors = faultsOf(schema, given);
  if (errors.length > 0) {
    const faults = errors.map(({ pointer = '', detail }) => `The argument "${pointer}" ${detail}.`);
    throw new CopydeskError('invalid_request', faults.join(' '), { errors });
  }
  const endpoint: Endpoint = endpoints[name];
  const entries = Object.entries(given).map(([key, value]): [string, string] => [key, String(value)]);
  const values = Object.fromEntries(entries);
  const rest = entries.filter(([key]) => !elsewhere.has(key));
  const inQuery = rest.filter(([key]) => query.includes(key));
  return {
    project: values['project'],
    own: Object.fromEntries(rest),
    parameters: {
      path: {
        ...(values['job'] !== undefined && { id: values['job'] }),
        ...(values['automation'] !== undefined && { automationId: values['automation'] }),
      },
      query: Object.fromEntries(inQuery),
      ...(endpoint.body && { body: bodyOf(given) }),
      ...(values['idempotencyKey'] !== undefined && { headers: { 'idempotency-key': values['idempotencyKey'] } }),
    },
  };
}

/** Arguments that are sent in the path or in headers, not in the body. */
const elsewhere = new Set(['project', 'job', 'automation', 'idempotencyKey']);

/** Returns the body's fields unchanged: they may be numbers, booleans and objects. */
function bodyOf(given: object): object {
  return Object.fromEntries(Object.entries(given).filter(([key]) => !elsewhere.has(key)));
}

/** How many faults are reported: a call may have thousands of arguments. */
const maximumFaults = 20;

function faultsOf({ properties, required }: InputSchema, given: object): FieldError[] {
  const missing = required.filter((key) => !Object.hasOwn(given, key));
  const faults = Object.entries(given).flatMap(([key, value]: [string, unknown]): FieldError[] => {
    const pointer = `/${key.slice(0, 100).toWellFormed().replaceAll('~', '~0').replaceAll('/', '~1')}`;
    const schema = Object.hasOwn(properties, key) ? properties[key] : undefined;
    if (schema === undefined)
      return [{ pointer, detail: `is not known; there are ${Object.keys(properties).join(', ')}` }];
    const { isFit, words } = kindOf(schema.type);
    return isFit(value) ? [] : [{ pointer, detail: `must be ${words}` }];
  });
  const all = [...missing.map((key) => ({ pointer: `/${key}`, detail: 'is missing' })), ...faults];
  return all.slice(0, maximumFaults);
}

interface ValueKind {
  isFit: (value: unknown) => boolean;
  words: string;
}

/** Returns the kind of value that a JSON schema type accepts. A schema without a type is one of several objects. */
function kindOf(type: unknown): ValueKind {
  switch (type) {
    case 'integer':
      return { isFit: isNumber, words: 'a whole number' };
    case 'boolean':
      return { isFit: (value) => typeof value === 'boolean', words: 'true or false' };
    case 'string':
      return { isFit: (value) => typeof value === 'string', words: 'a text' };
    default:
      return { isFit: (value) => typeof value === 'object' && value !== null, words: 'an object' };
  }
}

/** Whether a value is a number, or a number written as a string, as some models do. The endpoint accepts both. */
function isNumber(value: unknown): boolean {
  return Number.isSafeInteger(value) || (typeof value === 'string' && /^\d{1,15}$/.test(value));
}
