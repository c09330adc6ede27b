import { expect, test } from 'vitest';
import { preferredFormat, prefersEventStream } from '../../src/http/replies/accept.ts';

test.each([
  'text/event-stream',
  'Text/Event-Stream',
  'text/event-stream, */*',
  'text/event-stream, application/json',
  'application/json;q=0.5, text/event-stream',
  'text/event-stream;q=0.9, application/json;q=0.1, */*;q=1',
  'text/event-stream;charset=utf-8',
  'text/html, text/event-stream;q=0.2',
])('%s asks for a stream', (accept) => {
  expect(prefersEventStream(accept)).toBe(true);
});

test.each([
  undefined,
  '',
  '*/*',
  'text/*',
  'application/json',
  'text/html',
  'text/event-stream;q=0',
  'text/event-stream;q=banana',
  'application/json, text/event-stream;q=0.9',
  'text/event-stream;q=0.5, application/*;q=0.6',
])('%s does not', (accept) => {
  expect(prefersEventStream(accept)).toBe(false);
});

test.each([
  ['text/csv', 'csv'],
  ['Text/CSV; charset=utf-8; header=present', 'csv'],
  ['application/x-ndjson', 'ndjson'],
  ['text/csv, */*', 'csv'],
  ['text/csv, */*;q=0.1', 'csv'],
  ['text/csv, application/json', 'csv'],
  ['application/json, text/csv', 'json'],
  ['application/json;q=0.9, text/csv', 'csv'],
  ['text/csv;q=0.8, application/x-ndjson', 'ndjson'],
  ['application/x-ndjson, text/csv', 'ndjson'],
  ['text/csv;q=0.5, */*', 'json'],
  ['text/csv;q=0.5, */*;q=0.5', 'csv'],
  ['text/csv;q=0', 'json'],
  ['text/csv;q=2', 'json'],
  ['text/csv;q=0, application/x-ndjson;q=0.1', 'ndjson'],
  ['text/*', 'json'],
  ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'json'],
  ['application/xml', 'json'],
  ['*/*', 'json'],
  ['', 'json'],
  [undefined, 'json'],
  [',,;;q=', 'json'],
])('%s asks for %s', (accept, format) => {
  expect(preferredFormat(accept)).toBe(format);
});
