import { expect, test } from 'vitest';
import { withCallSettings } from '../../../../src/wiring/job/call-settings.ts';
import type { ProjectCalls } from '../../../../src/wiring/job/call-settings.ts';
import { modelServer } from '../../../support/model-server.ts';
import { streamOf } from '../../../support/model-streams.ts';
import { ask, modelAt, names } from './rig.ts';

const unset: ProjectCalls = {
  maxOutputTokens: null,
  effort: null,
  temperature: null,
  parallelCalls: null,
  images: 'auto',
};

async function bodyOf(name: string, calls: Partial<ProjectCalls>): Promise<Record<string, unknown>> {
  await using server = await modelServer(() => ({ stream: streamOf(name, { text: 'Done.' }) }));
  await ask(withCallSettings(await modelAt(name, server.url), { ...unset, ...calls }));
  return server.requests[0]?.body ?? {};
}

test.each(names)('%s gets an unchanged request if nothing is set', async (name) => {
  await using server = await modelServer(() => ({ stream: streamOf(name, { text: 'Done.' }) }));
  await ask(await modelAt(name, server.url));
  expect(await bodyOf(name, {})).toEqual(server.requests[0]?.body);
});

test.each<[name: string, calls: Partial<ProjectCalls>, sent: object]>([
  ['anthropic/claude-sonnet-5-5', { maxOutputTokens: 5000 }, { max_tokens: 5000 }],
  ['openai/gpt-5', { maxOutputTokens: 5000 }, { max_output_tokens: 5000 }],
  ['google/gemini-2.5-pro', { maxOutputTokens: 5000 }, { generationConfig: { maxOutputTokens: 5000 } }],
  ['compatible/llama3', { maxOutputTokens: 5000 }, { max_tokens: 5000 }],
  ['anthropic/claude-3-5-haiku-latest', { temperature: 0.2 }, { temperature: 0.2 }],
  ['google/gemini-2.5-pro', { temperature: 0.2 }, { generationConfig: { temperature: 0.2 } }],
  ['compatible/llama3', { temperature: 0.2 }, { temperature: 0.2 }],
  ['openai/gpt-5', { effort: 'low' }, { reasoning: { effort: 'low' } }],
  ['compatible/llama3', { effort: 'high' }, { reasoning_effort: 'high' }],
  ['anthropic/claude-sonnet-5-5', { parallelCalls: false }, { tool_choice: { disable_parallel_tool_use: true } }],
  ['openai/gpt-5', { parallelCalls: false }, { parallel_tool_calls: false }],
  ['compatible/llama3', { parallelCalls: false }, { parallel_tool_calls: false }],
  ['compatible/llama3', { parallelCalls: true }, { parallel_tool_calls: true }],
])('%s with %j is sent %j', async (name, calls, sent) => {
  expect(await bodyOf(name, calls)).toMatchObject(sent);
});

test.each([
  ['anthropic/claude-sonnet-5-5', 'thinking'],
  ['google/gemini-2.5-pro', 'generationConfig.thinkingConfig'],
])('%s gets the effort in its own format', async (name, where) => {
  expect(await bodyOf(name, { effort: 'high' })).toHaveProperty(where);
  expect(await bodyOf(name, {})).not.toHaveProperty(where);
});

test('settings of a provider stay beside others that are set', async () => {
  const openai = await bodyOf('openai/gpt-5', { parallelCalls: true });
  expect(openai).toMatchObject({ store: false, parallel_tool_calls: true });
  const anthropic = await bodyOf('anthropic/claude-sonnet-5-5', { parallelCalls: false });
  expect(anthropic.cache_control).toEqual({ type: 'ephemeral' });
});
