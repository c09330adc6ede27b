import { expect, test } from 'vitest';
import { z } from 'zod';
import { projectCommands } from './project-commands.ts';
import { runCommand } from './run-command.ts';

const Shape = z.object({ pageCode: z.string(), newHosts: z.string(), installCommands: z.string() });

test('what becomes of what a change brings is set, shown, and put back', async () => {
  await using commands = await projectCommands(Shape);
  const { project, json, create } = commands;
  const asMade = { pageCode: 'auto', newHosts: 'mark', installCommands: 'mark' };
  expect(await create()).toEqual(asMade);
  const options = ['--page-code', 'mark', '--new-hosts', 'refuse', '--install-commands', 'allow'];
  const set = { pageCode: 'mark', newHosts: 'refuse', installCommands: 'allow' };
  expect(await json('set', 'Handbook', ...options)).toEqual(set);
  const shown = /code in pages +mark\n {2}new hosts +refuse\n {2}install commands +allow\n/;
  expect((await project('show', 'Handbook')).out).toMatch(shown);
  const back = ['--page-code', 'auto', '--new-hosts', 'mark', '--install-commands', 'mark'];
  expect(await json('set', 'Handbook', ...back)).toEqual(asMade);
});

test.each([
  ['--page-code', 'yes', 'Give auto, refuse, mark or allow.'],
  ['--new-hosts', 'auto', 'Give mark, refuse or allow.'],
  ['--install-commands', '', 'Give mark, refuse or allow.'],
])('%s %j is refused with what it may be', async (option, value, must) => {
  const { code, err } = await runCommand(['project', 'set', 'Handbook', option, value], { env: {} });
  expect(code).not.toBe(0);
  expect(err).toContain(must);
});
