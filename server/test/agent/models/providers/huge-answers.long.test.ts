import { describe, expect, test } from 'vitest';
import { modelServer } from '../../../support/model-server.ts';
import { streamOf } from '../../../support/model-streams.ts';
import { ask, failure, modelAt, names } from './rig.ts';

const call = (id: number, input = '{"path":"docs/a.md"}') => ({ id: `call_${id}`, tool: 'read_file', input });
const many = (count: number) => Array.from({ length: count }, (_, id) => call(id));
const argument = (characters: number) => JSON.stringify({ path: 'docs/a.md', content: 'x'.repeat(characters) });

describe.each(names)('%s', (name) => {
  test('an answer of 20,000 tool calls is refused, and the job reports it', async () => {
    await using server = await modelServer(() => ({ stream: [streamOf(name, { calls: many(20_000) }).join('')] }));
    const { code, retryable, message } = await failure(await modelAt(name, server.url));
    expect({ code, retryable }).toEqual({ code: 'model_failed', retryable: false });
    expect(message).toMatch(/more than (1000 tool calls|8 MB) at once.* Send a message to try again/);
  });

  test('an argument of 60 MB is refused before it is parsed', async () => {
    await using server = await modelServer(() => ({ stream: streamOf(name, { calls: [call(1, argument(60e6))] }) }));
    const { code, retryable, message } = await failure(await modelAt(name, server.url));
    expect({ code, retryable }).toEqual({ code: 'model_failed', retryable: false });
    expect(message).toContain('answered with more than 8 MB at once');
  });

  test('five calls of a megabyte each exceed the limit of an answer', async () => {
    const calls = [1, 2, 3, 4, 5].map((id) => call(id, argument(1e6)));
    await using server = await modelServer(() => ({ stream: streamOf(name, { calls }) }));
    const { message } = await failure(await modelAt(name, server.url));
    expect(message).toMatch(/more than (4 million characters|8 MB) at once/);
  });

  test('a long answer is read completely, however its characters are split', async () => {
    const whole = streamOf(name, { text: 'Ä page.', calls: [call(1, argument(500_000)), ...many(300)] }).join('');
    const stream = Array.from({ length: Math.ceil(whole.length / 3_001) }, (_, at) =>
      whole.slice(at * 3_001, (at + 1) * 3_001),
    );
    await using server = await modelServer(() => ({ stream }));
    const answer = await ask(await modelAt(name, server.url));
    expect(answer.text).toBe('Ä page.');
    expect(answer.calls).toHaveLength(301);
    expect(answer.calls[0]?.input).toEqual({ path: 'docs/a.md', content: 'x'.repeat(500_000) });
  });

  test('an argument that is nested a hundred thousand deep is not accepted as input', async () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    const stream = streamOf(name, { calls: [call(1, '{"path":"deep"}')] });
    await using server = await modelServer(() => ({
      stream: stream.map((event) => event.replaceAll(/\\?"deep\\?"/g, deep)),
    }));
    const asked = ask(await modelAt(name, server.url));
    // Google sends inputs as JSON within the answer itself, which is then not parsed.
    const outcome = await asked.then(({ calls }) => calls, String);
    expect(JSON.stringify(outcome)).toMatch(
      /^\[\{"id":"call_1","tool":"read_file","keptAs":"read_file"\}\]$|500 levels/,
    );
  });
});

test('a thousand calls with the same id each get an id of their own', async () => {
  const name = 'openai/gpt-5';
  const calls = Array.from({ length: 1_000 }, () => call(1));
  await using server = await modelServer(() => ({ stream: streamOf(name, { calls }) }));
  const answer = await ask(await modelAt(name, server.url));
  expect(new Set(answer.calls.map(({ id }) => id)).size).toBe(1_000);
});
