import { describe, expect, test } from 'vitest';
import { plainModel } from '../../../src/agent/model.ts';
import { isModelName, resolveModel } from '../../../src/agent/models/registry.ts';
import { scriptedModel } from '../../support/scripted-model.ts';

const model = plainModel('builtin/copyeditor', scriptedModel([]));
const factories = { 'builtin/copyeditor': () => model };
const sources = { factories };

describe('the registry of models', () => {
  test('opens the model of a name', async () => {
    expect(await resolveModel('builtin/copyeditor', sources)).toBe(model);
  });

  test.each(['anthropic/claude-sonnet-4-5', 'builtin/other', 'constructor/x'])('%s is not configured', async (name) => {
    await expect(resolveModel(name, sources)).rejects.toThrow(
      `The model ${name} is not configured. Available here: builtin/copyeditor.`,
    );
  });

  test('a name in another form is rejected', async () => {
    await expect(resolveModel('claude', sources)).rejects.toThrow('"claude" is not the name of a model');
  });

  test.each([
    ['openai-compatible/llama3.1:8b', true],
    ['a/b', true],
    ['a', false],
    ['a/', false],
    ['/b', false],
    ['A/b', false],
    ['a/b c', false],
    ['compatible/meta-llama/Llama-3.1-70B', true],
    ['compatible/@cf/meta/llama-3-8b-instruct', true],
    ['openai/ft:gpt-4.1:acme::Abc123', true],
    ['google/../../secrets', false],
    [`a/${'b'.repeat(198)}`, true],
    [`a/${'b'.repeat(199)}`, false],
  ])('%s is a name: %s', (name, expected) => {
    expect(isModelName(name)).toBe(expected);
  });
});
