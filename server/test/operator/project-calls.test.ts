import path from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { testDatabase } from '../support/database.ts';
import { testRepository } from '../support/git-repository.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { runCommand } from './run-command.ts';

const Shape = z.object({
  maxOutputTokens: z.number().nullable(),
  effort: z.string().nullable(),
  temperature: z.number().nullable(),
  parallelCalls: z.boolean().nullable(),
  images: z.string(),
});

test("how a project's model is asked is set, shown, and put back", async () => {
  await using database = await testDatabase();
  await using repository = await testRepository({ bare: true });
  await using folder = await temporaryFolder();
  await repository.commit({ 'index.md': '# Handbook\n' });
  const env = { COPYDESK_DATA_DIR: path.join(folder.path, 'data'), DATABASE_URL: database.url };
  const project = async (...argv: string[]) => await runCommand(['project', ...argv], { env });
  const json = async (...argv: string[]) => Shape.parse(JSON.parse((await project(...argv, '--json')).out));

  const asMade = { maxOutputTokens: null, effort: null, temperature: null, parallelCalls: null, images: 'auto' };
  expect(await json('create', '--name', 'Handbook', '--repository', repository.path)).toEqual(asMade);
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
])('%s %j is refused with what it may be', async (option, value, allowed) => {
  const { code, err } = await runCommand(['project', 'set', 'Handbook', option, value], { env: {} });
  expect(code).not.toBe(0);
  expect(err).toContain(`Give ${allowed}, or default.`);
});
