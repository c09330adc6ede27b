import { expect, test } from 'vitest';
import { z } from 'zod';
import { projectCommands, setWithoutDatabase } from './project-commands.ts';

const Shape = z.object({
  maxOutputTokens: z.number().nullable(),
  effort: z.string().nullable(),
  temperature: z.number().nullable(),
  parallelCalls: z.boolean().nullable(),
  images: z.string(),
});

test('the settings of model calls can be set, shown and reset', async () => {
  await using commands = await projectCommands(Shape);
  const { project, json, create } = commands;

  const asMade = { maxOutputTokens: null, effort: null, temperature: null, parallelCalls: null, images: 'auto' };
  expect(await create()).toEqual(asMade);
  const options = [
    '--max-output-tokens',
    '16000',
    '--effort',
    'high',
    '--temperature',
    '0.2',
    '--parallel-calls',
    'no',
    '--images',
    'on',
  ];
  const set = { maxOutputTokens: 16_000, effort: 'high', temperature: 0.2, parallelCalls: false, images: 'on' };
  expect(await json('set', 'Handbook', ...options)).toEqual(set);
  const shown =
    /effort +high\n {2}answers +up to 16,000 tokens\n {2}temperature +0\.2\n {2}tools at once +no\n {2}images +on\n/;
  expect((await project('show', 'Handbook')).out).toMatch(shown);
  const names = ['--max-output-tokens', '--effort', '--temperature', '--parallel-calls', '--images'];
  expect(await json('set', 'Handbook', ...names.flatMap((name) => [name, 'default']))).toEqual(asMade);
});

test.each([
  ['--max-output-tokens', '0', 'a number from 1 to 1000000'],
  ['--max-output-tokens', '1.5', 'a number from 1 to 1000000'],
  ['--effort', 'huge', 'none, minimal, low, medium, high, xhigh or max'],
  ['--temperature', '2.1', 'a number from 0 to 2'],
  ['--temperature', '', 'a number from 0 to 2'],
  ['--parallel-calls', 'true', 'yes or no'],
  ['--images', 'yes', 'auto, on or off'],
])('%s %j is refused with the accepted values', async (option, value, allowed) => {
  const { code, err } = await setWithoutDatabase(option, value);
  expect(code).not.toBe(0);
  expect(err).toContain(`Give ${allowed}, or default.`);
});
