import { expect, test } from 'vitest';
import { z } from 'zod';
import { projectCommands, setWithoutDatabase } from './project-commands.ts';

const Shape = z.object({ helperModel: z.string().nullable(), questionsModel: z.string().nullable() });

const without = { helperModel: null, questionsModel: null };

test('the helper model and the judging model can be set, shown and cleared', async () => {
  await using commands = await projectCommands(Shape);
  const { project, json, create } = commands;

  expect(await create()).toEqual(without);
  const model = 'compatible/meta/llama-3:8b';
  expect(await json('set', 'Handbook', '--helper-model', model)).toEqual({ ...without, helperModel: model });
  expect(await json('set', 'Handbook', '--questions-model', 'openai/gpt-5-mini')).toEqual({
    helperModel: model,
    questionsModel: 'openai/gpt-5-mini',
  });
  expect((await project('show', 'Handbook')).out).toMatch(
    /helper model +compatible\/meta\/llama-3:8b\n +questions model +openai\/gpt-5-mini\n/,
  );
  for (const option of ['--helper-model', '--questions-model']) {
    const refused = await project('set', 'Handbook', option, 'compatible/../x');
    expect(refused.code).not.toBe(0);
    expect(refused.err).toContain('must be provider/name');
  }
  expect(await json('set', 'Handbook', '--helper-model', 'none', '--questions-model', 'none')).toEqual(without);
});

const invalid = ['', 'haiku', 'builtin/copyeditor', 'a b/c'];

test.each(['--helper-model', '--questions-model'].flatMap((option) => invalid.map((value) => [option, value])))(
  '%s %j is refused with the accepted values',
  async (option, value) => {
    const { code, err } = await setWithoutDatabase(option, value);
    expect(code).not.toBe(0);
    expect(err).toContain('Give the model of a provider, such as anthropic/claude-haiku-4-5, or none.');
  },
);

test('a model that cannot be used is saved with a warning, by its nearest name', async () => {
  await using commands = await projectCommands(z.object({ model: z.string().nullable() }));
  const { project, create } = commands;
  await create();
  const set = async (...options: string[]) => await project('set', 'Handbook', ...options);
  const misspelt = await set('--model', 'antropic/claude-sonnet-5-5');
  expect(misspelt).toMatchObject({
    code: 0,
    err: expect.stringContaining('Did you mean anthropic/claude-sonnet-5-5?'),
  });
  const helper = await set('--helper-model', 'openai/gpt-5');
  expect(helper).toMatchObject({ code: 0, err: expect.stringContaining('fail until you set OPENAI_API_KEY') });
  expect(helper.err).not.toContain('antropic');
  expect((await set('--model', 'builtin/copyeditor')).err).not.toContain('Warning');
});
