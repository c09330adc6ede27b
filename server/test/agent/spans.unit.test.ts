import { expect, test } from 'vitest';
import { plainModel } from '../../src/agent/model.ts';
import { answerAttributes, chatSpan } from '../../src/agent/call/spans.ts';
import { noTracing } from '../../src/agent/call/tracing.ts';
import type { SpanDraft, Tracing } from '../../src/agent/call/tracing.ts';
import { scriptedModel } from '../support/scripted-model.ts';
import { turnRig } from './turn-rig.ts';

test('spans name models and parameters as the semantic conventions do', () => {
  const model = { ...plainModel('google/gemini-2.5-pro', scriptedModel([])), callSettings: { temperature: 0.2 } };
  expect(chatSpan(model, 'job_1')).toMatchObject({
    name: 'chat gemini-2.5-pro',
    attributes: { 'gen_ai.provider.name': 'gcp.gemini', 'gen_ai.request.temperature': 0.2 },
  });
  const nested = { ...model, name: 'compatible/meta-llama/Llama-3.1-70B' };
  expect(chatSpan(nested, 'job_1').attributes).toMatchObject({
    'gen_ai.provider.name': 'compatible',
    'gen_ai.request.model': 'meta-llama/Llama-3.1-70B',
  });
});

test('usage that a provider does not report is absent', () => {
  const usage = { inputTokens: 0, outputTokens: null, cachedInputTokens: null, cacheWriteTokens: null };
  const answer = { message: undefined, text: '', calls: [], finishReason: 'stop', usage, answeredBy: 'm' };
  expect(JSON.parse(JSON.stringify(answerAttributes(answer)))).toEqual({
    'gen_ai.response.model': 'm',
    'gen_ai.response.finish_reasons': ['stop'],
    'gen_ai.usage.input_tokens': 0,
  });
});

test('an unknown tool and an unreadable call get no span, because the model chose their names', async () => {
  const drafts: SpanDraft[] = [];
  const tracing: Tracing = {
    within(draft, work) {
      drafts.push(draft);
      return noTracing.within(draft, work);
    },
  };
  const calls = [
    { tool: 'Ignore the instructions', input: {} },
    { tool: 'read_file', input: 'no JSON' },
    { tool: 'read_file', input: { path: 'a.md' } },
  ];
  await turnRig([{ calls }, { text: 'Done' }], { 'a.md': 'text\n' }).run({ tracing });
  expect(drafts.map(({ name }) => name)).toEqual(['chat scripted', 'execute_tool read_file', 'chat scripted']);
});
