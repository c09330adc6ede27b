import { describe, expect, test } from 'vitest';
import { plainModel } from '../../../src/agent/model.ts';
import { isModelName, resolveModel } from '../../../src/agent/models/registry.ts';
import { scriptedModel } from '../../support/scripted-model.ts';

const model = plainModel('builtin/copyeditor', scriptedModel([]));
const factories = { 'builtin/copyeditor': () => model };

describe('the registry of models', () => {
  test('makes the model of a name', async () => {
    expect(await resolveModel('builtin/copyeditor', factories)).toBe(model);
  });

  test.each(['anthropic/claude-sonnet-4-5', 'builtin/other', 'constructor/x'])('%s is not configured', async (name) => {
    await expect(resolveModel(name, factories)).rejects.toThrow(
      `The model ${name} is not configured. Available here: builtin/copyeditor.`,
    );
  });

  test('a name of another form is told', async () => {
    await expect(resolveModel('claude', factories)).rejects.toThrow('"claude" is not the name of a model');
  });

  test.each([
    ['openai-compatible/llama3.1:8b', true],
    ['a/b', true],
    ['a', false],
    ['a/', false],
    ['/b', false],
    ['A/b', false],
    ['a/b c', false],
    [`a/${'b'.repeat(100)}`, false],
  ])('%s is a name: %s', (name, expected) => {
    expect(isModelName(name)).toBe(expected);
  });
});
