import { expect, test } from 'vitest';
import { z } from 'zod';
import { projectCommands } from './project-commands.ts';
import { runCommand } from './run-command.ts';

const Shape = z.object({ helperModel: z.string().nullable() });

test('the model that helps is set, shown, and taken away', async () => {
  await using commands = await projectCommands(Shape);
  const { project, json, create } = commands;

  const without = { helperModel: null };
  expect(await create()).toEqual(without);
  const set = await json('set', 'Handbook', '--helper-model', 'compatible/meta/llama-3:8b');
  expect(set).toEqual({ helperModel: 'compatible/meta/llama-3:8b' });
  expect((await project('show', 'Handbook')).out).toMatch(/helper model +compatible\/meta\/llama-3:8b\n/);
  const refused = await project('set', 'Handbook', '--helper-model', 'compatible/../x');
  expect(refused.code).not.toBe(0);
  expect(refused.err).toContain('must be provider/name');
  expect(await json('set', 'Handbook', '--helper-model', 'none')).toEqual(without);
});

test.each(['', 'haiku', 'builtin/copyeditor', 'a b/c'])(
  '--helper-model %j is refused with what it may be',
  async (value) => {
    const { code, err } = await runCommand(['project', 'set', 'Handbook', '--helper-model', value], { env: {} });
    expect(code).not.toBe(0);
    expect(err).toContain('Give the model of a provider, such as anthropic/claude-haiku-4-5, or none.');
  },
);
