import { CopydeskError } from '@copydesk/contract';
import type { FieldError } from '@copydesk/contract';
import { z } from 'zod';
import { headerName } from '../replies/header-name.ts';
import { findNearNames } from './near-names.ts';
import type { NearName } from './near-names.ts';

/** The parts of a request that have fields, as they arrived. */
export interface RequestParts {
  body?: unknown;
  query?: unknown;
  headers?: unknown;
}

/**
 * Checks 400: parses the parts of a request by their schema, `z.object({ body, query, headers })`. All errors are
 * reported at once. Parameters and fields that the schema does not know are ignored, unless the schema is strict, or the
 * name is nearly one that it knows.
 *
 * @throws CopydeskError `invalid_request`.
 */
export function checkFields<T extends z.ZodObject>(schema: T, parts: RequestParts): z.output<T> {
  const parsed = schema.safeParse(parts, { reportInput: true });
  const names = [...nearNames(schema, parts, 'query'), ...nearNames(schema, parts, 'body')];
  const near = [...names.map(nearError), ...misplacedIn(schema, parts)];
  if (parsed.success && near.length === 0) return parsed.data;
  const told = new Set(near.map(({ pointer }) => pointer));
  const others = (parsed.error?.issues ?? []).flatMap(fieldErrorsOf);
  const found = [...near, ...others.filter(({ pointer, detail }) => detail !== notKnown || !told.has(pointer))];
  const errors = found.slice(0, maximumErrors);
  const more = found.length > maximumErrors ? ` There are ${found.length - maximumErrors} more errors.` : '';
  throw new CopydeskError('invalid_request', errors.map(sentenceOf).join(' ') + more, { errors });
}

/** How many errors are reported: a batch may have one in each of a thousand entries. */
const maximumErrors = 20;

/** How much of an unknown field's name is reported: it may be any text. */
const longestName = 100;

function nearNames({ shape }: z.ZodObject, parts: RequestParts, part: 'query' | 'body'): NearName[] {
  const schema = shape[part];
  if (schema === undefined) return [];
  return findNearNames(schema, parts[part]).map(({ path, meant }) => ({ path: [part, ...path], meant }));
}

function nearError({ path: [part, ...path], meant }: NearName): FieldError {
  const detail = `is not known here; did you mean "${meant}"?`;
  return part === 'query' ? { parameter: String(path[0]), detail } : { pointer: pointerOf(path), detail };
}

/** Ignored, it would give other numbers than those that were asked for. */
const zoneElsewhere =
  'is only for the timeseries; other counts have bounds in UTC. Leave it out, or give "dateFrom" and "dateTo" with an offset';

function misplacedIn({ shape: { query: schema } }: z.ZodObject, { query }: RequestParts): FieldError[] {
  const isUnknown = schema instanceof z.ZodObject && 'dateFrom' in schema.shape && !('timeZone' in schema.shape);
  const isGiven = typeof query === 'object' && query !== null && 'timeZone' in query;
  return isUnknown && isGiven ? [{ parameter: 'timeZone', detail: zoneElsewhere }] : [];
}

const notKnown = 'is not known here; leave it out';

function fieldErrorsOf(issue: z.core.$ZodIssue): FieldError[] {
  if (issue.code !== 'unrecognized_keys') return [fieldErrorOf(issue)];
  const [, ...path] = issue.path;
  return issue.keys.map((key) => ({
    pointer: pointerOf([...path, key.slice(0, longestName).toWellFormed()]),
    detail: notKnown,
  }));
}

function fieldErrorOf(issue: z.core.$ZodIssue): FieldError {
  const [part, ...path] = issue.path;
  const detail = detailOf(issue);
  if (part === 'query') return { parameter: String(path[0]), detail };
  if (part === 'headers') return { header: headerName(String(path[0])), detail };
  return { pointer: pointerOf(path), detail };
}

/** Returns a JSON pointer (RFC 6901); empty for the whole body. */
function pointerOf(path: readonly PropertyKey[]): string {
  return path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

function detailOf(issue: z.core.$ZodIssue): string {
  const given = issue.input;
  if (issue.path[0] === 'query' && Array.isArray(given)) return 'is given more than once; give it once';
  if (issue.code === 'invalid_type')
    return `${given === undefined ? 'is missing; it ' : ''}must be ${noun(issue.expected)}`;
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.map(String).join(', ')}`;
  if (issue.code === 'too_small')
    return issue.origin === 'string' ? 'must not be empty' : `must be at least ${issue.minimum}`;
  if (issue.code === 'too_big') return tooBig(issue);
  return issue.message;
}

function tooBig({ origin, maximum }: z.core.$ZodIssueTooBig): string {
  const most = `at most ${maximum.toLocaleString('en')}`;
  if (origin === 'string') return `must have ${most} characters`;
  return origin === 'array' ? `must have ${most} entries` : `must be ${most}`;
}

function noun(type: string): string {
  return `${/^[aeio]/.test(type) ? 'an' : 'a'} ${type}`;
}

function sentenceOf({ pointer, parameter, header, detail }: FieldError): string {
  if (header !== undefined) return `The header "${header}" ${detail}.`;
  if (parameter !== undefined) return `The parameter "${parameter}" ${detail}.`;
  return pointer === '' || pointer === undefined ? `The body ${detail}.` : `The field "${pointer}" ${detail}.`;
}
