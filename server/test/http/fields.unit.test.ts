import {
  AutomationRequest,
  CollectRequest,
  EventListQuery,
  IdempotentHeaders,
  JobListQuery,
  JobRequest,
  PromptRequest,
  TimeseriesQuery,
  ViewsQuery,
  isCopydeskError,
} from '@copydesk/contract';
import type { FieldError } from '@copydesk/contract';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { checkFields } from '../../src/http/checks/fields.ts';

const Prompt = z.object({ body: PromptRequest, headers: IdempotentHeaders });

test.each<[unknown, string]>([
  [null, ''],
  ['text', ''],
  [[], ''],
  [[{ prompt: 'x' }], ''],
  [{}, '/prompt'],
  [{ prompt: null }, '/prompt'],
  [{ prompt: 7 }, '/prompt'],
  [{ prompt: ['x'] }, '/prompt'],
  [{ prompt: '' }, '/prompt'],
  [{ prompt: ' \n\t\u00a0' }, '/prompt'],
  [{ prompt: 'a\0b' }, '/prompt'],
  [{ prompt: '\ud800' }, '/prompt'],
  [{ prompt: 'x'.repeat(32_001) }, '/prompt'],
  [JSON.parse('{"__proto__":{"prompt":"x"}}'), '/prompt'],
])('names the place of what is wrong with %j', (body, pointer) => {
  expect(errorsOf(Prompt, { body, headers: {} }).map((error) => error.pointer)).toEqual([pointer]);
});

test('accepts 32,000 code points, and unknown fields', () => {
  const prompt = '🦊'.repeat(32_000);
  expect(checkFields(Prompt, { body: { prompt, model: 'x' }, headers: {} }).body).toEqual({ prompt });
});

test('names the header, and reports everything at once', () => {
  const errors = errorsOf(Prompt, { body: {}, headers: { 'idempotency-key': 'a b' } });
  expect(errors).toHaveLength(2);
  expect(errors.find((error) => error.header === 'Idempotency-Key')?.detail).toMatch(/1 to 255 visible ASCII/);
  expect(errors.find((error) => error.pointer === '/prompt')?.detail).toBe('is missing; it must be a string');
});

test.each<[z.ZodObject, Record<string, unknown>, string, RegExp]>([
  [JobListQuery, { limit: ['1', '2'] }, 'limit', /more than once/],
  [JobListQuery, { status: ['active', 'failed'] }, 'status', /more than once/],
  [JobListQuery, { cursor: ['a', 'a'] }, 'cursor', /more than once/],
  [JobListQuery, { status: 'done' }, 'status', /one of active, completed, archived, failed/],
  [JobListQuery, { limit: '1e1' }, 'limit', /whole number from 1 to 100/],
  [JobListQuery, { cursor: '' }, 'cursor', /the id of a job/],
  [JobListQuery, { cursor: 'x'.repeat(201) }, 'cursor', /the id of a job/],
  [EventListQuery, { after: '-1' }, 'after', /whole number from 0/],
])('names the parameter: %#', (query, given, parameter, detail) => {
  expect(errorsOf(z.object({ query }), { query: given })).toEqual([
    { parameter, detail: expect.stringMatching(detail) },
  ]);
});

test('ignores unknown parameters, even if given twice', () => {
  const { query } = checkFields(z.object({ query: JobListQuery }), { query: { page: ['1', '2'] } });
  expect(query).toEqual({ limit: 20 });
});

function errorsOf(schema: z.ZodObject, parts: object): FieldError[] {
  try {
    checkFields(schema, parts);
  } catch (error) {
    if (isCopydeskError(error, 'invalid_request')) return error.errors;
  }
  return [];
}

test.each([
  ['a known one', { status: 'active' }],
  ['a name of its own', { page: '1', cursors: '', state: 'active', st: '1', _: '1' }],
])('accepts %s', (_, query) => {
  const Query = z.object({ status: z.string().optional(), path: z.string().optional() });
  expect(checkFields(z.object({ query: Query }), { query }).query).toEqual('status' in query ? query : {});
});

test('suggests the parameter that is similar to an unknown one', () => {
  const Query = z.object({ dateFrom: z.string().optional(), path: z.string() }).superRefine(() => {});
  expect(errorsOf(z.object({ query: Query }), { query: { 'date-from': 'x', dateForm: 'x', Path: '/a' } })).toEqual([
    { parameter: 'date-from', detail: 'is not known here; did you mean "dateFrom"?' },
    { parameter: 'dateForm', detail: 'is not known here; did you mean "dateFrom"?' },
    { parameter: 'Path', detail: 'is not known here; did you mean "path"?' },
    { parameter: 'path', detail: 'is missing; it must be a string' },
  ]);
});

test.each<[z.ZodType, unknown, { pointer: string; detail: string }]>([
  [JobRequest, { prompt: 'x', Ref: 'v2' }, { pointer: '/Ref', detail: 'is not known here; did you mean "ref"?' }],
  [
    CollectRequest,
    { path: '/a', statuss: 404 },
    { pointer: '/statuss', detail: 'is not known here; did you mean "status"?' },
  ],
  [
    CollectRequest,
    [{ path: '/a' }, { path: '/b', user_agent: 'curl/8' }],
    { pointer: '/1/user_agent', detail: 'is not known here; did you mean "userAgent"?' },
  ],
  [
    AutomationRequest,
    { trigger: { kind: 'schedule', Cron: '0 9 * * 1' } },
    { pointer: '/trigger/Cron', detail: 'is not known here; did you mean "cron"?' },
  ],
])('suggests the field that is similar to an unknown one: %#', (body, given, error) => {
  expect(errorsOf(z.object({ body }), { body: given })).toContainEqual(error);
});

test.each<[z.ZodType, unknown]>([
  [CollectRequest, { path: '/a', headers: { Paths: '1', 'User-Agent': 'curl/8' }, extra: { Path: '/' } }],
  [z.strictObject({ name: z.string(), also: z.unknown() }), { name: 'x', also: { Name: 'y' } }],
])('accepts names of any kind where the schema takes any: %#', (body, given) => {
  expect(errorsOf(z.object({ body }), { body: given })).toEqual([]);
});

test('says once what is wrong with a name that a strict schema does not know', () => {
  const body = z.strictObject({ title: z.string().optional() });
  expect(errorsOf(z.object({ body }), { body: { titel: 'x', other: 1 } })).toEqual([
    { pointer: '/titel', detail: 'is not known here; did you mean "title"?' },
    { pointer: '/other', detail: 'is not known here; leave it out' },
  ]);
});

test('refuses a time zone where only the timeseries has one', () => {
  const query = { timeZone: 'Europe/Berlin' };
  expect(errorsOf(z.object({ query: ViewsQuery }), { query })).toEqual([
    { parameter: 'timeZone', detail: expect.stringMatching(/^is only for the timeseries/) },
  ]);
  expect(errorsOf(z.object({ query: TimeseriesQuery }), { query })).toEqual([]);
});

test('compares every unknown name, however many there are and however long', () => {
  const others = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`other${index}`, 1]));
  const body = { prompt: 'x', ...others, ['x'.repeat(200_000)]: 1, Ref: 'v2' };
  expect(errorsOf(z.object({ body: JobRequest }), { body })).toEqual([
    { pointer: '/Ref', detail: 'is not known here; did you mean "ref"?' },
  ]);
});
