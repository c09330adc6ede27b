import { expect, test } from 'vitest';
import { prefersEventStream } from '../../src/http/accept.ts';

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
