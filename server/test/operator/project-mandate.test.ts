import { expect, test } from 'vitest';
import { z } from 'zod';
import { projectCommands, setWithoutDatabase } from './project-commands.ts';

const Shape = z.object({ pageCode: z.string(), newHosts: z.string(), installCommands: z.string() });

test('the policies for page code, new hosts and install commands can be set, shown and reset', async () => {
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

const Sizes = z.object({
  refuseFilesOver: z.number().nullable(),
  refuseBytesOver: z.number().nullable(),
  refuseDeletedOver: z.number().nullable(),
});

test('the size of the largest change can be set, shown and cleared', async () => {
  await using commands = await projectCommands(Sizes);
  const { project, json, create } = commands;
  expect(await create()).toEqual({ refuseFilesOver: 2_000, refuseBytesOver: 20_000_000, refuseDeletedOver: 25 });
  const options = ['--refuse-files-over', '500', '--refuse-bytes-over', 'none', '--refuse-deleted-over', '10'];
  const set = { refuseFilesOver: 500, refuseBytesOver: null, refuseDeletedOver: 10 };
  expect(await json('set', 'Handbook', ...options)).toEqual(set);
  expect((await project('show', 'Handbook')).out).toMatch(/refused over +500 files, 10 % of the pages deleted\n/);
});

test.each([
  ['--page-code', 'yes', 'Give auto, refuse, mark or allow.'],
  ['--new-hosts', 'auto', 'Give mark, refuse or allow.'],
  ['--install-commands', '', 'Give mark, refuse or allow.'],
  ['--refuse-files-over', '0', 'Give a whole number of at least 1, or none.'],
  ['--refuse-bytes-over', '2e6', 'Give a whole number of 1 to 1000000000, or none.'],
  ['--refuse-deleted-over', '100', 'Give a whole number of 1 to 99, or none.'],
])('%s %j is refused with what it may be', async (option, value, must) => {
  const { code, err } = await setWithoutDatabase(option, value);
  expect(code).not.toBe(0);
  expect(err).toContain(must);
});
